import { Registry } from '@console/shared-contract/federation';

/** A request that the manifest of an active remote declares for the first render of a page. */
interface FirstRequest {
  /** Path of the page. */
  page: string;
  /** See `toRequestKey`. */
  key: string;
}

/** Returns the path of a URL and its query parameters in alphabetical order. */
export function toRequestKey(url: string): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.sort();
  return `${pathname}?${searchParams}`;
}

/** Lists the first requests of all pages in a workspace. */
export async function listFirstRequests(url: string, workspace: string): Promise<FirstRequest[]> {
  const { remotes } = Registry.parse(await (await fetch(`${url}/registry.json`)).json());
  const routes = Object.values(remotes).flatMap(({ active = '', versions }) => versions[active]?.manifest.routes ?? []);
  return routes.flatMap(({ path, firstRequests = [] }) =>
    firstRequests.map(({ call, query }) => {
      const request = new URL(`/api${call.replace('GET ', '')}`, url);
      for (const [name, value] of Object.entries({ workspace, ...query })) request.searchParams.set(name, String(value));
      return { page: path, key: toRequestKey(request.href) };
    }),
  );
}
