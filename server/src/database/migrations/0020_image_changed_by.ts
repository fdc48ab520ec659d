import { sql, type Kysely } from 'kysely';

/**
 * Who changed the meta data of an image last, so that a conflict can name them: of a row's other columns nobody's writes collide.
 * Null: nobody since this was kept, or since the upload. Without a reference, as for shapes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table training_image add column meta_changed_by uuid`.execute(db);
}
