import { consoleQueryClient, findRow, type FoundRow } from '@console/shared-auth';
import { useQuery } from '@tanstack/react-query';
import type { ShellRoute } from '../federation-view/federation-view';

/** A row with the searched id, and the route of its page. */
export interface FoundPage extends FoundRow {
  route: ShellRoute;
}

interface IdLookup {
  /** Undefined until all requests are finished. */
  found: FoundPage[] | undefined;
  error: unknown;
  retry: () => void;
}

/** Collects the results of all requests. Ignores failed requests if the others found something. */
export async function collectFound<Found>(requests: readonly Promise<readonly Found[]>[]): Promise<Found[]> {
  const results = await Promise.allSettled(requests);
  const items = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const failure = results.find((result) => result.status === 'rejected');
  if (items.length === 0 && failure) throw failure.reason;
  return items;
}

async function findPage(route: ShellRoute, id: string, signal: AbortSignal): Promise<FoundPage[]> {
  const row = await findRow(route.row ?? '', id, signal);
  return row ? [{ ...row, route }] : [];
}

/**
 * Finds the pages that can show the row with this id. Requests every kind of row that a manifest lists, in parallel. Includes kinds
 * whose service the active workspace lacks, because the row may belong to another workspace of the user.
 */
export function useIdLookup(routes: readonly ShellRoute[], id: string | null): IdLookup {
  const { data, error, isFetching, refetch } = useQuery(
    {
      queryKey: ['palette', id],
      queryFn: ({ signal }) =>
        collectFound(routes.filter((route) => route.row !== undefined).map((route) => findPage(route, id ?? '', signal))),
      enabled: id !== null,
      gcTime: 0,
    },
    consoleQueryClient,
  );
  return { found: isFetching ? undefined : data, error: isFetching ? null : error, retry: () => void refetch() };
}
