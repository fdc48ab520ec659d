import { WORKSPACE_NOT_FOUND } from '@console/shared-contract/roles';
import type { FastifyInstance } from 'fastify';
import type { TestUser } from '../../testing/api/test-users';
import { setUpTestServer } from '../../testing/api/test-server';
import { route } from '../http/route/route';

/** Registers routes for every way in which a request can contain the id of a row. */
function bindTestRoutes(app: FastifyInstance): void {
  route(app, 'GET /flows/v2/flow/{id}', async ({ params, scope }) => {
    const row = await scope.findRow('flow', params.id, { entityName: 'Flow' });
    return {
      id: row.id,
      workspace: row.workspace_id,
      name: row.name,
      json_data: { root: [], actions: [] },
      description: '',
      top_node: null,
      valid: true,
      created: '',
      version: 1,
    };
  });
  route(app, 'POST /detection/v2/label/{id}/add-task', async ({ params, body, scope }) => {
    const label = await scope.findRow('detection_label', params.id, { entityName: 'Label', lock: true });
    await scope.requireSameWorkspace('detection_task', [body.task_id], label.workspace_id, {
      field: 'task_id',
      entityName: 'Task',
    });
    return {};
  });
  route(app, 'POST /detection/v2/task/{id}/add-images', async ({ body, scope }) => {
    const workspace = scope.resolveWorkspace();
    const rows = await scope.findRows('detection_label', body.items, workspace.id, { field: 'items', entityName: 'Label' });
    return { names: rows.map((row) => row.name) };
  });
  route(app, 'GET /detection/v2/label/', async ({ page }) => page(0, []));
  route(app, 'POST /detection/v2/label/', async ({ body, db }) => {
    const row = await db
      .insertInto('detection_label')
      .values({ workspace_id: workspaceId, name: body.name, color: '#000000' })
      .returningAll()
      .executeTakeFirstOrThrow();
    const counts = { recognition_tasks: [], objects_count: 0, images_count: 0, tasks_count: 0, skeleton: null };
    return { ...row, created: row.created.toISOString(), workspace: workspaceId, ...counts };
  });
}

const server = setUpTestServer({ modules: [bindTestRoutes] });
let user: TestUser;
let workspaceId: string;
let secondWorkspaceId: string;
let foreignWorkspaceId: string;
beforeAll(async () => {
  user = await server.createTestUser();
  workspaceId = await server.createTestWorkspace({ members: [user] });
  secondWorkspaceId = await server.createTestWorkspace({ members: [user] });
  foreignWorkspaceId = (await server.createTenant()).workspaceId;
});

const insertFlow = async (workspace_id: string) =>
  (
    await server.db
      .insertInto('flow')
      .values({ workspace_id, name: 'f', json_data: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const insertLabel = async (workspace_id: string, name = 'l') =>
  (
    await server.db
      .insertInto('detection_label')
      .values({ workspace_id, name, color: '#000000' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const insertTask = async (workspace_id: string) =>
  (await server.db.insertInto('detection_task').values({ workspace_id, name: 't' }).returning('id').executeTakeFirstOrThrow()).id;

it("opens a row of any of the caller's workspaces without a workspace parameter", async () => {
  for (const workspace of [workspaceId, secondWorkspaceId]) {
    expect((await user.client.get(`/flows/v2/flow/${await insertFlow(workspace)}`)).body).toMatchObject({ workspace });
  }
});

it('returns 404 for rows of other tenants, whatever workspace the client claims', async () => {
  const id = await insertFlow(foreignWorkspaceId);
  expect((await user.client.get(`/flows/v2/flow/${id}`)).body).toEqual({ detail: 'Flow not found.' });
  expect((await user.client.get(`/flows/v2/flow/${id}`, { workspace: workspaceId })).status).toBe(404);
  expect((await user.client.get(`/flows/v2/flow/${id}`, { workspace: foreignWorkspaceId })).status).toBe(404);
});

it('names the workspace instead of the row if the user is no member', async () => {
  const id = await insertFlow(foreignWorkspaceId);
  const response = await user.client.get(`/flows/v2/flow/${id}`, { workspace: foreignWorkspaceId });
  expect(response.body).toEqual({ detail: WORKSPACE_NOT_FOUND });
});

it("rejects a foreign workspace even if the row is in the caller's workspace", async () => {
  expect(
    (await user.client.get(`/flows/v2/flow/${await insertFlow(workspaceId)}`, { workspace: foreignWorkspaceId })).status,
  ).toBe(404);
});

it('returns 403 if the workspace of the row does not have the service', async () => {
  const limitedWorkspaceId = await server.createTestWorkspace({ services: ['recognition'], members: [user] });
  const response = await user.client.get(`/flows/v2/flow/${await insertFlow(limitedWorkspaceId)}`);
  expect([response.status, response.body]).toEqual([403, { detail: 'The workspace has no access to the service flows.' }]);
});

it('links only rows of the same workspace', async () => {
  const labelId = await insertLabel(workspaceId);
  const linkLabel = async (task_id: string) => user.client.post(`/detection/v2/label/${labelId}/add-task`, { task_id });
  expect((await linkLabel(await insertTask(workspaceId))).status).toBe(200);
  expect((await linkLabel(await insertTask(foreignWorkspaceId))).body).toEqual({ detail: 'Task not found.' });
  expect((await linkLabel('11111111-1111-4111-8111-111111111111')).status).toBe(404);
  const otherWorkspaceLink = await linkLabel(await insertTask(secondWorkspaceId));
  expect([otherWorkspaceLink.status, otherWorkspaceLink.body]).toEqual([
    400,
    { detail: 'task_id: belongs to another workspace' },
  ]);
});

it('returns rows in the requested order without duplicates, and none if one is foreign', async () => {
  const [firstLabelId, secondLabelId] = [await insertLabel(workspaceId, 'a'), await insertLabel(workspaceId, 'b')];
  const findLabels = async (items: string[]) => user.client.post(`/detection/v2/task/${firstLabelId}/add-images`, { items });
  expect((await findLabels([secondLabelId, firstLabelId, secondLabelId])).body).toEqual({ names: ['b', 'a'] });
  expect((await findLabels([])).body).toEqual({ names: [] });
  expect((await findLabels([firstLabelId, await insertLabel(foreignWorkspaceId)])).status).toBe(404);
});

it('fails a handler that makes no access decision and rolls back its writes', async () => {
  expect((await user.client.get('/detection/v2/label')).status).toBe(500);
  expect((await user.client.post('/detection/v2/label', { name: 'forgotten' })).status).toBe(500);
  const storedLabels = await server.db.selectFrom('detection_label').select('id').where('name', '=', 'forgotten').execute();
  expect(storedLabels).toEqual([]);
});

it('a scope requires a session', async () => {
  expect((await server.anonymous.get(`/flows/v2/flow/${await insertFlow(workspaceId)}`)).status).toBe(401);
});
