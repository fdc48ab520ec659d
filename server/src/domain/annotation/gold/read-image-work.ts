import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { ItemAnnotations } from '../../quality/gold/gold-work';
import { selectImageShapes } from '../jobs/work/snapshots';

/** Reads the current labels and shapes of images, in the format of the snapshots that are saved when a user finishes an item. */
export async function readImageWork(db: Db, imageIds: readonly string[]): Promise<(ItemAnnotations & { imageId: string })[]> {
  const { rows } = await sql<ItemAnnotations & { imageId: string }>`
    select i.image_id as "imageId",
      coalesce((
        select jsonb_agg(jsonb_build_object('label', l.label_id, 'value', l.value) order by l.label_id)
        from image_label l where l.image_id = i.image_id), '[]') as labels,
      coalesce((select jsonb_agg(to_jsonb(s) - '{id,meta_data}'::text[]) from (${selectImageShapes}) s), '[]') as shapes
    from unnest(${imageIds}::uuid[]) as i(image_id)`.execute(db);
  return rows;
}
