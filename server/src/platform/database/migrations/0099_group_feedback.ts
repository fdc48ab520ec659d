import { sql, type Kysely } from 'kysely';

/**
 * Stores the members of the group before an annotator got the first feedback on a gold-standard item. Only that work is scored
 * (ADR 0124).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gold_try add column members jsonb not null default '[]'`.execute(db);
}
