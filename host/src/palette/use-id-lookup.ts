import { consoleQueryClient, findRow, type FoundRow } from '@console/shared-auth';
import { useQuery } from '@tanstack/react-query';
import type { ShellRoute } from '../federation-view/federation-view';

/** A row with the searched id, and the route of its page. */
export interface FoundPage extends FoundRow {
  route: ShellRoute;
}

export interface IdLookup {
  /** Undefined until all requests are finished. */
  found: FoundPage[] | undefined;
  error: unknown;
  retry: () => void;
}

async function lookUp(routes: readonly ShellRoute[], id: string, signal: AbortSignal): Promise<FoundPage[]> {
  const results = await Promise.allSettled(
    routes.map(async (route) => {
      const row = await findRow(route.row ?? '', id, signal);
      return row ? [{ ...row, route }] : [];
    }),
  );
  const foundPages = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const failure = results.find((result) => result.status === 'rejected');
  if (foundPages.length === 0 && failure) throw failure.reason;
  return foundPages;
}

/**
 * Finds the pages for an id by requesting every kind of item that a manifest names, in parallel. Includes services that the
 * active workspace lacks, because the item may belong to another of the user's workspaces.
 */
export function useIdLookup(routes: readonly ShellRoute[], id: string | null): IdLookup {
  const { data, error, isFetching, refetch } = useQuery(
    {
      queryKey: ['palette', id],
      queryFn: ({ signal }) =>
        lookUp(
          routes.filter((route) => route.row !== undefined),
          id ?? '',
          signal,
        ),
      enabled: id !== null,
      gcTime: 0,
    },
    consoleQueryClient,
  );
  return { found: isFetching ? undefined : data, error: isFetching ? null : error, retry: () => void refetch() };
}
