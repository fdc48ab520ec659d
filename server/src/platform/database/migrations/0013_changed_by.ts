import { sql, type Kysely } from 'kysely';

/**
 * Stores who last changed a shape, for conflict messages. Null if nobody has changed it since this migration or its creation.
 * There is no foreign key, because a row restored from the trash may name a deleted user.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['detection_object', 'polygon', 'point'])
    await sql`alter table ${sql.table(table)} add column changed_by uuid`.execute(db);
}
