import type { ProductFilter } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { ReferencedRows } from '../../rows/references';
import { lacksCondition } from './completeness';

export type ProductFilters = z.output<typeof ProductFilter>;

export interface Place {
  product_collection?: number | null;
  product_set?: string | null;
}

/** The collection and the set that a body or a filter names. */
export function placeOf({ product_collection, product_set }: Place): ReferencedRows[] {
  return [
    { table: 'product_collection', ids: [product_collection ?? undefined], field: 'product_collection', entityName: 'Collection' },
    { table: 'product_set', ids: [product_set ?? undefined], field: 'product_set', entityName: 'Set' },
  ];
}

/** The conditions of a list of products, on a product of alias `p`. */
export function productConditions(workspaceId: string, query: ProductFilters): RawBuilder<unknown>[] {
  const where = [sql`p.workspace_id = ${workspaceId}`];
  if (query.product_collection !== undefined) where.push(sql`p.collection_id = ${query.product_collection}`);
  if (query.product_set) where.push(sql`p.product_set_id = ${query.product_set}`);
  if (query.search) where.push(contains('p.name', query.search));
  if (query.find) where.push(sql`(${contains('p.name', query.find)} or ${contains('p.customer_product_id', query.find)})`);
  if (query.customer_product_id !== undefined) where.push(sql`p.customer_product_id = ${query.customer_product_id}`);
  if (query.verified !== undefined) where.push(sql`p.verified = ${query.verified}`);
  if (query.empty !== undefined) where.push(query.empty ? sql`p.images_count = 0` : sql`p.images_count > 0`);
  if (query.lacks) where.push(lacksCondition(query.lacks, workspaceId));
  return where;
}

/** As `nameHas`, in the words that an index of the parts of names knows. */
function contains(column: string, text: string): RawBuilder<unknown> {
  return sql`lower(${sql.ref(column)}) like '%' || lower(${text.replace(/[\\%_]/g, '\\$&')}) || '%'`;
}
