import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { api, useWorkspaceQuery, useWorkspaceRow, type QueryScope } from '@console/shared-auth';
import { useLayoutEffect, useMemo } from 'react';
import { rowKey, useProjected, useWritesOn, waitingForDecision, type Outbox, type Projected } from '../outbox';

export type JobKind = 'image' | 'similarity';

export function useJob(kind: JobKind, id: string) {
  const row = `${kind}/${id}`;
  const query = useWorkspaceRow({
    key: rowKey('job', row),
    load: (scope) =>
      kind === 'image'
        ? api.call('GET /annotate/v2/imagejob/{id}', { params: { id }, ...scope })
        : api.call('GET /annotate/v2/similarityjob/{id}', { params: { id }, ...scope }),
  });
  return useProjected('job', row, query);
}

const NO_ITEMS: ReadonlySet<string> = new Set();

/** The caller's next items, without those that are marked as done here. */
export interface JobBatch extends Pick<Projected<readonly string[]>, 'error' | 'refetch'> {
  readonly open: readonly string[] | undefined;
  /** As the server handed them out. */
  readonly handedOut: readonly string[] | undefined;
  /** Items that others have at the moment, where the server had none to give. */
  readonly withOthers: number;
  /** Why none is open: more are on their way, wait for the server to have these, or for a decision; or there is none left. */
  readonly emptyReason: 'loading' | 'saving' | 'undecided' | 'none';
}

/**
 * The batch of a job. Asking leases its items, so it is asked once, and again when all of them are done and the server
 * knows it: while it does not, it would hand out the same ones. `gone`: items that were deleted here.
 */
export function useJobBatch(kind: JobKind, id: string, outbox: Outbox, deletedItems: ReadonlySet<string> = NO_ITEMS): JobBatch {
  const row = `${kind}/${id}`;
  const options = {
    key: rowKey('batch', row),
    staleTime: Infinity,
    gcTime: 0,
    load: (scope: QueryScope): Promise<{ results: string[]; with_others?: number }> =>
      kind === 'image'
        ? api.call('GET /annotate/v2/imagejob/{id}/get-batch/', { params: { id }, ...scope })
        : api.call('GET /annotate/v2/similarityjob/{id}/get-batch/', { params: { id }, ...scope }),
  };
  const query = useWorkspaceQuery({ ...options, select: ({ results }) => results });
  const { data: withOthers = 0 } = useWorkspaceQuery({ ...options, select: ({ with_others }) => with_others });
  const { data: remaining, error, isFetching, refetch } = useProjected('batch', row, query);
  const open = useMemo(
    () => (deletedItems.size === 0 ? remaining : remaining?.filter((item) => !deletedItems.has(item))),
    [remaining, deletedItems],
  );
  const writes = useWritesOn('batch', row);
  const waitingEntries = waitingForDecision(outbox.pending());
  const isSaving = writes.some(({ isAnswered, entryId }) => !isAnswered && !waitingEntries.has(entryId));
  const handedOut = query.data;
  const isExhausted = handedOut !== undefined && handedOut.length > 0 && open?.length === 0;
  // Where nothing of it is done at the server, it would hand out the same once more.
  const hasServerProgress =
    handedOut?.some((item) => deletedItems.has(item)) ||
    writes.some(({ isAnswered, write }) => isAnswered && write.kind === 'mark-done' && handedOut?.includes(write.item));
  const shouldRefetch = isExhausted && !isSaving && hasServerProgress;

  useLayoutEffect(() => {
    if (shouldRefetch) refetch();
  }, [shouldRefetch, handedOut, refetch]);

  const emptyReason = isSaving ? 'saving' : isFetching || open === undefined ? 'loading' : isExhausted ? 'undecided' : 'none';
  return { open, handedOut, withOthers, error, refetch, emptyReason };
}

/** Whether an image or a group is an item of a job; asked only where nothing else says so. */
export function useIsJobItem(kind: JobKind, job: string, item: string | undefined, isKnown: boolean) {
  return useWorkspaceQuery({
    key: ['jobs', 'with-item', kind, item],
    enabled: item !== undefined && !isKnown,
    load: (scope) =>
      kind === 'image'
        ? api.all('GET /annotate/v2/imagejob/', { query: { image: item, page_size: MAX_PAGE_SIZE }, ...scope })
        : api.all('GET /annotate/v2/similarityjob/', { query: { group: item, page_size: MAX_PAGE_SIZE }, ...scope }),
    select: (jobs) => jobs.some(({ id }) => id === job),
  });
}
