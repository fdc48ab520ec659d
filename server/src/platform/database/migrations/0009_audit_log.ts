import { sql, type Kysely } from 'kysely';

/**
 * Creates the audit log. It has no foreign keys, because an entry outlives the rows that it describes. A trigger enforces
 * that it is append-only.
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
