import type { ChangedKind, RestoreResult } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { notFound } from '../../../platform/errors';
import { route } from '../../../platform/http/route/route';
import { isInHistory } from '../select-history';
import { executeUndo } from '../undo/execute-undo';
import { requireServices } from '../undo/required-services';
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
    const owned = await listOwnedKinds(db, body.kind);
    const entries = sql`
      c.workspace_id = ${workspace.id} and ${isInHistory(body.subject, body.row)} and c.relation = any(${owned}::text[])`;
    const changed = await listChangedKinds(db, entries);
    if (changed.length === 0) throw notFound('Row');
    requireServices(scope, workspace.id, changed);
    return executeUndo(db, {
      workspaceId: workspace.id,
      user,
      entries: [sql`${entries} and c.id > ${body.change}`],
      overwrite: body.overwrite,
      dryRun: body.dry_run,
    });
  });
}

/** Lists a kind and the kinds whose entries are in the history of its rows, such as the shapes of an image and their labels. */
async function listOwnedKinds(db: Db, kind: ChangedKind): Promise<ChangedKind[]> {
  const owned = new Set<string>([kind]);
  // Parents come before their children in the catalog.
  for (const { name, subject, foreignKeys } of (await readTableCatalog(db)).values())
    if (foreignKeys.some(({ column, table }) => column === subject && owned.has(table))) owned.add(name);
  return [...owned] as ChangedKind[];
}

async function listChangedKinds(db: Db, entries: RawBuilder<unknown>): Promise<ChangedKind[]> {
  const { rows } = await sql<{ kind: ChangedKind }>`select distinct c.relation as kind from change c where ${entries}`.execute(
    db,
  );
  return rows.map(({ kind }) => kind);
}
