import type { RecordedRequest } from './cold-tab';

const FILE_OF_REMOTE = /^\/remotes\/([^/]+)\/[^/]+\/(.+\.js)$/;

/** Names of requests that each had to wait for the previous request. */
interface Chain {
  links: string[];
  /** The part of the chain after the registry, which consists of the requests that module federation causes. */
  federated: string[];
}

function getRemoteName({ path }: RecordedRequest): string | undefined {
  return FILE_OF_REMOTE.exec(path)?.[1];
}

const isEntry = ({ path }: RecordedRequest): boolean => /\/entry\.[0-9a-f]+\.js$/.test(path);

/** Returns when the first file after the entry of the remote was requested, in milliseconds since the document request. */
export function getPageCodeStart(remote: string, requests: readonly RecordedRequest[]): number {
  return Math.min(
    ...requests.filter((request) => getRemoteName(request) === remote && !isEntry(request)).map(({ start }) => start),
  );
}

/** Finds the longest chain of a remote's files: the entry, a chunk requested by the entry, a chunk requested by that chunk, etc. */
function findLongestChain(remote: string, requests: readonly RecordedRequest[]): RecordedRequest[] {
  const files = requests.filter((request) => getRemoteName(request) === remote);
  const entryFile = files.find(isEntry);
  if (!entryFile) return [];
  const chains = new Map<string, RecordedRequest[]>([[entryFile.url, [entryFile]]]);
  for (const file of files) {
    if (file === entryFile) continue;
    // Every stack contains the webpack runtime in the entry file. The longest chain leads to the chunk that made the request.
    const initiatorChains = file.initiators
      .flatMap((url) => (url === file.url ? [] : [chains.get(url)]))
      .filter((chain) => chain !== undefined);
    const longestChain = initiatorChains.sort((a, b) => b.length - a.length)[0] ?? [entryFile];
    chains.set(file.url, [...longestChain, file]);
  }
  return [...chains.values()].sort((a, b) => b.length - a.length)[0] ?? [];
}

function describeFile(file: RecordedRequest, index: number, remote: string): string {
  const name = FILE_OF_REMOTE.exec(file.path)?.[2] ?? file.path;
  const role = isEntry(file) ? 'entry' : index === 1 ? 'page' : 'later chunk';
  return `${role} (${remote}/${name})`;
}

/** Returns the chain of requests for a page of the remote. */
export function getRequestChain(remote: string, requests: readonly RecordedRequest[]): Chain {
  const script = requests.find(({ path }) => /^\/main\.[0-9a-f]+\.js$/.test(path));
  const registry = requests.find(({ path }) => path === '/registry.json');
  const federated = [
    ...(registry ? ['registry'] : []),
    ...findLongestChain(remote, requests).map((file, index) => describeFile(file, index, remote)),
  ];
  return { links: ['document', ...(script ? [`script (${script.path.slice(1)})`] : []), ...federated], federated };
}
