import { sql, type Kysely } from 'kysely';

/**
 * Who changed a shape last, so that a conflict can name them. Null: nobody since this was kept, or since it was drawn. Without
 * a reference: a row that comes back from the trash may name somebody who is gone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['detection_object', 'polygon', 'point'])
    await sql`alter table ${sql.table(table)} add column changed_by uuid`.execute(db);
}
