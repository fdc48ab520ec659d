import { sql, type Kysely } from 'kysely';

/** Adds an index of polygons by label and image, which alone suffices to count the images of a label. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index polygon_label_image on polygon (segmentation_label_id, image_id)`.execute(db);
}
