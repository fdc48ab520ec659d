import { sql, type Kysely } from 'kysely';

/** Evaluations store the quality of their model with intervals, which remains when their images are deleted (ADR 0065). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table evaluation_task add column quality jsonb`.execute(db);
}
