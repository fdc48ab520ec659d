import { api } from '@console/shared-auth';
import type { ProductChanges } from '@console/shared-contract/api';
import type { BulkChanges } from '@console/shared-ui/bulk';
import { productBulkMessages } from '../common/product-bulk-messages';
import type { ProductQuery } from './products.queries';

export const BULK_CHANGES = ['verify', 'unverify', 'set', 'unset', 'delete'] as const;
export type BulkChange = (typeof BULK_CHANGES)[number];

/** Bulk changes of products. The input of `set` is the id of the set. */
export const productBulkChanges: BulkChanges<BulkChange, ProductQuery, ProductChanges> = {
  messages: productBulkMessages,
  changes: [{ topic: 'products' }, { topic: 'product-sets' }],
  deletion: { dependentsCall: 'POST /product/v2/product/dependents' },
  send: (change, target, product_set, options) => {
    // `in_parts` requests one batch of the matching products.
    const rows = 'ids' in target ? { products: target.ids } : { ...target, in_parts: true };
    return api.call('POST /product/v2/product/change', {
      body: { change, product_set, ...rows },
      repeatable: true,
      ...options,
    });
  },
};
