import type { ImportChoices, ImportClass, ImportFile } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Scope, ScopedRow } from '../../platform/access/scope';
import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import { createFieldError, HttpError } from '../../platform/errors';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { readOne, readPage } from '../../data-access/rows/view';
import { enqueueWork, cancelWork } from '../../platform/queue/queue';
import { READ_IMPORT, RUN_IMPORT, UNDO_IMPORT } from './state/work-kinds';
import { deleteImportFolder, hasCopy } from './upload/local-copies';
import { messages } from './state/messages';
import { findImportPlace, listImportPlaces } from './discover/import-places';
import { markStopped } from './state/mark-stopped';
import { importView as view, importItemView } from './views';
import { bindRawImports } from './raw-routes';
import { deleteUnattachedParts } from './upload/uploaded-parts';
import { findEditedImages } from './undo/edited-images';
import { startImportUndo, UNDOABLE_STATES } from './undo/start-undo';

const IMPORT_PATH = '/recognition/v2/import/{id}';
const ENTITY_NAME = 'Import';
type ImportRow = ScopedRow<'data_import'>;
type ImportState = ImportRow['state'];

const WORKING_STATES: readonly ImportState[] = ['reading', 'running', 'undoing'];
const SERVICE_OF_DOMAIN = {
  recognition: 'recognition',
  detection: 'custom-object-detection',
  segmentation: 'custom-segmentation',
} as const;
const DOMAINS = ['recognition', 'detection', 'segmentation'] as const;

