import { sql, type Kysely } from 'kysely';

/**
 * Who did what in a workspace. Nothing in it refers to other tables: an entry outlives what it is about. Append-only, which
 * the database holds the server to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_entry (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null,
      created timestamptz not null default clock_timestamp(),
      user_id uuid,
      username text,
      action text not null,
      subject text,
      subject_id text
    )`.execute(db);
  await sql`create index audit_entry_workspace on audit_entry (workspace_id, created desc)`.execute(db);
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log is append-only'; end $$`.execute(db);
  await sql`
    create trigger audit_entry_append_only before update or delete or truncate on audit_entry
    for each statement execute function refuse_audit_change()`.execute(db);
}
