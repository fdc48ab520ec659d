import type { Product } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import { iso, readOne, type View } from '../../rows/view';

export type ProductRow = Omit<Product, 'thumb'> & { thumb_key: string | null };

export const productView: View<ProductRow> = {
  from: sql`product p left join product_set s on s.id = p.product_set_id`,
  id: sql`p.id`,
  columns: sql<ProductRow>`
    p.id, p.workspace_id as workspace, p.name, p.customer_product_id, p.collection_id as product_collection,
    case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as product_set,
    p.verified, p.meta_data, ${iso('p.created')} as created, p.version,
    (select i.thumb_key from product_image i where i.product_id = p.id order by i.created, i.id limit 1) as thumb_key,
    (select count(*)::int from product_image i where i.product_id = p.id) as images_count`,
};

export function toProduct({ thumb_key, ...row }: ProductRow, fileUrl: (key: string) => string): Product {
  return { ...row, thumb: thumb_key === null ? null : fileUrl(thumb_key) };
}

export async function readProduct(db: Db, id: string, fileUrl: (key: string) => string): Promise<Product> {
  return toProduct(await readOne(db, productView, id), fileUrl);
}
