import { announce, api } from '@console/shared-auth';
import type { ProductChange, ProductChanges, ProductSetAssignment } from '@console/shared-contract/api';
import { describeRefusal, useNotify } from '@console/shared-ui/basics';
import { getChangedIds, changeInBatches, toIdBatches, useUndoNotice } from '@console/shared-ui/bulk';
import { useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { messages } from '../messages';
import { toFilterQuery, type ProductFilters } from './products.queries';

const bulkMessages = messages.bulk;

export const BULK_CHANGES = ['verify', 'unverify', 'set', 'unset', 'delete'] as const;
export type BulkChange = (typeof BULK_CHANGES)[number];

interface BulkRequest {
  change: BulkChange;
  target: { products: string[] } | { filter: ReturnType<typeof toFilterQuery> };
  /** Id of the target set, for the change `set`. */
  set?: string;
}

type ExplicitTarget = { products: string[] } | { before: ProductSetAssignment[] };
type ChangeBody = { change: ProductChange; product_set?: string } & (
  (BulkRequest['target'] & { in_parts?: boolean; after?: string | null }) | (ExplicitTarget & { skip_gone?: boolean })
);
const send = (body: ChangeBody) => api.call('POST /product/v2/product/change', { body, repeatable: true });
const ANNOUNCED_CHANGES = [{ topic: 'products' }, { topic: 'product-sets' }] as const;

/** Changes selected or all matching products and offers Undo. All matching products are changed in batches. */
export function useBulk() {
  const offerUndo = useUndoNotice();
  const notify = useNotify();
  const [changedCount, setChangedCount] = useState(0);
  const write = useWrite({
    send: ({ change, target, set }: BulkRequest) =>
      'filter' in target
        ? changeInBatches((after) => send({ change, ...target, product_set: set, in_parts: true, after }), setChangedCount)
        : changeInBatches(() => send({ change, ...target, product_set: set })),
    failure: bulkMessages.failed,
    changes: () => [...ANNOUNCED_CHANGES],
  });
  const apply = async (bulk: BulkRequest): Promise<'done' | 'failed' | null> => {
    setChangedCount(0);
    const result = await write.send(bulk);
    if (!result) return null;
    if (!result.ok) return 'failed';
    const { batches, failure } = result.result;
    const changed = getChangedIds(batches).length;
    if (failure !== undefined) notify.danger({ title: bulkMessages.stoppedAt(changed), text: describeRefusal(failure) });
    if (changed > 0)
      offerUndo(bulkMessages.done[bulk.change](changed), async () => {
        const restored = await undoChange(bulk, batches);
        await announce(...ANNOUNCED_CHANGES);
        if (restored < changed)
          notify.warning({ title: bulkMessages.undonePartly(restored, changed), text: bulkMessages.undoConflicts[bulk.change] });
      });
    else if (failure === undefined) notify.info({ title: bulkMessages.unchanged });
    return failure === undefined ? 'done' : 'failed';
  };
  return { apply, busy: write.isPending, changedCount };
}

/** Undoes a change in batches and returns the number of restored products. Skips products that have been deleted since. */
async function undoChange({ change, set }: BulkRequest, batches: readonly ProductChanges[]): Promise<number> {
  const bodies: (ExplicitTarget & { change: ProductChange; product_set?: string })[] =
    change === 'set' || change === 'unset'
      ? batches.map(({ before }) => ({ change: 'put-back', product_set: set, before }))
      : toIdBatches(getChangedIds(batches)).map((products) => ({ change: INVERSE_CHANGES[change], products }));
  let restored = 0;
  for (const body of bodies) restored += (await send({ ...body, skip_gone: true })).changed.length;
  return restored;
}
const INVERSE_CHANGES = { verify: 'unverify', unverify: 'verify', delete: 'restore' } as const;

/** Converts the selection to the target of a bulk call. */
export const toBulkTarget = (
  { ids, all }: { ids: ReadonlySet<string>; all: boolean },
  filters: ProductFilters,
): BulkRequest['target'] => (all ? { filter: toFilterQuery(filters) } : { products: [...ids] });
