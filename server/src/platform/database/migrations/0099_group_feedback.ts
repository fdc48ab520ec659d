import { sql, type Kysely } from 'kysely';

/** Adds the members of groups to the work before the first feedback on a gold item (ADR 0124). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gold_try add column members jsonb not null default '[]'`.execute(db);
}
