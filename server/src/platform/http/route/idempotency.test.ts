import type { FastifyInstance } from 'fastify';
import type { TestResponse, TestClient } from '../../../testing/api/client';
import { removeMember, setServices } from '../../../domain/account/workspaces';
import { setUpTestServer } from '../../../testing/api/test-server';
import { HttpError } from '../../errors';
import { route } from './route';

/** Registers a call that creates a labelling flow row. The name "refuse" fails after the write, to test the rollback. */
function bindTestRoutes(app: FastifyInstance): void {
  route(
    app,
    'POST /flows/v2/flow/',
    {
      prepare: async ({ body, db, afterRollback }) => {
        await runDuringPreparation?.();
        // Refuse a second row with this name, as an upload refuses an image that the workspace already has.
        if (body.name === 'unique' && (await db.selectFrom('flow').select('id').where('name', '=', 'unique').executeTakeFirst()))
          throw new HttpError(400, 'name: already exists');
        const key = await app.deps.files.put(Buffer.from('prepared'), 'application/octet-stream');
        afterRollback(() => app.deps.files.delete(key));
        storedFileKeys.push(key);
        return key;
      },
    },
    async ({ body, db, scope }) => {
      const workspace_id = scope.resolveWorkspace().id;
      const graph = { root: [], actions: [] };
      const row = await db
        .insertInto('flow')
        .values({ workspace_id, name: body.name, json_data: JSON.stringify(graph) })
        .returningAll()
        .executeTakeFirstOrThrow();
      if (body.name === 'refuse') throw new HttpError(400, 'name: refused');
      return {
        id: row.id,
        workspace: workspace_id,
        name: row.name,
        json_data: graph,
        description: '',
        top_node: null,
        valid: true,
        created: new Date().toISOString(),
        version: 1,
      };
    },
  );
  route(app, 'DELETE /flows/v2/flow/{id}', async ({ params, db, scope }) => {
    await scope.findRow('flow', params.id, { entityName: 'Flow' });
    await db.deleteFrom('flow').where('id', '=', params.id).execute();
  });
}

const storedFileKeys: string[] = [];
const server = setUpTestServer({ modules: [bindTestRoutes] });
/** The write of another client while a request is being prepared. */
let runDuringPreparation: (() => Promise<void>) | null = null;
let client: TestClient;
beforeAll(async () => {
  ({ client } = await server.createTenant());
});

const createFlow = (name: string, key: string, caller = client) =>
  caller.post('/flows/v2/flow/', { name }, { headers: { 'idempotency-key': key } });
const countFlows = async (name: string) =>
  (
    await server.db
      .selectFrom('flow')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).n;
const countFiles = async () => (await Promise.all(storedFileKeys.map((key) => server.files.stat(key)))).filter(Boolean).length;

it('returns the first response to a repeat and writes once', async () => {
  const firstResponse = await createFlow('once', 'key-1');
  const repeatedResponse = await createFlow('once', 'key-1');
  expect(firstResponse.status).toBe(201);
  expect([repeatedResponse.status, repeatedResponse.text, repeatedResponse.headers['idempotency-replayed']]).toEqual([
    201,
    firstResponse.text,
    'true',
  ]);
  expect(await countFlows('once')).toBe(1);
});

it('writes once and stores one file for concurrent repeats', async () => {
  const countBefore = await countFiles();
  const responses = await Promise.all(Array.from({ length: 6 }, () => createFlow('at once', 'key-2')));
  expect(new Set(responses.map((response) => response.text)).size).toBe(1);
  expect(responses.every((response) => response.status === 201)).toBe(true);
  expect(await countFlows('at once')).toBe(1);
  expect(await countFiles()).toBe(countBefore + 1);
});

it('returns the first response if the first write breaks the preparation of a repeat', async () => {
  let firstResponse: TestResponse | undefined;
  runDuringPreparation = async () => {
    runDuringPreparation = null;
    firstResponse = await createFlow('unique', 'key-8');
  };
  const repeatedResponse = await createFlow('unique', 'key-8');
  expect(firstResponse?.status).toBe(201);
  expect([repeatedResponse.status, repeatedResponse.text, repeatedResponse.headers['idempotency-replayed']]).toEqual([
    201,
    firstResponse?.text,
    'true',
  ]);
  expect((await createFlow('unique', 'key-9')).status).toBe(400);
});

it('refuses the same key for a different request', async () => {
  await createFlow('first use', 'key-3');
  const otherResponse = await createFlow('second use', 'key-3');
  expect([otherResponse.status, await countFlows('second use')]).toEqual([422, 0]);
});

it('separates the keys of different users', async () => {
  const otherTenant = await server.createTenant();
  await createFlow('same name', 'key-4');
  const otherResponse = await createFlow('same name', 'key-4', otherTenant.client);
  expect([otherResponse.status, otherResponse.headers['idempotency-replayed'], await countFlows('same name')]).toEqual([
    201,
    undefined,
    2,
  ]);
});

it('returns the stored response only while the user has access to its workspace and service', async () => {
  const user = await server.createTestUser();
  const [formerWorkspace, currentWorkspace] = [
    await server.createTestWorkspace({ members: [user] }),
    await server.createTestWorkspace({ members: [user] }),
  ];
  const createFlowIn = (workspace: string) =>
    user.client.post('/flows/v2/flow/', { name: 'A flow', workspace }, { headers: { 'idempotency-key': `in ${workspace}` } });
  for (const workspace of [formerWorkspace, currentWorkspace]) expect((await createFlowIn(workspace)).status).toBe(201);
  const { id } = (await createFlowIn(formerWorkspace)).body as { id: string };
  await user.client.delete(`/flows/v2/flow/${id}`, undefined, { headers: { 'idempotency-key': 'deleted' } });
  await removeMember(server.db, formerWorkspace, user.id);
  const refusedResponse = await createFlowIn(formerWorkspace);
  expect([refusedResponse.status, refusedResponse.text.includes(id)]).toEqual([404, false]);
  expect((await createFlowIn(currentWorkspace)).headers['idempotency-replayed']).toBe('true');
  const repeatedResponse = await user.client.delete(`/flows/v2/flow/${id}`, undefined, {
    headers: { 'idempotency-key': 'deleted' },
  });
  expect(repeatedResponse.status).toBe(404);
  await setServices(server.db, currentWorkspace, ['annotate']);
  expect((await createFlowIn(currentWorkspace)).status).toBe(403);
});

it('stores nothing of a failed request, so that it can be retried', async () => {
  const countBefore = await countFiles();
  expect((await createFlow('refuse', 'key-5')).status).toBe(400);
  expect(await countFlows('refuse')).toBe(0);
  expect(await countFiles()).toBe(countBefore);
  expect((await createFlow('refuse', 'key-5')).status).toBe(400);
  expect((await createFlow('another body is fine after a failure', 'key-5')).status).toBe(201);
});

it('returns the first response to a repeated delete', async () => {
  const { id } = (await createFlow('to delete', 'key-6')).body as { id: string };
  const deleteFlow = () => client.delete(`/flows/v2/flow/${id}`, undefined, { headers: { 'idempotency-key': 'key-7' } });
  expect((await deleteFlow()).status).toBe(204);
  expect((await deleteFlow()).status).toBe(204);
  expect((await client.delete(`/flows/v2/flow/${id}`)).status).toBe(404);
});

it('refuses a key longer than 255 characters', async () => {
  expect((await createFlow('long', 'k'.repeat(256))).status).toBe(400);
});
