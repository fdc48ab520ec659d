import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';

/** Adds the rules of similarity tasks (ADR 0118). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table similarity_task add column rules jsonb not null default '{}' check (jsonb_typeof(rules) = 'object')`.execute(db);
  for (const table of LOGGED_TABLES.filter(({ name }) => name === 'similarity_task')) await logTable(db, table);
}
