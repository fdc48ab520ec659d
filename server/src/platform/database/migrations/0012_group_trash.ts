import { sql, type Kysely } from 'kysely';

/** Creates the trash of deleted similarity groups that can be restored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deleted_group (
      id uuid primary key,
      workspace_id uuid not null references workspace(id) on delete cascade,
      -- the complete row, and the rows that referred to it by the name of their table
      row jsonb not null,
      links jsonb not null default '{}',
      deleted_at timestamptz not null default clock_timestamp(),
      deleted_by uuid references app_user(id) on delete set null
    )`.execute(db);
  await sql`create index deleted_group_workspace on deleted_group (workspace_id)`.execute(db);
  await sql`create index deleted_group_deleted_at on deleted_group (deleted_at)`.execute(db);
  await sql`create index deleted_group_deleted_by on deleted_group (deleted_by)`.execute(db);
}
