import type { Fetched } from './cold-tab';

const FILE_OF_REMOTE = /^\/remotes\/([^/]+)\/[^/]+\/(.+\.js)$/;

/** Names of requests that each had to wait for the previous one. */
export interface Chain {
  links: string[];
  /** The part from the registry on, which the federation is responsible for. */
  federated: string[];
}

function remoteOf({ path }: Fetched): string | undefined {
  return FILE_OF_REMOTE.exec(path)?.[1];
}

const isEntry = ({ path }: Fetched): boolean => /\/entry\.[0-9a-f]+\.js$/.test(path);

/**
 * The longest chain of a remote's files: its entry, a chunk that is asked for because the entry is there, a chunk that
 * only the code of another chunk asks for, and so on.
 */
function longestOf(remote: string, fetched: readonly Fetched[]): Fetched[] {
  const files = fetched.filter((request) => remoteOf(request) === remote);
  const entry = files.find(isEntry);
  if (!entry) return [];
  const chains = new Map<string, Fetched[]>([[entry.url, [entry]]]);
  for (const file of files) {
    if (file === entry) continue;
    // The entry's runtime is part of every stack, so look for the code that called it.
    const before = file.by.flatMap((url) => (url === file.url ? [] : [chains.get(url)])).filter((chain) => chain !== undefined);
    const longest = before.sort((a, b) => b.length - a.length)[0] ?? [entry];
    chains.set(file.url, [...longest, file]);
  }
  return [...chains.values()].sort((a, b) => b.length - a.length)[0] ?? [];
}

function nameOf(file: Fetched, index: number, remote: string): string {
  const name = FILE_OF_REMOTE.exec(file.path)?.[2] ?? file.path;
  const role = isEntry(file) ? 'entry' : index === 1 ? 'page' : 'later chunk';
  return `${role} (${remote}/${name})`;
}

/** Returns the chain of requests for a page of the remote. */
export function chainTo(remote: string, fetched: readonly Fetched[]): Chain {
  const script = fetched.find(({ path }) => /^\/main\.[0-9a-f]+\.js$/.test(path));
  const registry = fetched.find(({ path }) => path === '/registry.json');
  const federated = [
    ...(registry ? ['registry'] : []),
    ...longestOf(remote, fetched).map((file, index) => nameOf(file, index, remote)),
  ];
  return { links: ['document', ...(script ? [`script (${script.path.slice(1)})`] : []), ...federated], federated };
}