/** Binds the routes of imports (ADR 0068). A repeated request starts its work only once. */
export function bindImports(app: FastifyInstance): void {
  const { config } = app.deps;
  const kinds = [READ_IMPORT, RUN_IMPORT, UNDO_IMPORT].map((name) => ({ name, onUnsuccessful: markStopped }));
  bindRawImports(app);

  route(app, 'GET /recognition/v2/import-place/', async ({ scope }) => {
    scope.resolveWorkspace();
    return { results: listImportPlaces(config).map(({ name, kind }) => ({ place: name, kind })) };
  });

  route(app, 'GET /recognition/v2/import/', async ({ query, db, scope, page }) => {
    const conditions = [sql`i.workspace_id = ${scope.resolveWorkspace().id}`];
    if (query.state) conditions.push(sql`i.state = ${query.state}`);
    const { count, rows } = await readPage(db, view, {
      where: conditions,
      order: sql`i.created desc, i.id`,
      ...toLimitOffset(query),
    });
    return page(count, rows);
  });

  route(app, 'POST /recognition/v2/import/', async ({ body, db, scope, user }) => {
    const { id: workspace_id } = scope.resolveWorkspace();
    if (body.source && !findImportPlace(config, body.source.place))
      throw createFieldError('source.place', messages.placeNotAllowed);
    const { id } = await db
      .insertInto('data_import')
      .values({
        workspace_id,
        name: body.name,
        source: body.source ? JSON.stringify(body.source) : null,
        created_by: user.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readOne(db, view, id);
  });

  route(app, `GET ${IMPORT_PATH}`, async ({ params, db, scope }) => {
    const { id } = await scope.findRow('data_import', params.id, { entityName: ENTITY_NAME });
    return readOne(db, view, id);
  });

  route(app, `DELETE ${IMPORT_PATH}`, async ({ params, db, scope, afterCommit }) => {
    const importRow = await lockImport(scope, params.id);
    if (WORKING_STATES.includes(importRow.state)) throw new HttpError(409, messages.busy);
    await db.deleteFrom('data_import').where('id', '=', importRow.id).execute();
    afterCommit(async () => {
      await deleteImportFolder(config, importRow.id);
      // Do not wait: an import can have thousands of parts. A daily task deletes those that this call does not delete.
      void deleteUnattachedParts(app.deps).catch((error: unknown) =>
        app.log.warn({ err: error }, 'some parts of a deleted import were not deleted'),
      );
    });
  });

  route(app, `POST ${IMPORT_PATH}/files`, async ({ params, body, db, scope }) => {
    const importRow = await lockImport(scope, params.id, ['collecting']);
    const declaredFiles = new Map(body.files.map((file) => [file.path, file]));
    await sql`
      insert into import_file (import_id, path, size)
      select ${importRow.id}, path, size from jsonb_to_recordset(${JSON.stringify([...declaredFiles.values()])}::jsonb) as n(path text, size bigint)
      on conflict (import_id, path) do nothing`.execute(db);
    const { rows } = await sql<ImportFile>`
      select id, path, size::float8 as size, received::float8 as received
      from import_file where import_id = ${importRow.id} and path = any(${[...declaredFiles.keys()]}::text[])`.execute(db);
    const files = new Map(rows.map((file) => [file.path, file]));
    return {
      files: body.files.map(({ path, size }) => {
        const file = files.get(path);
        if (!file || file.size !== size) throw createFieldError('files', messages.differentSize(path));
        return file;
      }),
    };
  });

  route(app, `POST ${IMPORT_PATH}/plan`, async ({ params, body, db, scope, user }) => {
    const importRow = await lockImport(scope, params.id, ['collecting', 'reading', 'planned', 'failed', 'cancelled']);
    if (importRow.state === 'reading') return readOne(db, view, importRow.id);
    if (importRow.choices !== null) throw new HttpError(409, messages.wrongState(importRow.state, 'not run yet'));
    if (!importRow.source) await requireCompleteFiles(db, config, importRow.id);
    const options = JSON.stringify({ format: body?.format, outlines: body?.outlines ?? 'polygons' });
    return startWork(db, importRow, { kind: READ_IMPORT, state: 'reading', userId: user.id, set: { options, plan: null } });
  });

  route(app, `GET ${IMPORT_PATH}/items`, async ({ params, query, db, scope, page }) => {
    const { id } = await scope.findRow('data_import', params.id, { entityName: ENTITY_NAME });
    const conditions = [sql`t.import_id = ${id}`];
    if (query.outcome) conditions.push(sql`t.outcome = ${query.outcome}`);
    const { count, rows } = await readPage(db, importItemView, { where: conditions, order: sql`t.n`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, `POST ${IMPORT_PATH}/run`, async ({ params, body, db, scope, user }) => {
    const importRow = await lockImport(scope, params.id, ['planned', 'running', 'cancelled', 'failed']);
    if (importRow.state === 'running') return readOne(db, view, importRow.id);
    const plan = importRow.plan as { classes: ImportClass[] } | null;
    if (!plan) throw new HttpError(409, messages.wrongState(importRow.state, 'planned'));
    const choices: ImportChoices = {
      classes: body?.classes ?? [],
      tasks: body?.tasks ?? {},
      outside: body?.outside ?? 'clamp',
      adopt_confirmations: body?.adopt_confirmations ?? false,
    };
    await requireChoices(scope, importRow.workspace_id, choices, plan.classes);
    const changedColumns = { choices: JSON.stringify(choices) };
    return startWork(db, importRow, { kind: RUN_IMPORT, state: 'running', userId: user.id, set: changedColumns });
  });

  route(app, `POST ${IMPORT_PATH}/cancel`, async ({ params, db, scope }) => {
    const importRow = await lockImport(scope, params.id);
    if (importRow.work_id && WORKING_STATES.includes(importRow.state)) await cancelWork(db, importRow.work_id, kinds);
    return readOne(db, view, importRow.id);
  });

  route(app, `GET ${IMPORT_PATH}/undo`, async ({ params, db, scope }) => {
    const importRow = await scope.findRow('data_import', params.id, { entityName: ENTITY_NAME });
    const { count, images } = await findEditedImages(db, importRow);
    return { possible: count === 0 && UNDOABLE_STATES.includes(importRow.state), worked_on: count, images };
  });

  route(app, `POST ${IMPORT_PATH}/undo`, async ({ params, db, scope, user }) => {
    await startImportUndo(db, scope, params.id, user.id);
    return readOne(db, view, params.id);
  });
}

async function lockImport(scope: Scope, id: string, states?: readonly ImportState[]): Promise<ImportRow> {
  const importRow = await scope.findRow('data_import', id, { entityName: ENTITY_NAME, lock: true });
  if (states && !states.includes(importRow.state))
    throw new HttpError(409, messages.wrongState(importRow.state, states.join(' or ')));
  return importRow;
}

interface WorkStart {
  kind: string;
  state: ImportState;
  userId: string;
  set?: { options?: string; plan?: null; choices?: string };
}

async function startWork(trx: Db, importRow: ImportRow, { kind, state, userId, set: changedColumns = {} }: WorkStart) {
  const input = { import: importRow.id };
  const work_id = await enqueueWork(trx, { workspaceId: importRow.workspace_id, kind, input, userId });
  await trx
    .updateTable('data_import')
    .set({ ...changedColumns, state, work_id, began: null, error: null })
    .where('id', '=', importRow.id)
    .execute();
  return readOne(trx, view, importRow.id);
}

/** Throws 400 without files, or if a file is incomplete. */
async function requireCompleteFiles(db: Db, config: Config, importId: string): Promise<void> {
  const { rows } = await sql<ImportFile>`
    select id, path, size::float8 as size, received::float8 as received from import_file where import_id = ${importId}`.execute(
    db,
  );
  if (rows.length === 0) throw new HttpError(400, messages.noFiles);
  for (const file of rows) {
    if (file.received !== file.size && !(await hasCopy(config, importId, file)))
      throw new HttpError(400, messages.incomplete(file.path, file.received, file.size));
  }
}

/** Checks that labels and tasks belong to the workspace, classes to the plan, and that the workspace has the services. */
async function requireChoices(
  scope: Scope,
  workspaceId: string,
  { classes, tasks }: ImportChoices,
  plannedClasses: readonly ImportClass[],
): Promise<void> {
  const domains = new Map(plannedClasses.map(({ key, of: domain }) => [key, domain]));
  const skippedKeys = new Set(classes.filter(({ label }) => label === 'leave_out').map(({ key }) => key));
  for (const { key } of classes) if (!domains.has(key)) throw createFieldError('classes', messages.unknownClass(key));
  scope.requireWorkspace(workspaceId);
  for (const domain of DOMAINS) {
    if (plannedClasses.some(({ key, of: classDomain }) => classDomain === domain && !skippedKeys.has(key)))
      scope.requireWorkspace(workspaceId, SERVICE_OF_DOMAIN[domain]);
    const labels = classes.filter(({ key, label }) => domains.get(key) === domain && label !== 'create' && label !== 'leave_out');
    await scope.requireSameWorkspace(
      `${domain}_label`,
      labels.map(({ label }) => label),
      workspaceId,
      { field: 'classes', entityName: 'Label' },
    );
    const task = tasks[domain];
    if (task && 'id' in task)
      await scope.requireSameWorkspace(`${domain}_task`, [task.id], workspaceId, {
        field: `tasks.${domain}`,
        entityName: 'Task',
      });
  }
}
