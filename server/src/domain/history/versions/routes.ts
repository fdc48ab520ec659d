import type { ChangedKind, RestoreResult } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { notFound } from '../../../platform/errors';
import { route } from '../../../platform/http/route/route';
import { toEntryCondition } from '../selection/entry-selection';
import { executeUndo } from '../undo/execute-undo';
import { requireAccess, type LoggedChange } from '../undo/required-access';
import { readTableCatalog } from '../undo/table-catalog';
import { readImageShapes } from './read-image-shapes';

/** Registers the routes that read and restore earlier versions of rows. */
export function bindVersions(app: FastifyInstance): void {
  route(app, 'GET /history/v2/image-shapes/', async ({ query, db, scope }) => {
    const version = await readImageShapes(db, scope.resolveWorkspace().id, query);
    if (!version) throw notFound('Change');
    return version;
  });

  route(app, 'POST /history/v2/restore-version', async ({ body, db, scope, user }): Promise<RestoreResult> => {
    const workspace = scope.resolveWorkspace(body.workspace);
    const ownedKinds = await listOwnedKinds(db, body.kind);
    const { subject, row } = body;
    const history = { of: 'version', workspaceId: workspace.id, subject, row, kinds: ownedKinds, change: 0 } as const;
    const changes = await listLoggedChanges(db, toEntryCondition(history));
    if (changes.length === 0) throw notFound('Row');
    const permissions = await requireAccess(
      db,
      scope,
      workspace.id,
      changes.filter(({ last }) => last > body.change),
    );
    return executeUndo(
      db,
      {
        workspaceId: workspace.id,
        user,
        permissions,
        selections: [{ ...history, change: body.change }],
        overwrite: body.overwrite,
        dryRun: body.dry_run,
      },
      app.deps.config.undo,
    );
  });
}

/** Lists a kind and the kinds whose entries are in the history of its rows, such as the shapes of an image and their labels. */
async function listOwnedKinds(db: Db, kind: ChangedKind): Promise<ChangedKind[]> {
  const ownedKinds = new Set<string>([kind]);
  // Parents come before their children in the catalog.
  for (const { name, subject, foreignKeys } of (await readTableCatalog(db)).values())
    if (foreignKeys.some(({ column, table }) => column === subject && ownedKinds.has(table))) ownedKinds.add(name);
  return [...ownedKinds] as ChangedKind[];
}

/** Lists the changes of the entries by kind and operation. `last` is the id of the last entry of each. */
async function listLoggedChanges(db: Db, entries: RawBuilder<unknown>): Promise<(LoggedChange & { last: number })[]> {
  const { rows } = await sql<LoggedChange & { last: number }>`
    select c.relation as kind, c.operation, max(c.id)::float8 as last from change c where ${entries} group by 1, 2`.execute(db);
  return rows;
}
