import type { Db } from '../../../platform/database/connection';
import type { FileStore } from '../../../platform/files/store';
import { cropBoxes, withAcceptedImage } from '../../../platform/images/accept';
import { storeUploadedImage, type StoredImage } from '../../../platform/images/upload';

interface CropContext {
  files: FileStore;
  maxPixels: number;
  /** Registers an action that deletes the files if the transaction is rolled back. */
  onRollback: (action: () => Promise<void>) => void;
}

/** Crops an object from the stored original at full resolution and stores it as an image. Returns null if the original is missing. */
export async function storeCrop(
  { img_key, data }: { img_key: string; data: number[] },
  { files, maxPixels, onRollback }: CropContext,
): Promise<StoredImage | null> {
  const bytes = await files.read(img_key);
  const [crop] = bytes ? await cropBoxes(bytes, [data], maxPixels, true) : [];
  return crop
    ? withAcceptedImage(Buffer.from(crop), { maxPixels }, (image) => storeUploadedImage(files, image, onRollback))
    : null;
}

interface NewCrop {
  product: { id: string; workspace_id: string };
  object: { id: string; image_id: string; image_name: string | null };
  stored: StoredImage;
}

/** Adds a stored crop to a product, named after its source image. Returns the id of the product image. */
export async function insertCrop(trx: Db, { product, object, stored: storedFile }: NewCrop): Promise<string> {
  const { content_hash: _, ...imageFields } = storedFile;
  const { id } = await trx
    .insertInto('product_image')
    .values({
      ...imageFields,
      workspace_id: product.workspace_id,
      product_id: product.id,
      name: object.image_name?.slice(0, 255) ?? '',
      meta_data: JSON.stringify({ image: object.image_id, object: object.id }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
