import { sql, type Kysely } from 'kysely';

/**
 * Indexes the entries of the change log by time, to find recent changes. Entries are written in the order of time, so a block
 * range index suffices.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index change_created on change using brin (created) with (pages_per_range = 8)`.execute(db);
}
