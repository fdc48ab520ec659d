import { ProductFilter } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { defineFilters } from '../../../data-access/rows/filters';
import type { ReferencedRows } from '../../../data-access/rows/references';
import { equalsId } from '../../../data-access/rows/view';
import { hasGapCondition } from './completeness';

export type ProductFilters = z.output<typeof ProductFilter>;

/** The collection and set of a product, as sent by a client. */
export interface CatalogueLocation {
  product_collection?: number | null;
  product_set?: string | null;
}

/** Lists the collection and set that a body or a filter refers to. */
export function listProductReferences({ product_collection, product_set }: CatalogueLocation): ReferencedRows[] {
  return [
    {
      table: 'product_collection',
      ids: [product_collection ?? undefined],
      field: 'product_collection',
      entityName: 'Collection',
    },
    { table: 'product_set', ids: [product_set ?? undefined], field: 'product_set', entityName: 'Set' },
  ];
}

/** Converts the filters of a product list to SQL conditions on a product `p`. */
export function toProductConditions(workspaceId: string, query: ProductFilters): RawBuilder<unknown>[] {
  return [sql`p.workspace_id = ${workspaceId}`, ...toConditions(query, workspaceId)];
}

const toConditions = defineFilters(ProductFilter)<string, RawBuilder<unknown>>({
  product_collection: (id) => sql`p.collection_id = ${id}`,
  product_set: (id) => sql`p.product_set_id = ${id}`,
  search: (text) => containsText('p.name', text),
  find: (text) =>
    sql`(${containsText('p.name', text)} or ${containsText('p.customer_product_id', text)} or ${equalsId('p.id', text)})`,
  customer_product_id: (id) => sql`p.customer_product_id = ${id}`,
  verified: (isVerified) => sql`p.verified = ${isVerified}`,
  empty: (isEmpty) => (isEmpty ? sql`p.images_count = 0` : sql`p.images_count > 0`),
  lacks: (gap, workspaceId) => hasGapCondition(gap, workspaceId),
});

/** Like `containsText` of rows/view, but with a LIKE pattern, for which PostgreSQL can use the trigram index. */
function containsText(column: string, text: string): RawBuilder<unknown> {
  return sql`lower(${sql.ref(column)}) like '%' || lower(${text.replace(/[\\%_]/g, '\\$&')}) || '%'`;
}
