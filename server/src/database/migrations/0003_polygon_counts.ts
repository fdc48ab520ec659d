import { sql, type Kysely } from 'kysely';

/** Polygons of a label by image, so that a label's images are counted from the index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index polygon_label_image on polygon (segmentation_label_id, image_id)`.execute(db);
}
