import { sql, type Kysely } from 'kysely';

/** Stores requests for exports. Each request has a URL, and its files are created during the download. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table export_order (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace(id) on delete cascade,
      created_by uuid not null references app_user(id) on delete cascade,
      input jsonb not null,
      created timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index export_order_workspace on export_order (workspace_id)`.execute(db);
  await sql`create index export_order_created_by on export_order (created_by)`.execute(db);
}
