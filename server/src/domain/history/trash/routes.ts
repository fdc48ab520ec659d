import type { ChangedKind, DeletedRowReference, RestoreResult } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requireKnownUser } from '../../../platform/access/known-user';
import { getTrashDays } from '../../../platform/config/trash-days';
import type { Db } from '../../../platform/database/connection';
import { notFound } from '../../../platform/errors';
import { route } from '../../../platform/http/route/route';
import { executeUndo } from '../undo/execute-undo';
import { listDeletions, requireAccess } from '../undo/required-access';
import { listDeletedRows } from './list-deleted';

/** Registers the routes that list and restore deleted rows. */
export function bindTrash(app: FastifyInstance): void {
  route(app, 'GET /history/v2/deleted/', async ({ query, db, scope, fileUrl }) => {
    const { id } = scope.resolveWorkspace();
    if (query.user) await requireKnownUser(db, id, query.user);
    const trashDays = getTrashDays(app.deps.config);
    return { ...(await listDeletedRows(db, id, { ...query, trashDays }, fileUrl)), days: trashDays };
  });

  route(app, 'POST /history/v2/restore', { largeBody: true }, async ({ body, db, scope, user }): Promise<RestoreResult> => {
    const workspace = scope.resolveWorkspace(body.workspace);
    const changeSets = await readDeletions(db, workspace.id, body.rows);
    if (changeSets.length < new Set(body.rows.map((row) => row.change_set)).size) throw notFound('Change set');
    const permissions = await requireAccess(db, scope, workspace.id, changeSets.flatMap(listDeletions));
    return executeUndo(
      db,
      {
        workspaceId: workspace.id,
        user,
        permissions,
        // Later deletions first, because an earlier one may depend on them, such as a shape that was deleted before its image.
        selections: changeSets.map(({ id, created, finished }) => ({ of: 'set', id, created, finished, onlyDeletions: true })),
        rows: body.rows,
        overwrite: false,
        dryRun: body.dry_run,
      },
      app.deps.config.undo,
    );
  });
}

interface LoggedDeletion {
  id: number;
  /** Text, because a Date would lose microseconds. */
  created: string;
  finished: string;
  relations: ChangedKind[];
  counts: Record<string, number>;
}

/** Reads the change sets of user actions that deleted these rows, newest first. */
async function readDeletions(db: Db, workspaceId: string, rows: readonly DeletedRowReference[]): Promise<LoggedDeletion[]> {
  const ids = [...new Set(rows.map((row) => row.change_set))];
  const changeSets = await sql<LoggedDeletion>`
    select id::float8 as id, created::text, finished::text, relations, counts from change_set
    where workspace_id = ${workspaceId} and id = any(${ids}::bigint[]) order by id desc`.execute(db);
  return changeSets.rows;
}
