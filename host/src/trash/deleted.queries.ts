import { api, consoleQueryClient, useWorkspace, useWorkspacePages } from '@console/shared-auth';
import type { DeletedRow, RestorableKind, RestoreResult } from '@console/shared-contract/api';
import { TRASH_DAYS } from '@console/shared-contract/limits';
import { newId } from '@console/shared-contract/new-id';
import { finishUndo, type UndoProgress } from '@console/shared-ui/history';
import { useEffect } from 'react';

/** A restore of 100,000 rows takes longer than other calls. */
const TIMEOUT_MS = 600_000;

export interface DeletedRowsFilters {
  kind?: RestorableKind;
  user?: string;
  search?: string;
}

/** Reads the deleted rows of the active workspace, newest deletion first, page by page. */
export function useDeletedRows(filters: DeletedRowsFilters) {
  const query = useWorkspacePages({
    // The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
    key: ['own:host', 'deleted', filters],
    load: ({ before, ...scope }) => api.call('GET /history/v2/deleted/', { query: { ...filters, before }, ...scope }),
    keepsPrevious: true,
  });
  const rows = query.results;
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // The server examines a limited number of deletions for each page, so a page can be empty although further pages have rows.
  const isSearching = rows?.length === 0 && hasNextPage && !isError;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);
  // Servers of earlier releases do not send `days`, the number of days for which deleted rows can be restored.
  const days = query.data?.pages[0]?.days ?? TRASH_DAYS;
  return { ...query, rows: isSearching ? undefined : rows, days };
}

/**
 * Returns `restore`, which restores deleted rows as one change set, and `refetchAll`, which refetches all data that the page shows.
 * The signal of `restore` cancels a restore that is running.
 */
export function useRestore() {
  const { workspaceId } = useWorkspace();
  const refetchAll = () => void consoleQueryClient.invalidateQueries({ queryKey: [workspaceId] });
  const restore = async (
    rows: readonly DeletedRow[],
    { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: UndoProgress) => void },
  ): Promise<RestoreResult & { changeSet: string }> => {
    const references = rows.map(({ change_set, kind, subject, row }) => ({ change_set, kind, subject, row }));
    const changeSet = newId();
    try {
      const workspace = workspaceId ?? '';
      const body = { rows: references };
      // Do not pass the signal to this request: without the id in its response, the started restore could not be cancelled.
      const result = await api.call('POST /history/v2/restore', { workspace, body, timeout: TIMEOUT_MS, changeSet });
      return { ...(await finishUndo(result, { workspace, signal }, onProgress)), changeSet };
    } finally {
      refetchAll();
    }
  };
  return { restore, refetchAll };
}
