import type { ProductFilter } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { ReferencedRows } from '../../../data-access/rows/references';
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
  const where = [sql`p.workspace_id = ${workspaceId}`];
  if (query.product_collection !== undefined) where.push(sql`p.collection_id = ${query.product_collection}`);
  if (query.product_set) where.push(sql`p.product_set_id = ${query.product_set}`);
  if (query.search) where.push(containsText('p.name', query.search));
  if (query.find)
    where.push(sql`(${containsText('p.name', query.find)} or ${containsText('p.customer_product_id', query.find)})`);
  if (query.customer_product_id !== undefined) where.push(sql`p.customer_product_id = ${query.customer_product_id}`);
  if (query.verified !== undefined) where.push(sql`p.verified = ${query.verified}`);
  if (query.empty !== undefined) where.push(query.empty ? sql`p.images_count = 0` : sql`p.images_count > 0`);
  if (query.lacks) where.push(hasGapCondition(query.lacks, workspaceId));
  return where;
}

/** Like `containsText` of rows/view, but as a LIKE pattern that the trigram index supports. */
function containsText(column: string, text: string): RawBuilder<unknown> {
  return sql`lower(${sql.ref(column)}) like '%' || lower(${text.replace(/[\\%_]/g, '\\$&')}) || '%'`;
}
