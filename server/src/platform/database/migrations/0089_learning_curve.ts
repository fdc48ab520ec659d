import { sql, type Kysely } from 'kysely';

/**
 * Stores the quality of the evaluated model, with confidence intervals. The quality remains stored when the images of the evaluation are
 * deleted (ADR 0065).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table evaluation_task add column quality jsonb`.execute(db);
}
