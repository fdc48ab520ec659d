import type { WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { keepPreviousData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWorkspace } from '../session/hooks';
import { consoleQueryClient } from '../state/query-client';
import type { QueryScope } from './use-workspace-query';

/** A page of a list, newest entry first. `next` is the position of the next page; null after the last page. */
export interface HistoryPage<Entry> {
  results: readonly Entry[];
  next: number | null;
}

export interface WorkspacePagesOptions<Page extends HistoryPage<unknown>> {
  /** Query key without the workspace id, which is prepended. */
  key: WorkspaceKey;
  /** Reads the page that ends before the position `before`. Without a position, reads the first page. */
  load: (scope: QueryScope & { before: number | undefined }) => Promise<Page>;
  enabled?: boolean;
  /** Whether the entries of the previous key stay visible until the entries of a new key are loaded. Default: false. */
  keepsPrevious?: boolean;
}

/** Reads a list of the active workspace page by page, newest entry first. `results` are the entries of all loaded pages. */
export function useWorkspacePages<Page extends HistoryPage<unknown>>({
  key,
  load,
  enabled = true,
  keepsPrevious = false,
}: WorkspacePagesOptions<Page>): UseInfiniteQueryResult<{ pages: Page[] }> & {
  results: Page['results'][number][] | undefined;
} {
  const { workspaceId } = useWorkspace();
  const query = useInfiniteQuery(
    {
      queryKey: [workspaceId, ...key],
      queryFn: ({ pageParam, signal }) => load({ before: pageParam, workspace: workspaceId ?? '', signal }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ next }: Page) => next ?? undefined,
      ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
      enabled: enabled && workspaceId !== null,
    },
    consoleQueryClient,
  );
  const results = useMemo(() => query.data?.pages.flatMap((page) => page.results), [query.data]);
  return { ...query, results };
}
