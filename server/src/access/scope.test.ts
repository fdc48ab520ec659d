import type { FastifyInstance } from 'fastify';
import type { TestUser } from '../testing/people';
import { makeTestServer, type TestServer } from '../testing/test-server';
import { route } from '../http/route';

/** One call for each way in which an id can come in. */
function bindProbe(app: FastifyInstance): void {
  route(app, 'GET /flows/v2/flow/{id}', async ({ params, scope }) => {
    const row = await scope.findRow('flow', params.id, { what: 'Flow' });
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
    const label = await scope.findRow('detection_label', params.id, { what: 'Label', lock: true });
    await scope.requireSameWorkspace('detection_task', [body.task_id], label.workspace_id, { field: 'task_id', what: 'Task' });
    return {};
  });
  route(app, 'POST /detection/v2/task/{id}/add-images', async ({ body, scope }) => {
    const workspace = scope.workspace();
    const rows = await scope.findRows('detection_label', body.items, workspace.id, { field: 'items', what: 'Label' });
    return { names: rows.map((row) => row.name) };
  });
  route(app, 'GET /detection/v2/label/', async ({ page }) => page(0, []));
  route(app, 'POST /detection/v2/label/', async ({ body, db }) => {
    const row = await db
      .insertInto('detection_label')
      .values({ workspace_id: home, name: body.name, color: '#000000' })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...row, workspace: home, recognition_tasks: [], objects_count: 0, images_count: 0, tasks_count: 0 };
  });
}

let server: TestServer;
let user: TestUser;
let home: string;
let second: string;
let foreign: string;
beforeAll(async () => {
  server = await makeTestServer({ modules: [bindProbe] });
  user = await server.makeUser();
  home = await server.makeWorkspace({ members: [user] });
  second = await server.makeWorkspace({ members: [user] });
  foreign = (await server.makeTenant()).workspaceId;
});
afterAll(() => server.close());

const flowIn = async (workspace_id: string) =>
  (
    await server.db
      .insertInto('flow')
      .values({ workspace_id, name: 'f', json_data: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const labelIn = async (workspace_id: string, name = 'l') =>
  (
    await server.db
      .insertInto('detection_label')
      .values({ workspace_id, name, color: '#000000' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const taskIn = async (workspace_id: string) =>
  (await server.db.insertInto('detection_task').values({ workspace_id, name: 't' }).returning('id').executeTakeFirstOrThrow()).id;

it("opens a row of any of the caller's workspaces without naming it", async () => {
  for (const workspace of [home, second]) {
    expect((await user.client.get(`/flows/v2/flow/${await flowIn(workspace)}`)).body).toMatchObject({ workspace });
  }
});

it('knows no row of another company, whatever workspace the client claims', async () => {
  const id = await flowIn(foreign);
  expect((await user.client.get(`/flows/v2/flow/${id}`)).body).toEqual({ detail: 'Flow not found.' });
  expect((await user.client.get(`/flows/v2/flow/${id}`, { workspace: home })).status).toBe(404);
  expect((await user.client.get(`/flows/v2/flow/${id}`, { workspace: foreign })).status).toBe(404);
});

it("refuses a foreign workspace also where the row is the caller's own", async () => {
  expect((await user.client.get(`/flows/v2/flow/${await flowIn(home)}`, { workspace: foreign })).status).toBe(404);
});

it('answers 403 where the workspace of the row lacks the service', async () => {
  const poor = await server.makeWorkspace({ services: ['recognition'], members: [user] });
  const answer = await user.client.get(`/flows/v2/flow/${await flowIn(poor)}`);
  expect([answer.status, answer.body]).toEqual([403, { detail: 'The workspace has no access to the service flows.' }]);
});

it('links only what is of one workspace', async () => {
  const label = await labelIn(home);
  const link = async (task_id: string) => user.client.post(`/detection/v2/label/${label}/add-task`, { task_id });
  expect((await link(await taskIn(home))).status).toBe(200);
  expect((await link(await taskIn(foreign))).body).toEqual({ detail: 'Task not found.' });
  expect((await link('11111111-1111-4111-8111-111111111111')).status).toBe(404);
  const other = await link(await taskIn(second));
  expect([other.status, other.body]).toEqual([400, { detail: 'task_id: is of another workspace' }]);
});

it('answers named rows in their order, once each, and none where one is foreign', async () => {
  const [a, b] = [await labelIn(home, 'a'), await labelIn(home, 'b')];
  const ask = async (items: string[]) => user.client.post(`/detection/v2/task/${a}/add-images`, { items });
  expect((await ask([b, a, b])).body).toEqual({ names: ['b', 'a'] });
  expect((await ask([])).body).toEqual({ names: [] });
  expect((await ask([a, await labelIn(foreign)])).status).toBe(404);
});

it('fails a handler that asked for no decision, and takes its write back', async () => {
  expect((await user.client.get('/detection/v2/label')).status).toBe(500);
  expect((await user.client.post('/detection/v2/label', { name: 'forgotten' })).status).toBe(500);
  const kept = await server.db.selectFrom('detection_label').select('id').where('name', '=', 'forgotten').execute();
  expect(kept).toEqual([]);
});

it('needs a session', async () => {
  expect((await server.anonymous.get(`/flows/v2/flow/${await flowIn(home)}`)).status).toBe(401);
});
