import type { RestoreResult, RowReference } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import { toChangeWriter, type Caller } from '../../../platform/access/caller';
import { declareWriter } from '../../../platform/database/change-log';
import type { Db } from '../../../platform/database/connection';
import { HttpError } from '../../../platform/errors';
import { messages } from './messages';
import { selectRows } from './select-rows';
import { undoChanges, type UndoRequest } from './undo-run';

/** Maximum number of entries of one undo, which a server handles in memory and in one transaction. */
const MAX_ENTRIES = 200_000;
const MAX_RETURNED_CONFLICTS = 200;

export interface UndoCall extends Omit<UndoRequest, 'entries' | 'user'> {
  user: Pick<Caller, 'id' | 'username' | 'session_id' | 'token'>;
  /** SQL conditions of the entries `c`. They are undone one after the other. */
  entries: readonly RawBuilder<unknown>[];
  /** Only these rows, and deleted rows that belong to them. */
  rows?: readonly RowReference[];
  /** The set that the API operation undoes completely. */
  undoes?: { changeSet: number; action: string };
  dryRun: boolean;
}

/** Undoes entries of the change log as one change set, or returns what this would do. Throws 409 for too many entries. */
export async function executeUndo(db: Db, { user, entries, rows, undoes, dryRun, ...request }: UndoCall): Promise<RestoreResult> {
  const selections: RawBuilder<unknown>[] = [];
  let count = 0;
  for (const all of entries) {
    const condition = rows ? await selectRows(db, all, rows) : all;
    selections.push(condition);
    const counted = await sql<{ count: number }>`select count(*)::int as count from change c where ${condition}`.execute(db);
    count += counted.rows[0]?.count ?? 0;
  }
  if (count > MAX_ENTRIES) throw new HttpError(409, messages.tooManyEntries(count, MAX_ENTRIES));
  await sql`savepoint undo`.execute(db);
  if (undoes)
    await declareWriter(db, {
      ...toChangeWriter(user),
      action: undoes.action,
      undoes: undoes.changeSet,
    });
  const outcomes = [];
  for (const condition of selections) outcomes.push(await undoChanges(db, { ...request, user, entries: condition }));
  const changeSet = dryRun ? null : await findCreatedSet(db, request.workspaceId);
  if (dryRun) await sql`rollback to savepoint undo`.execute(db);
  const conflicts = outcomes.flatMap((outcome) => outcome.conflicts);
  return {
    change_set: changeSet,
    undone: outcomes.reduce((sum, { undone }) => sum + undone, 0),
    conflict_count: conflicts.length,
    conflicts: conflicts.slice(0, MAX_RETURNED_CONFLICTS),
  };
}

/** Returns the set that the triggers have created in this transaction, or null. */
async function findCreatedSet(db: Db, workspaceId: string): Promise<number | null> {
  const { rows } = await sql<{ open: string | null }>`select current_setting('console.change_set', true) as open`.execute(db);
  const [workspace, id] = (rows[0]?.open ?? '').split(' ');
  return workspace === workspaceId && id ? Number(id) : null;
}
