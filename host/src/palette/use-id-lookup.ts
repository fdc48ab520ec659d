import { consoleQueryClient, findRow, type FoundRow } from '@console/shared-auth';
import { useQuery } from '@tanstack/react-query';
import type { ShellRoute } from '../shell/federation-view';

export interface FoundPage extends FoundRow {
  route: ShellRoute;
}

export interface IdLookup {
  /** Undefined until every kind of row has answered. */
  found: FoundPage[] | undefined;
  error: unknown;
  retry: () => void;
}

async function lookUp(routes: readonly ShellRoute[], id: string, signal: AbortSignal): Promise<FoundPage[]> {
  const answers = await Promise.allSettled(
    routes.map(async (route) => {
      const row = await findRow(route.row ?? '', id, signal);
      return row ? [{ ...row, route }] : [];
    }),
  );
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failure = answers.find((answer) => answer.status === 'rejected');
  if (found.length === 0 && failure) throw failure.reason;
  return found;
}

/**
 * Which pages there are for an id: every kind of row that a manifest names is asked for, side by side. Also those whose
 * service the active workspace lacks, for the row may lie in another of the user's workspaces.
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
