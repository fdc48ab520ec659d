import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { IS_RESTORABLE_DELETION } from '../tables/restorable-kinds';
import { logTable } from './0039_change_log';

/** Adds the quality settings of workspaces, and lets users restore deleted models (ADR 0087). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table quality_settings (
      workspace_id uuid primary key references workspace(id) on delete cascade,
      todo_number int not null default 1 check (todo_number between 1 and 4),
      randomize boolean not null default true,
      auto_complete boolean not null default false,
      instructions text not null default '',
      review_share int not null default 100 check (review_share between 1 and 100)
    )`.execute(db);
  for (const table of LOGGED_TABLES.filter(({ name }) => name === 'quality_settings')) await logTable(db, table);
  await sql`drop index change_deleted`.execute(db);
  await sql`create index change_deleted on change (workspace_id, id) where ${IS_RESTORABLE_DELETION}`.execute(db);
}
