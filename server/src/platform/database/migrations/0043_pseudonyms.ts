import { sql, type Kysely } from 'kysely';

/**
 * Allows changes of the audit log in transactions that set `console.forgets_audit`: they replace the names of users whose
 * personal data is erased. Deletions by the retention task were already allowed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function refuse_audit_change() returns trigger language plpgsql as
    $$ begin
      if tg_op in ('UPDATE', 'DELETE') and current_setting('console.forgets_audit', true) = 'on' then return null; end if;
      raise exception 'the audit log is append-only';
    end $$`.execute(db);
}
