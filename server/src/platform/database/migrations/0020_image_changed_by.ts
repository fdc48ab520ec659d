import { sql, type Kysely } from 'kysely';

/**
 * Stores who last changed the meta data of an image, for conflict messages; writes to other columns cannot conflict.
 * Null if nobody has changed them since this migration or the upload. Like for shapes, there is no foreign key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table training_image add column meta_changed_by uuid`.execute(db);
}
