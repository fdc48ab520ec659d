import type { Db } from '../../database/connection';
import type { FileStore } from '../../files/store';
import { cutBoxes } from '../../pictures/accept';

const CONTENT_TYPE = 'image/webp';

interface Uncut {
  id: string;
  thumb_token: string;
  data: number[];
}

interface Picture {
  id: string;
  img_key: string;
}

/** Makes the cut-outs that the objects of a picture still lack; where one is looked at, the others are too. */
export async function cutOutObjects(db: Db, files: FileStore, picture: Picture, maxPixels: number): Promise<void> {
  const uncut = await db
    .selectFrom('detection_object')
    .select(['id', 'thumb_token', 'data'])
    .where('image_id', '=', picture.id)
    .where('thumb_key', 'is', null)
    .execute();
  const bytes = uncut.length > 0 ? await files.read(picture.img_key) : null;
  if (!bytes) return;
  const cuts = await cutBoxes(
    bytes,
    uncut.map((object) => object.data),
    maxPixels,
  );
  for (const [index, object] of uncut.entries()) {
    const cut = cuts[index];
    if (cut) await keepCutOut(db, files, object, cut);
  }
}

async function keepCutOut(db: Db, files: FileStore, object: Uncut, cut: Uint8Array): Promise<void> {
  const key = await files.put(cut, CONTENT_TYPE);
  // The box may have moved, or another process may have been faster.
  const kept = await db
    .updateTable('detection_object')
    .set({ thumb_key: key })
    .where('id', '=', object.id)
    .where('thumb_token', '=', object.thumb_token)
    .where('thumb_key', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!kept) await files.delete(key);
}
