import { api, consoleQueryClient, useWorkspace } from '@console/shared-auth';
import type { DeletedRow, RestorableKind, RestoreResult } from '@console/shared-contract/api';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

export interface DeletedRowsFilters {
  kind?: RestorableKind;
  user?: string;
  search?: string;
}

/** Reads the deleted rows of the active workspace, newest deletion first, page by page. */
export function useDeletedRows(filters: DeletedRowsFilters) {
  const { workspaceId } = useWorkspace();
  const query = useInfiniteQuery(
    {
      queryKey: [workspaceId, 'own:host', 'deleted', filters],
      queryFn: ({ pageParam, signal }) =>
        api.call('GET /history/v2/deleted/', { query: { ...filters, before: pageParam }, workspace: workspaceId ?? '', signal }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: keepPreviousData,
      enabled: workspaceId !== null,
    },
    consoleQueryClient,
  );
  const rows = query.data?.pages.flatMap((page) => page.results);
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // The server examines a limited number of deletions for each page, so a page can be empty although others follow.
  const isSearching = rows?.length === 0 && hasNextPage && !isError;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);
  return { ...query, rows: isSearching ? undefined : rows };
}

/** Returns functions that restore deleted rows, and undo that. Everything shown is refetched afterwards. */
export function useRestore() {
  const { workspaceId } = useWorkspace();
  const refetchAll = () => consoleQueryClient.invalidateQueries({ queryKey: [workspaceId] });
  return {
    restore: async (rows: readonly DeletedRow[]): Promise<RestoreResult> => {
      const references = rows.map(({ change_set, kind, subject, row }) => ({ change_set, kind, subject, row }));
      try {
        return await api.call('POST /history/v2/restore', { body: { rows: references }, workspace: workspaceId ?? '' });
      } finally {
        void refetchAll();
      }
    },
    undo: async (changeSet: number): Promise<void> => {
      try {
        await api.call('POST /history/v2/undo', { body: { change_set: changeSet }, workspace: workspaceId ?? '' });
      } finally {
        void refetchAll();
      }
    },
  };
}
