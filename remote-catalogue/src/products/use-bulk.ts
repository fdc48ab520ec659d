import { announce, api } from '@console/shared-auth';
import type { ProductChange, ProductChanges, ProductSetAssignment } from '@console/shared-contract/api';
import { describeRefusal, useNotify } from '@console/shared-ui/basics';
import { getChangedIds, changeInBatches, toIdBatches, useUndoNotice } from '@console/shared-ui/bulk';
import { useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { messages } from '../messages';
import { filterQuery, type ProductFilters } from './products.queries';

const words = messages.bulk;

export const bulkChanges = ['verify', 'unverify', 'set', 'unset', 'delete'] as const;
export type BulkChange = (typeof bulkChanges)[number];

interface Bulk {
  change: BulkChange;
  which: { products: string[] } | { filter: ReturnType<typeof filterQuery> };
  /** The set of `set`. */
  set?: string;
}

type Named = { products: string[] } | { before: ProductSetAssignment[] };
type Body = { change: ProductChange; product_set?: string } & (
  (Bulk['which'] & { in_parts?: boolean; after?: string | null }) | (Named & { skip_gone?: boolean })
);
const send = (body: Body) => api.call('POST /product/v2/product/change', { body, repeatable: true });
const announced = [{ topic: 'products' }, { topic: 'product-sets' }] as const;

/** Changes many products, all that match in as many calls as they need, and offers to take it back for those that were changed. */
export function useBulk() {
  const offerUndo = useUndoNotice();
  const notify = useNotify();
  const [soFar, setSoFar] = useState(0);
  const write = useWrite({
    send: ({ change, which, set }: Bulk) =>
      'filter' in which
        ? changeInBatches((after) => send({ change, ...which, product_set: set, in_parts: true, after }), setSoFar)
        : changeInBatches(() => send({ change, ...which, product_set: set })),
    failure: words.failed,
    changes: () => [...announced],
  });
  const apply = async (bulk: Bulk): Promise<'done' | 'failed' | null> => {
    setSoFar(0);
    const written = await write.send(bulk);
    if (!written) return null;
    if (!written.ok) return 'failed';
    const { batches: parts, failure } = written.result;
    const changed = getChangedIds(parts).length;
    if (failure !== undefined) notify.danger({ title: words.stoppedAt(changed), text: describeRefusal(failure) });
    if (changed > 0)
      offerUndo(words.done[bulk.change](changed), async () => {
        const back = await undo(bulk, parts);
        await announce(...announced);
        if (back < changed) notify.warning({ title: words.undoneInPart(back, changed), text: words.movedOn[bulk.change] });
      });
    else if (failure === undefined) notify.info({ title: words.soAlready });
    return failure === undefined ? 'done' : 'failed';
  };
  return { apply, busy: write.isPending, soFar };
}

/** Takes back what was changed, part by part, and answers of how many products. What was deleted since is left out. */
async function undo({ change, set }: Bulk, parts: readonly ProductChanges[]): Promise<number> {
  const bodies: (Named & { change: ProductChange; product_set?: string })[] =
    change === 'set' || change === 'unset'
      ? parts.map(({ before }) => ({ change: 'put-back', product_set: set, before }))
      : toIdBatches(getChangedIds(parts)).map((products) => ({ change: BACK[change], products }));
  let back = 0;
  for (const body of bodies) back += (await send({ ...body, skip_gone: true })).changed.length;
  return back;
}
const BACK = { verify: 'unverify', unverify: 'verify', delete: 'restore' } as const;

/** What was picked, as the call takes it. */
export const picked = ({ ids, all }: { ids: ReadonlySet<string>; all: boolean }, filters: ProductFilters): Bulk['which'] =>
  all ? { filter: filterQuery(filters) } : { products: [...ids] };
