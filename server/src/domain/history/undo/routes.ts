import { RestoreResult, type ChangedKind, type UndoResult } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { Scope } from '../../../platform/access/scope';
import { HttpError, notFound } from '../../../platform/errors';
import { route } from '../../../platform/http/route/route';
import { executeUndo } from './execute-undo';
import { messages } from './messages';
import { listChanges, requireAccess } from './required-access';
import { UNDO_CHANGES } from './undo-input';

const entityName = 'Undo';
const NO_CHANGES = { change_set: null, undone: 0, conflict_count: 0, conflicts: [] };

/**
 * Starts background work that undoes the results of earlier background work (`workId`). Returns the id of the new work, or null if the
 * earlier work cannot be undone.
 */
type StartWorkUndo = (trx: Db, scope: Scope, workId: string, userId: string) => Promise<string | null>;

/** Registers the routes that undo change sets, and return the results of large undos. */
export function bindUndo(app: FastifyInstance, startWorkUndo: StartWorkUndo): void {
  route(app, 'POST /history/v2/undo', { largeBody: true }, async ({ body, db, scope, user }): Promise<UndoResult> => {
    const workspace = scope.resolveWorkspace(body.workspace);
    const changeSet = await findChangeSet(db, workspace.id, user.id, body);
    if (!changeSet) throw notFound('Change set');
    const permissions = await requireAccess(db, scope, workspace.id, listChanges(changeSet.relations, changeSet.counts));
    if (changeSet.summarized) {
      await sql`savepoint undo`.execute(db);
      const work = changeSet.work === null ? null : await startWorkUndo(db, scope, changeSet.work, user.id);
      if (work === null) throw new HttpError(409, messages.changeSetSummarized);
      if (body.dry_run) await sql`rollback to savepoint undo`.execute(db);
      return { ...NO_CHANGES, undoes: changeSet.id, work: body.dry_run ? null : work };
    }
    const { id, created, finished } = changeSet;
    const result = await executeUndo(
      db,
      {
        workspaceId: workspace.id,
        user,
        permissions,
        selections: [{ of: 'set', id, created, finished, onlyDeletions: false }],
        overwrite: body.overwrite,
        dryRun: body.dry_run,
        ...(body.rows ? { rows: body.rows } : { undoes: { changeSet: id, action: 'POST /history/v2/undo' } }),
      },
      app.deps.config.undo,
    );
    return { ...result, undoes: id, work: null };
  });

  route(app, 'GET /history/v2/undo/{id}', async ({ params, scope }) => {
    const work = await scope.findRow('long_work', params.id, { entityName });
    if (work.kind !== UNDO_CHANGES) throw notFound(entityName);
    if (work.state !== 'done') throw new HttpError(409, messages.undoNotFinished);
    return RestoreResult.parse(work.result);
  });
}

interface StoredChangeSet {
  id: number;
  /** Text, because a Date would lose microseconds. */
  created: string;
  finished: string;
  relations: ChangedKind[];
  counts: Record<string, number>;
  summarized: boolean;
  work: string | null;
}

/** Finds a change set by id or by its key. A key only finds sets of the same user, because clients choose keys. */
async function findChangeSet(
  db: Db,
  workspaceId: string,
  userId: string,
  { change_set: id, key }: { change_set?: number | undefined; key?: string | undefined },
): Promise<StoredChangeSet | undefined> {
  const where = key ? sql`s.key = ${key} and s.user_id = ${userId}` : sql`s.id = ${id}`;
  const { rows } = await sql<StoredChangeSet>`
    select s.id::float8 as id, s.created::text, s.finished::text, s.relations, s.counts, s.summarized, s.work_id as work
    from change_set s where s.workspace_id = ${workspaceId} and ${where}`.execute(db);
  return rows[0];
}
