import { announce, api } from '@console/shared-auth';
import type { ProductChange, ProductPlace } from '@console/shared-contract/api';
import { useNotify } from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { useWrite } from '@console/shared-ui/pages';
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

type Body = { change: ProductChange; product_set?: string } & (Bulk['which'] | { before: ProductPlace[] });
const send = (body: Body) => api.call('POST /product/v2/product/change', { body });
const announced = [{ topic: 'products' }, { topic: 'product-sets' }] as const;

/** Changes many products by one call, and offers to take it back for those that were changed. */
export function useBulk() {
  const offerUndo = useUndoNotice();
  const notify = useNotify();
  const write = useWrite({
    send: ({ change, which, set }: Bulk) => send({ change, ...which, product_set: set }),
    failure: words.failed,
    changes: () => [...announced],
  });
  const apply = async (bulk: Bulk): Promise<'done' | 'failed' | null> => {
    const written = await write.send(bulk);
    if (!written) return null;
    if (!written.ok) return 'failed';
    const { changed, before } = written.answer;
    if (changed.length === 0) {
      notify.info({ title: words.soAlready });
      return 'done';
    }
    offerUndo(words.done[bulk.change](changed.length), async () => {
      const back = await send(undoOf(bulk, changed, before));
      await announce(...announced);
      if (back.changed.length < changed.length)
        notify.warning({ title: words.undoneInPart(back.changed.length, changed.length), text: words.movedOn[bulk.change] });
    });
    return 'done';
  };
  return { apply, busy: write.isPending };
}

function undoOf({ change, set }: Bulk, products: string[], before: ProductPlace[]): Body {
  switch (change) {
    case 'verify':
      return { change: 'unverify', products };
    case 'unverify':
      return { change: 'verify', products };
    case 'delete':
      return { change: 'restore', products };
    case 'set':
    case 'unset':
      return { change: 'put-back', product_set: set, before };
  }
}

/** What was picked, as the call takes it. */
export const picked = ({ ids, all }: { ids: ReadonlySet<string>; all: boolean }, filters: ProductFilters): Bulk['which'] =>
  all ? { filter: filterQuery(filters) } : { products: [...ids] };
