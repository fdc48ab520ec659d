import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';

/**
 * Adds the role of members, the permissions that are required to repeat a stored response, and the storage that a workspace uses.
 * Existing members become managers, who may do everything that members could do before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table membership add column role text not null default 'manager'
      check (role in ('manager', 'reviewer', 'annotator', 'viewer'))`.execute(db);
  for (const table of LOGGED_TABLES.filter(({ name }) => name === 'membership')) await logTable(db, table);
  await sql`alter table idempotency_key add column permissions text[]`.execute(db);
  // The sizes of files never change, so each file is measured once.
  await sql`create table file_size (file_key text primary key, bytes bigint not null)`.execute(db);
  await sql`
    create table storage_use (
      workspace_id uuid primary key references workspace on delete cascade,
      images bigint not null,
      products bigint not null,
      models bigint not null,
      measured timestamptz not null default now()
    )`.execute(db);
}
