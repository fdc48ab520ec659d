import { sql, type Kysely } from 'kysely';

/** Adds a partial index that finds rotated boxes without reading all objects. Few boxes are rotated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index detection_object_rotated on detection_object (image_id) where rotated_box is not null`.execute(db);
}
