import type { ProductImage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { toIsoTimestamp, readOne, type RowView } from '../../../data-access/rows/view';

type ImageRow = Omit<ProductImage, 'file' | 'thumb'> & { shown_key: string; thumb_key: string };

export const productImageView: RowView<ImageRow> = {
  from: sql`product_image i`,
  id: sql`i.id`,
  columns: sql<ImageRow>`
    i.id, i.workspace_id as workspace, i.product_id as product, i.name, coalesce(i.display_key, i.img_key) as shown_key, i.thumb_key,
    i.sync_status, i.meta_data, i.objects as _objects, ${toIsoTimestamp('i.created')} as created, i.version`,
};

export function toProductImage({ shown_key, thumb_key, ...row }: ImageRow, fileUrl: (key: string) => string): ProductImage {
  return { ...row, file: fileUrl(shown_key), thumb: fileUrl(thumb_key) };
}

export async function readProductImage(db: Db, id: string, fileUrl: (key: string) => string): Promise<ProductImage> {
  return toProductImage(await readOne(db, productImageView, id), fileUrl);
}
