import type { Config } from '../config';
import type { Db } from '../database/connection';
import type { FileStore } from '../files/store';
import { cropBoxes } from './accept';

const CONTENT_TYPE = 'image/webp';

interface UncroppedObject {
  id: string;
  thumb_token: string;
  data: number[];
}

interface SourceImage {
  id: string;
  img_key: string;
}

interface CropDeps {
  db: Db;
  files: FileStore;
  config: Pick<Config, 'maxPixels'>;
}

/** Running crops by the id of their image. */
const runningCrops = new Map<string, Promise<void>>();

/** Finds the object with the token of a crop. */
export function findObjectByToken(db: Db, token: string) {
  return db
    .selectFrom('detection_object as o')
    .innerJoin('training_image as i', 'i.id', 'o.image_id')
    .select(['o.thumb_key', 'o.image_id', 'o.workspace_id', 'i.img_key'])
    .where('o.thumb_token', '=', token)
    .executeTakeFirst();
}

/** Returns the file key of an object's crop, which is created on first use. Null if the object or its image does not exist. */
export async function getCropKey(deps: CropDeps, token: string): Promise<string | null> {
  const object = await findObjectByToken(deps.db, token);
  if (!object || object.thumb_key !== null) return object?.thumb_key ?? null;
  await cropOnce(deps, { id: object.image_id, img_key: object.img_key });
  return (await findObjectByToken(deps.db, token))?.thumb_key ?? null;
}

function cropOnce({ db, files, config }: CropDeps, image: SourceImage): Promise<void> {
  const runningCrop =
    runningCrops.get(image.id) ?? cropObjects(db, files, image, config.maxPixels).finally(() => runningCrops.delete(image.id));
  runningCrops.set(image.id, runningCrop);
  return runningCrop;
}

/** Creates all missing crops of an image, because the crops of an image are usually viewed together. */
async function cropObjects(db: Db, files: FileStore, image: SourceImage, maxPixels: number): Promise<void> {
  const uncroppedObjects = await db
    .selectFrom('detection_object')
    .select(['id', 'thumb_token', 'data'])
    .where('image_id', '=', image.id)
    .where('thumb_key', 'is', null)
    .execute();
  const bytes = uncroppedObjects.length > 0 ? await files.read(image.img_key) : null;
  if (!bytes) return;
  const crops = await cropBoxes(
    bytes,
    uncroppedObjects.map((object) => object.data),
    maxPixels,
  );
  for (const [index, object] of uncroppedObjects.entries()) {
    const crop = crops[index];
    if (crop) await storeCrop(db, files, object, crop);
  }
}

async function storeCrop(db: Db, files: FileStore, object: UncroppedObject, crop: Uint8Array): Promise<void> {
  const key = await files.put(crop, CONTENT_TYPE);
  // Store the crop only if the box has not moved, and no other process has stored a crop meanwhile.
  const updatedRow = await db
    .updateTable('detection_object')
    .set({ thumb_key: key })
    .where('id', '=', object.id)
    .where('thumb_token', '=', object.thumb_token)
    .where('thumb_key', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!updatedRow) await files.delete(key);
}
