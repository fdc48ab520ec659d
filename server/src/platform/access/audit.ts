import type { AuditAction } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../database/connection';

/** Maximum number of ids in the entry of a bulk change. The entry also contains the number of all changed rows. */
const MAX_CHANGED_IDS = 100;

export interface AuditEvent {
  action: AuditAction;
  /**
   * The user who acted. Null for a command of the operator. `origin` is set if the identity provider caused the action, by a
   * change of the user's groups.
   */
  actor: { id: string; username: string; origin?: 'oidc' } | null;
  /** Kind of the affected row, as in the paths of the API. */
  subject?: string;
  subjectId?: string;
  /** The ids of all rows that a bulk change affected. */
  changedIds?: readonly string[];
}

/** Adds an entry to the audit log of each workspace. Call it in the transaction of the audited change. */
export async function recordAuditEvent(
  db: Db,
  workspaceIds: readonly string[],
  { action, actor, subject, subjectId, changedIds }: AuditEvent,
): Promise<void> {
  if (workspaceIds.length === 0) return;
  const auditEntry = {
    user_id: actor?.id ?? null,
    username: actor?.username ?? null,
    origin: actor?.origin ?? null,
    action,
    subject: subject ?? null,
    subject_id: subjectId ?? null,
    changed_count: changedIds?.length ?? null,
    changed_ids: changedIds?.slice(0, MAX_CHANGED_IDS) ?? null,
  };
  await db
    .insertInto('audit_entry')
    .values(workspaceIds.map((workspace_id) => ({ workspace_id, ...auditEntry })))
    .execute();
}

/**
 * Records an action in the audit log of every workspace that the user is a member of. If `isActor` is false, somebody else acted on the
 * user's account and the entry names no actor.
 */
export async function recordUserAuditEvent(
  db: Db,
  userId: string,
  action: AuditAction,
  isActor: boolean,
  origin: 'oidc' | null = null,
): Promise<void> {
  await sql`
    insert into audit_entry (workspace_id, user_id, username, origin, action, subject, subject_id)
    select m.workspace_id, ${isActor ? sql`u.id` : sql`null`}, ${isActor ? sql`u.username` : sql`null`},
      ${origin}, ${action}, 'user', u.id::text
    from membership m join app_user u on u.id = m.user_id where u.id = ${userId}`.execute(db);
}

/** Deletes audit entries older than `days`. With 0, entries are kept forever. */
export async function deleteExpiredAuditEntries(db: Db, days: number): Promise<void> {
  if (days === 0) return;
  await db.transaction().execute(async (trx) => {
    await sql`set local console.forgets_audit = 'on'`.execute(trx);
    await sql`delete from audit_entry where created < clock_timestamp() - make_interval(days => ${days})`.execute(trx);
  });
}
