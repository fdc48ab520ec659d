import { sql, type Kysely } from 'kysely';

/** Allows deletions from the audit log only in transactions that set `console.forgets_audit`, as the retention task does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function refuse_audit_change() returns trigger language plpgsql as
    $$ begin
      if tg_op = 'DELETE' and current_setting('console.forgets_audit', true) = 'on' then return null; end if;
      raise exception 'the audit log is append-only';
    end $$`.execute(db);
  await sql`create index audit_entry_created on audit_entry (created)`.execute(db);
}
