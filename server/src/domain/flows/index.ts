import type { FastifyInstance } from 'fastify';
import { FlowGraph } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { HttpError } from '../../platform/errors';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { findCurrentModel } from '../../ml/models/model/current-model';
import { getBackEnd, OK, rejectIfModelMissing, toRecordStatus } from '../../ml/models/predict';
import { loadRecords, predictRecords, withoutImage } from '../../ml/models/model/records';
import { requireCurrentVersion, requireEditedName, omitUndefined } from '../../data-access/rows/partial-update';
import { containsText, readPage } from '../../data-access/rows/view';
import { listReferences } from './graph';
import { messages } from './messages';
import { EMPTY_GRAPH, flowView, readFlow, resolveGraph, addValidity } from './queries';
import { runFlow } from './run';
import { requireValidFlow } from './validate-flow';

const FLOW = '/flows/v2/flow/{id}';
const entityName = 'Flow';

/** Binds all routes under `/flows`. */
export function bindFlows(app: FastifyInstance): void {
  route(app, 'GET /flows/v2/flow/', async ({ query, db, scope, page }) => {
    const where = [sql`f.workspace_id = ${scope.resolveWorkspace().id}`];
    if (query.search) where.push(sql`${containsText('f.name', query.search)}`);
    const { count, rows } = await readPage(db, flowView, { where, order: sql`lower(f.name), f.id`, ...toLimitOffset(query) });
    return page(count, await addValidity(db, rows));
  });

  route(app, 'POST /flows/v2/flow/', async ({ body: { name, description, json_data: graph = EMPTY_GRAPH }, db, scope }) => {
    const { id: workspaceId } = scope.resolveWorkspace();
    await requireValidFlow(scope, graph, workspaceId);
    const flow = await db
      .insertInto('flow')
      .values({ workspace_id: workspaceId, name, description, json_data: JSON.stringify(graph) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readFlow(db, flow.id);
  });

  route(app, `GET ${FLOW}`, async ({ params, db, scope }) => {
    const flow = await scope.findRow('flow', params.id, { entityName });
    return readFlow(db, flow.id);
  });

  route(app, `PUT ${FLOW}`, async ({ params, body, db, scope }) => {
    const flow = await scope.findRow('flow', params.id, { entityName, lock: true });
    if (body.json_data) await requireValidFlow(scope, body.json_data, flow.workspace_id);
    await requireCurrentVersion(body.version, flow, () => readFlow(db, flow.id));
    requireEditedName(flow, body.name);
    const json_data = body.json_data && JSON.stringify(body.json_data);
    await db
      .updateTable('flow')
      .set({ ...omitUndefined({ name: body.name, description: body.description, json_data }), version: sql`version + 1` })
      .where('id', '=', flow.id)
      .execute();
    return readFlow(db, flow.id);
  });

  route(app, `DELETE ${FLOW}`, async ({ params, db, scope }) => {
    const flow = await scope.findRow('flow', params.id, { entityName, lock: true });
    await db.deleteFrom('flow').where('id', '=', flow.id).execute();
    return undefined;
  });

  route(app, `GET ${FLOW}/json`, async ({ params, db, scope }) => {
    const flow = await scope.findRow('flow', params.id, { entityName });
    return resolveGraph(db, flow.workspace_id, FlowGraph.parse(flow.json_data));
  });

  route(
    app,
    'POST /flows/v2/process',
    {
      upload: true,
      prepare: async ({ body, db, scope, user, request }) => {
        const flow = await scope.findRow('flow', body.flow, { entityName });
        const graph = FlowGraph.parse(flow.json_data);
        // A flow with only lists needs no model, because lists show labels to a user.
        if (graph.actions.every((action) => action.type === 'list')) return body.records.map(() => ({}));
        const backEnd = getBackEnd(app.deps);
        if (!backEnd || !(await hasTrainedModels(db, graph))) throw new HttpError(400, messages.noTrainedModel);
        const records = await loadRecords(body.records, app.deps, { user, request });
        const { maxPixels } = app.deps.config;
        const { runFlow: runExternalFlow } = backEnd;
        if (!runExternalFlow)
          return predictRecords(records, (read) => rejectIfModelMissing(runFlow({ db, backEnd, graph, maxPixels }, read)));
        const resolvedFlow = { id: flow.id, json_data: await resolveGraph(db, flow.workspace_id, graph) };
        return predictRecords<Record<string, unknown>>(records, (read) =>
          rejectIfModelMissing(runExternalFlow(resolvedFlow, read)),
        );
      },
    },
    async ({ body, prepared: results }) => ({
      records: body.records.map((record, index) => ({
        ...withoutImage(record),
        ...withoutImage(results[index] ?? {}),
        _status: toRecordStatus(results[index]),
      })),
      status: OK,
    }),
  );
}

async function hasTrainedModels(db: Db, graph: FlowGraph): Promise<boolean> {
  const { recognitionTasks, detectionTasks } = listReferences(graph);
  const models = await Promise.all([
    ...recognitionTasks.map((task) => findCurrentModel(db, 'recognition', task)),
    ...detectionTasks.map((task) => findCurrentModel(db, 'detection', task)),
  ]);
  return models.every((model) => model !== null);
}
