import { api } from '@console/shared-auth';
import type { ProductChange, ProductChanges, ProductSetAssignment } from '@console/shared-contract/api';
import { getChangedIds, toIdBatches, type BulkChanges } from '@console/shared-ui/bulk';
import { messages } from '../messages';
import type { ProductQuery } from './products.queries';

export const BULK_CHANGES = ['verify', 'unverify', 'set', 'unset', 'delete'] as const;
export type BulkChange = (typeof BULK_CHANGES)[number];

const INVERSE_CHANGES = { verify: 'unverify', unverify: 'verify', delete: 'restore' } as const;

type ChangeTarget =
  { products: string[] } | { before: ProductSetAssignment[] } | { filter: ProductQuery; in_parts: true; after: string | null };
const send = (body: ChangeTarget & { change: ProductChange; product_set?: string; skip_gone?: boolean }) =>
  api.call('POST /product/v2/product/change', { body, repeatable: true });

/** Bulk changes of products. The input of `set` is the id of the set. */
export const productBulkChanges: BulkChanges<BulkChange, ProductQuery, ProductChanges> = {
  messages: messages.bulk,
  changes: [{ topic: 'products' }, { topic: 'product-sets' }],
  deletion: { dependentsCall: 'POST /product/v2/product/dependents', canUndo: true },
  send: (change, target, product_set) =>
    send({ change, product_set, ...('ids' in target ? { products: target.ids } : { ...target, in_parts: true }) }),
  // Undo skips products that have been deleted since.
  getUndoCalls: (change, batches, product_set) =>
    change === 'set' || change === 'unset'
      ? batches.map(
          ({ before }) =>
            () =>
              send({ change: 'put-back', product_set, before, skip_gone: true }),
        )
      : toIdBatches(getChangedIds(batches)).map(
          (products) => () => send({ change: INVERSE_CHANGES[change], products, skip_gone: true }),
        ),
};
