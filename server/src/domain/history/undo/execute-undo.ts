import type { RestoreResult } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import { toChangeWriter, type Caller } from '../../../platform/access/caller';
import { declareWriter, readWriter } from '../../../platform/database/change-log';
import type { Db } from '../../../platform/database/connection';
import { enqueueWork } from '../../../platform/queue/queue';
import { toEntryCondition } from '../selection/entry-selection';
import { selectRows } from './select-rows';
import { UNDO_CHANGES, type UndoInput, type UndoLimits, type UndoWorkInput } from './undo-input';
import { MAX_RETURNED_CONFLICTS, undoChanges, type UndoRequest } from './undo-run';

interface UndoCall extends Omit<UndoInput, 'user'> {
  workspaceId: string;
  user: Pick<Caller, 'id' | 'username' | 'session_id' | 'token'>;
  /** The permissions that were checked. Background work checks them again. */
  permissions: UndoWorkInput['permissions'];
  /** Set if the API call undoes one complete change set (the writes of one user action): its id, and the action of the API call. */
  undoes?: { changeSet: number; action: string };
}

/**
 * Undoes entries of the change log as one change set, or returns what the undo would do. If there are many entries, background work undoes
 * them, and the result only has the id of this work.
 */
export async function executeUndo(
  db: Db,
  { workspaceId, user, permissions, undoes, ...call }: UndoCall,
  limits: UndoLimits,
): Promise<RestoreResult> {
  const input: UndoInput = { ...call, user: { id: user.id, username: user.username } };
  const conditions = await listEntryConditions(db, input);
  const writer = undoes ? { ...toChangeWriter(user), action: undoes.action, undoes: undoes.changeSet } : await readWriter(db);
  if (await hasMoreEntries(db, conditions, limits.maxDirectEntries)) {
    const workInput: UndoWorkInput = { ...input, permissions, writer };
    const pendingWorkId = await enqueueWork(db, { workspaceId, kind: UNDO_CHANGES, input: workInput, userId: user.id });
    return { change_set: null, undone: 0, conflict_count: 0, conflicts: [], pending: pendingWorkId };
  }
  await sql`savepoint undo`.execute(db);
  await declareWriter(db, writer);
  const result = await undoConditions(db, conditions, {
    ...input,
    workspaceId,
    batchSize: limits.batchSize,
    report: () => Promise.resolve(),
  });
  if (input.dryRun) await sql`rollback to savepoint undo`.execute(db);
  return result;
}

/** Returns the SQL conditions of the entries that an undo reverts, one for each selection. */
export async function listEntryConditions(trx: Db, { selections, rows }: UndoInput): Promise<RawBuilder<unknown>[]> {
  const conditions = selections.map(toEntryCondition);
  return rows ? selectRows(trx, conditions, rows) : conditions;
}

/** Undoes the entries of each condition, one after the other. The result of a dry run has no change set. */
export async function undoConditions(
  trx: Db,
  conditions: readonly RawBuilder<unknown>[],
  { dryRun, ...request }: Omit<UndoRequest, 'entries'> & { dryRun: boolean },
): Promise<RestoreResult> {
  const result: RestoreResult = { change_set: null, undone: 0, conflict_count: 0, conflicts: [] };
  for (const entries of conditions) {
    const { undone, conflictCount, conflicts } = await undoChanges(trx, { ...request, entries });
    result.undone += undone;
    result.conflict_count += conflictCount;
    result.conflicts.push(...conflicts.slice(0, MAX_RETURNED_CONFLICTS - result.conflicts.length));
  }
  return dryRun ? result : { ...result, change_set: await findCreatedChangeSet(trx, request.workspaceId) };
}

async function hasMoreEntries(db: Db, conditions: readonly RawBuilder<unknown>[], max: number): Promise<boolean> {
  let remainingCount = max;
  for (const condition of conditions) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (select from change c where ${condition} limit ${remainingCount + 1}) e`.execute(db);
    remainingCount -= rows[0]?.count ?? 0;
    if (remainingCount < 0) return true;
  }
  return false;
}

/** Returns the id of the change set that the triggers have created in this transaction, or null. */
async function findCreatedChangeSet(db: Db, workspaceId: string): Promise<number | null> {
  const { rows } = await sql<{ open: string | null }>`select current_setting('console.change_set', true) as open`.execute(db);
  const [workspace, id] = (rows[0]?.open ?? '').split(' ');
  return workspace === workspaceId && id ? Number(id) : null;
}
