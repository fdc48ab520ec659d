import type { Db } from '../../../platform/database/connection';
import { deleteFiles } from '../../../platform/files/delete-files';
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
  await deleteFiles(
    files,
    images.flatMap(({ img_key, thumb_key, display_key }) => [img_key, thumb_key, display_key]),
  );
}
