import type { Flow } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createTestLabel, createNamedRow, createTestTask, type ListEnvelope } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';

const FLOWS = '/flows/v2/flow/';

const server = setUpTestServer();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

it('a flow is created, listed by name, edited and deleted', async () => {
  const flow = await createNamedRow<Flow>(client, FLOWS, { name: 'Sort fruit' });
  expect(flow).toMatchObject({ name: 'Sort fruit', json_data: { root: [], actions: [] }, version: 1 });
  await createNamedRow<Flow>(client, FLOWS, { name: 'alpha' });
  expect(expectBody<ListEnvelope<Flow>>(await client.get(FLOWS)).results.map((row) => row.name)).toEqual(['alpha', 'Sort fruit']);
  expect(expectBody(await client.put(`${FLOWS}${flow.id}`, { name: 'Sort', version: 1 }))).toMatchObject({
    name: 'Sort',
    version: 2,
  });
  expect((await client.put(`${FLOWS}${flow.id}`, { name: 'Older', version: 1 })).status).toBe(409);
  expect((await client.delete(`${FLOWS}${flow.id}`)).status).toBe(204);
  expect((await client.get(`${FLOWS}${flow.id}`)).status).toBe(404);
});

it('a resolved graph includes its tasks and labels', async () => {
  const [task, label] = [await createTestTask(client, { name: 'Kind' }), await createTestLabel(client, { name: 'Apple' })];
  const json_data = {
    root: ['a'],
    actions: [
      { id: 'a', type: 'switch', task: task.id, cases: { [label.id]: ['b'] } },
      { id: 'b', type: 'list', children: [] },
    ],
  };
  const flow = await createNamedRow<Flow>(client, FLOWS, { json_data });
  expect(expectBody(await client.get(`${FLOWS}${flow.id}/json`))).toMatchObject({
    ...json_data,
    tasks: [{ id: task.id, name: 'Kind', type: 'multi_class' }],
    labels: [{ id: label.id, name: 'Apple' }],
  });
  await client.delete(`/recognition/v2/task/${task.id}`);
  expect(expectBody(await client.get(`${FLOWS}${flow.id}/json`))).toMatchObject({ ...json_data, tasks: [] });
  const response = await client.post('/flows/v2/process', { flow: flow.id, records: [{ _base64: 'AAAA' }] });
  expect(response).toMatchObject({
    status: 400,
    body: { detail: 'There is no trained model for the tasks of this flow.' },
  });
});

it('a flow is invalid after a referenced task or label is deleted', async () => {
  const [task, label] = [await createTestTask(client), await createTestLabel(client)];
  const json_data = {
    root: ['b'],
    actions: [
      { id: 'a', type: 'list', labels: [label.id] },
      { id: 'b', type: 'recognition', task: task.id, children: ['a'] },
    ],
  };
  const flow = await createNamedRow<Flow>(client, FLOWS, { description: 'Sorts fruit', json_data });
  const emptyFlow = await createNamedRow<Flow>(client, FLOWS);
  expect(flow).toMatchObject({ description: 'Sorts fruit', top_node: 'b', valid: true });
  expect(emptyFlow).toMatchObject({ description: '', top_node: null, valid: true });
  await client.delete(`/recognition/v2/label/${label.id}`);
  expect(expectBody(await client.get(`${FLOWS}${flow.id}`))).toMatchObject({ valid: false });
  expect(
    expectBody(await client.put(`${FLOWS}${flow.id}`, { description: '', json_data: { root: [], actions: [] } })),
  ).toMatchObject({
    description: '',
    top_node: null,
    valid: true,
  });
  await client.put(`${FLOWS}${flow.id}`, {
    json_data: { root: ['b'], actions: [json_data.actions[1], { id: 'a', type: 'list' }] },
  });
  await client.delete(`/recognition/v2/task/${task.id}`);
  const flows = expectBody<ListEnvelope<Flow>>(await client.get(FLOWS)).results;
  expect(flows.map(({ id, valid }) => [id, valid]).sort()).toEqual(
    [
      [flow.id, false],
      [emptyFlow.id, true],
    ].sort(),
  );
});

const createListAction = (id: string, children: string[] = []) => ({ id, type: 'list', children });
/** Each action leads to all later ones: 100 actions have 4,950 connections, but about 2^98 paths. */
function createDenseGraph(count: number) {
  const ids = Array.from({ length: count }, (_, index) => `a${index}`);
  return { root: ['a0'], actions: ids.map((id, index) => createListAction(id, ids.slice(index + 1))) };
}

it('accepts actions with several parents, below the limit of connections', async () => {
  const { json_data, valid } = await createNamedRow<Flow>(client, FLOWS, { json_data: createDenseGraph(100) });
  expect([json_data.actions.length, valid]).toEqual([100, true]);
});

it.each([
  ['an action twice', { root: ['a'], actions: [createListAction('a'), createListAction('a')] }, 'twice'],
  ['an unknown root', { root: ['z'], actions: [createListAction('a')] }, 'action z'],
  ['an unknown child', { root: ['a'], actions: [createListAction('a', ['z'])] }, 'action z'],
  [
    'a cycle',
    { root: ['a'], actions: [createListAction('a', ['b']), createListAction('b', ['c']), createListAction('c', ['b'])] },
    'back to itself',
  ],
  ['an action that leads to itself', { root: ['a'], actions: [createListAction('a', ['a'])] }, 'back to itself'],
  ['a case that is not a label', { root: ['a'], actions: [{ id: 'a', type: 'switch', cases: { nothing: [] } }] }, 'nothing'],
  ['more connections than the limit', createDenseGraph(200), 'more than 10,000 paths'],
  ['an unknown type', { root: ['a'], actions: [{ id: 'a', type: 'loop' }] }, 'json_data'],
])('a flow rejects a graph with %s', async (_, json_data, message) => {
  const response = await client.post(FLOWS, { name: 'A flow', json_data });
  expect([response.status, response.text]).toEqual([400, expect.stringContaining(message)]);
  expect(response.text).toContain('json_data');
});

it('returns 404 to non-members and for tasks of other workspaces', async () => {
  const flow = await createNamedRow<Flow>(client, FLOWS);
  const { client: otherClient } = await server.createTenant();
  const foreignTask = await createTestTask(otherClient);
  const responses = await Promise.all([
    otherClient.get(`${FLOWS}${flow.id}`),
    otherClient.get(`${FLOWS}${flow.id}/json`),
    otherClient.put(`${FLOWS}${flow.id}`, { name: 'Renamed' }),
    otherClient.delete(`${FLOWS}${flow.id}`),
    otherClient.post('/flows/v2/process', { flow: flow.id, records: [{}] }),
    client.put(`${FLOWS}${flow.id}`, {
      json_data: { root: ['a'], actions: [{ id: 'a', type: 'recognition', task: foreignTask.id }] },
    }),
  ]);
  expect(responses.map((response) => response.status)).toEqual(Array.from(responses, () => 404));
});
