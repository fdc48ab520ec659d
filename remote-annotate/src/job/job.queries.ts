import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { api, useWorkspaceQuery, useWorkspaceRow, type QueryScope } from '@console/shared-auth';
import { useLayoutEffect, useMemo } from 'react';
import { getRowKey, useProjected, useWritesOn, getEntriesAwaitingDecision, type Outbox, type Projected } from '../outbox';

/** Image jobs contain images, and similarity jobs contain groups. */
export type JobKind = 'image' | 'similarity';

/** The data of a job, including unsent changes. */
export function useJob(kind: JobKind, id: string) {
  const rowId = `${kind}/${id}`;
  const query = useWorkspaceRow({
    key: getRowKey('job', rowId),
    load: (scope) =>
      kind === 'image'
        ? api.call('GET /annotate/v2/imagejob/{id}', { params: { id }, ...scope })
        : api.call('GET /annotate/v2/similarityjob/{id}', { params: { id }, ...scope }),
  });
  return useProjected('job', rowId, query);
}

const NO_ITEMS: ReadonlySet<string> = new Set();

/**
 * The batch of a job: the next items for the user, without items that are marked as done in this browser. `Projected` is loaded data with
 * unsent changes applied.
 */
export interface JobBatch extends Pick<Projected<readonly string[]>, 'error' | 'refetch'> {
  readonly openItems: readonly string[] | undefined;
  /** All items of the batch, as the server returned them. */
  readonly leasedItems: readonly string[] | undefined;
  /** Whether a manager has paused the user in this job. */
  readonly isPaused: boolean;
  /** Number of items that are open for other users, if the server has returned no item for this user. */
  readonly openForOthers: number;
  /**
   * Why no item is open. `loading`: items are loading. `saving`: the server has not saved the done items yet. `undecided`: a rejected
   * change needs a decision. `none`: no item is left.
   */
  readonly emptyReason: 'loading' | 'saving' | 'undecided' | 'none';
}

/**
 * Loads the batch of a job: the next items for the user, which the server reserves. Requests the next batch only after the server knows
 * that all items are done, because the server returns the same batch until then. `deletedItems` were deleted in this browser.
 */
export function useJobBatch(kind: JobKind, id: string, outbox: Outbox, deletedItems: ReadonlySet<string> = NO_ITEMS): JobBatch {
  const rowId = `${kind}/${id}`;
  const options = {
    key: getRowKey('batch', rowId),
    staleTime: Infinity,
    gcTime: 0,
    load: (scope: QueryScope): Promise<{ results: string[]; with_others?: number; paused?: boolean }> =>
      kind === 'image'
        ? api.call('GET /annotate/v2/imagejob/{id}/get-batch/', { params: { id }, ...scope })
        : api.call('GET /annotate/v2/similarityjob/{id}/get-batch/', { params: { id }, ...scope }),
  };
  const query = useWorkspaceQuery({ ...options, select: ({ results }) => results });
  const { data: openForOthers = 0 } = useWorkspaceQuery({ ...options, select: ({ with_others }) => with_others });
  const { data: isPaused = false } = useWorkspaceQuery({ ...options, select: ({ paused }) => paused });
  const { data: remaining, error, isFetching, refetch } = useProjected('batch', rowId, query);
  const openItems = useMemo(
    () => (deletedItems.size === 0 ? remaining : remaining?.filter((itemId) => !deletedItems.has(itemId))),
    [remaining, deletedItems],
  );
  const batchWrites = useWritesOn('batch', rowId);
  const entriesAwaitingDecision = getEntriesAwaitingDecision(outbox.getPendingEntries());
  const isSaving = batchWrites.some(({ isConfirmed, entryId }) => !isConfirmed && !entriesAwaitingDecision.has(entryId));
  const leasedItems = query.data;
  const isExhausted = leasedItems !== undefined && leasedItems.length > 0 && openItems?.length === 0;
  // Whether the server knows that at least one item is done. Otherwise, it would return the same batch again.
  const hasServerProgress =
    leasedItems?.some((itemId) => deletedItems.has(itemId)) ||
    batchWrites.some(({ isConfirmed, write }) => isConfirmed && write.kind === 'mark-done' && leasedItems?.includes(write.item));
  const shouldRefetch = isExhausted && !isSaving && hasServerProgress;

  useLayoutEffect(() => {
    if (shouldRefetch) refetch();
  }, [shouldRefetch, leasedItems, refetch]);

  const emptyReason = isSaving
    ? 'saving'
    : isFetching || openItems === undefined
      ? 'loading'
      : isExhausted
        ? 'undecided'
        : 'none';
  return { openItems, leasedItems, openForOthers, isPaused, error, refetch, emptyReason };
}

/** Loads whether a job contains an item (image or group). Sends no request if the caller knows that it does (`isKnownItem`). */
export function useIsJobItem(kind: JobKind, jobId: string, itemId: string | undefined, isKnownItem: boolean) {
  return useWorkspaceQuery({
    key: ['jobs', 'with-item', kind, itemId],
    enabled: itemId !== undefined && !isKnownItem,
    load: (scope) =>
      kind === 'image'
        ? api.all('GET /annotate/v2/imagejob/', { query: { image: itemId, page_size: MAX_PAGE_SIZE }, ...scope })
        : api.all('GET /annotate/v2/similarityjob/', { query: { group: itemId, page_size: MAX_PAGE_SIZE }, ...scope }),
    select: (jobs) => jobs.some(({ id }) => id === jobId),
  });
}
