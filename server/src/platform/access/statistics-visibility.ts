import type { StatisticsVisibility } from '@console/shared-contract/api';
import type { Db } from '../database/connection';
import type { Scope } from './scope';
import { recordAuditEvent, type AuditEvent } from './audit';

/** Reads whether members of a workspace may see the statistics of other users. */
export async function readStatisticsVisibility(db: Db, workspaceId: string): Promise<StatisticsVisibility> {
  const row = await db
    .selectFrom('workspace')
    .select('statistics_visibility')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row.statistics_visibility;
}

/** Whether the caller may see only their own statistics. The setting does not apply to members who manage members. */
export async function isLimitedToOwnStatistics(db: Db, scope: Pick<Scope, 'isAllowed'>, workspaceId: string): Promise<boolean> {
  return !scope.isAllowed(workspaceId, 'members') && (await readStatisticsVisibility(db, workspaceId)) === 'own';
}

/** Sets whether members see the statistics of other users, and records a change in the audit log. */
export async function setStatisticsVisibility(
  db: Db,
  workspaceId: string,
  visibility: StatisticsVisibility,
  actor: AuditEvent['actor'],
): Promise<void> {
  if (visibility === (await readStatisticsVisibility(db, workspaceId))) return;
  await db.updateTable('workspace').set({ statistics_visibility: visibility }).where('id', '=', workspaceId).execute();
  await recordAuditEvent(db, [workspaceId], {
    action: 'statistics-visibility',
    actor,
    subject: 'statistics-visibility',
    subjectId: visibility,
  });
}
