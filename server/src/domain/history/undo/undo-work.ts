import { hasPermission, type Permission, type RestoreResult } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { listLimitedUsers } from '../../../platform/access/job-access';
import { findMemberRole } from '../../../platform/access/member-role';
import { declareWriter } from '../../../platform/database/change-log';
import type { Db } from '../../../platform/database/connection';
import type { WorkContext, WorkKind } from '../../../platform/queue/kind';
import { withLeanHeap } from '../../../platform/queue/lean-heap';
import { lockWorkspaceMembers } from '../../team/lock-members';
import { listEntryConditions, undoConditions } from './execute-undo';
import { messages } from './messages';
import { UNDO_CHANGES, UndoWorkInput, type UndoLimits } from './undo-input';

/** Creates the background work that undoes changes with very many entries in one transaction, completely or not at all. */
export function createUndoKind({ batchSize }: Pick<UndoLimits, 'batchSize'>): WorkKind {
  return {
    name: UNDO_CHANGES,
    concurrency: 1,
    permission: 'annotate',
    run: (context) => withLeanHeap(() => runUndo(context, batchSize)),
  };
}

async function runUndo({ work, progress, runAtomically }: WorkContext, batchSize: number): Promise<RestoreResult> {
  const input = UndoWorkInput.parse(work.input);
  // An earlier attempt has committed its result, but was interrupted before the background work finished.
  if (input.result) return input.result;
  const { workspaceId } = work;
  return runAtomically(async (trx) => {
    await requirePermissions(trx, workspaceId, input);
    await sql`savepoint undo`.execute(trx);
    await declareWriter(trx, { ...input.writer, workId: work.id });
    let doneCount = 0;
    let totalCount = 0;
    const result = await undoConditions(trx, await listEntryConditions(trx, input), {
      ...input,
      workspaceId,
      batchSize,
      report: (currentDone, currentTotal) => {
        [doneCount, totalCount] = [currentDone, currentTotal];
        return progress(doneCount, totalCount);
      },
    });
    if (input.dryRun) await sql`rollback to savepoint undo`.execute(trx);
    return { result, checkpoint: { done: doneCount, total: totalCount, input: { ...input, result } } };
  });
}

/** Throws if the user has lost a permission since the request, or now only has access to jobs. */
async function requirePermissions(
  trx: Db,
  workspaceId: string,
  { user, permissions }: { user: { id: string }; permissions: readonly Permission[] },
): Promise<void> {
  if (permissions.includes('members')) await lockWorkspaceMembers(trx, workspaceId);
  const role = await findMemberRole(trx, workspaceId, user.id);
  const isLimited = (await listLimitedUsers(trx, workspaceId, [user.id])).length > 0;
  if (role === null || isLimited || !permissions.every((permission) => hasPermission(role, permission)))
    throw new Error(messages.permissionLost);
}
