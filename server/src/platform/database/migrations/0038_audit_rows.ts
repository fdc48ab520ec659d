import { sql, type Kysely } from 'kysely';

/** Adds the number of rows that a bulk change affected to its audit entry, and ids of these rows. Null for other entries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_entry add column changed_count int, add column changed_ids text[]`.execute(db);
}
