import { sql, type Kysely } from 'kysely';

/**
 * Adds indexes that find out whether an image refers to a discarded file. Without them, the task that deletes such files reads all
 * images for each batch.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['training_image', 'product_image'])
    await sql`create index ${sql.ref(`${table}_thumb_key`)} on ${sql.table(table)} using hash (thumb_key)`.execute(db);
  await sql`create index training_image_mask_key on training_image using hash (mask_key) where mask_key is not null`.execute(db);
}
