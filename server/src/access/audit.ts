import type { AuditAction } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../database/connection';

export interface Audited {
  action: AuditAction;
  /** Null: the operator, by a command. */
  by: { id: string; username: string } | null;
  /** Kind of what it was done to, as the API's paths name it. */
  subject?: string;
  subjectId?: string;
}

/** Adds an entry to the log of each workspace, in the transaction of what it tells. */
export async function record(
  db: Db,
  workspaceIds: readonly string[],
  { action, by, subject, subjectId }: Audited,
): Promise<void> {
  if (workspaceIds.length === 0) return;
  const entry = {
    user_id: by?.id ?? null,
    username: by?.username ?? null,
    action,
    subject: subject ?? null,
    subject_id: subjectId ?? null,
  };
  await db
    .insertInto('audit_entry')
    .values(workspaceIds.map((workspace_id) => ({ workspace_id, ...entry })))
    .execute();
}

/** Adds what a user did, or what was done to their account, to the log of every workspace they are a member of. */
export async function recordOfUser(db: Db, userId: string, action: AuditAction, isOwnDeed: boolean): Promise<void> {
  await sql`
    insert into audit_entry (workspace_id, user_id, username, action, subject, subject_id)
    select m.workspace_id, ${isOwnDeed ? sql`u.id` : sql`null`}, ${isOwnDeed ? sql`u.username` : sql`null`},
      ${action}, 'user', u.id::text
    from membership m join app_user u on u.id = m.user_id where u.id = ${userId}`.execute(db);
}

/** Deletes entries older than so many days; 0: none. */
export async function forgetOldEntries(db: Db, days: number): Promise<void> {
  if (days === 0) return;
  await db.transaction().execute(async (trx) => {
    await sql`set local console.forgets_audit = 'on'`.execute(trx);
    await sql`delete from audit_entry where created < clock_timestamp() - make_interval(days => ${days})`.execute(trx);
  });
}
