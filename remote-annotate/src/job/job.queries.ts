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

const NONE_GONE: ReadonlySet<string> = new Set();

/** The caller's next items, without those that are marked as done here. */
export interface Batch extends Pick<Projected<readonly string[]>, 'error' | 'refetch'> {
  readonly open: readonly string[] | undefined;
  /** As the server handed them out. */
  readonly given: readonly string[] | undefined;
  /** Items that others have at the moment, where the server had none to give. */
  readonly withOthers: number;
  /** Why none is open: more are on their way, wait for the server to have these, or for a decision; or there is none left. */
  readonly rest: 'loading' | 'saving' | 'undecided' | 'none';
}

/**
 * The batch of a job. Asking leases its items, so it is asked once, and again when all of them are done and the server
 * knows it: while it does not, it would hand out the same ones. `gone`: items that were deleted here.
 */
export function useBatch(kind: JobKind, id: string, outbox: Outbox, gone: ReadonlySet<string> = NONE_GONE): Batch {
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
  const { data: left, error, isFetching, refetch } = useProjected('batch', row, query);
  const open = useMemo(() => (gone.size === 0 ? left : left?.filter((item) => !gone.has(item))), [left, gone]);
  const writes = useWritesOn('batch', row);
  const held = waitingForDecision(outbox.pending());
  const isSaving = writes.some(({ isAnswered, entryId }) => !isAnswered && !held.has(entryId));
  const given = query.data;
  const isUsedUp = given !== undefined && given.length > 0 && open?.length === 0;
  // Where nothing of it is done at the server, it would hand out the same once more.
  const hasGivenWay =
    given?.some((item) => gone.has(item)) ||
    writes.some(({ isAnswered, write }) => isAnswered && write.kind === 'mark-done' && given?.includes(write.item));
  const asksAgain = isUsedUp && !isSaving && hasGivenWay;

  useLayoutEffect(() => {
    if (asksAgain) refetch();
  }, [asksAgain, given, refetch]);

  const rest = isSaving ? 'saving' : isFetching || open === undefined ? 'loading' : isUsedUp ? 'undecided' : 'none';
  return { open, given, withOthers, error, refetch, rest };
}

/** Whether an image or a group is an item of a job; asked only where nothing else says so. */
export function useIsItem(kind: JobKind, job: string, item: string | undefined, isKnown: boolean) {
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
