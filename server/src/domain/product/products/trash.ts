import type { Db } from '../../../platform/database/connection';
import type { FileStore } from '../../../platform/files/store';
import { purgeTrash, type TrashDefinition } from '../../../data-access/rows/trash';

/** The trash of products, with their images and prices. */
export const productTrash: TrashDefinition = {
  table: 'product',
  trashTable: 'deleted_product',
  links: [
    { name: 'product_image', table: 'product_image', column: 'product_id' },
    { name: 'price', table: 'price', column: 'product_id' },
  ],
  clearedRefs: [
    { column: 'collection_id', table: 'product_collection', type: 'int' },
    { column: 'product_set_id', table: 'product_set', type: 'uuid' },
  ],
};

interface TrashLinks {
  product_image: { img_key: string; thumb_key: string; display_key: string | null }[];
}

/** Permanently deletes expired products of the trash, and then the files of their images. */
export async function purgeDeletedProducts(db: Db, files: Pick<FileStore, 'delete'>, now?: Date): Promise<void> {
  const purged = await purgeTrash(db, productTrash, now);
  const images = purged.flatMap(({ links }) => (links as TrashLinks).product_image);
  for (const image of images)
    for (const key of [image.img_key, image.thumb_key, image.display_key]) if (key !== null) await files.delete(key);
}
