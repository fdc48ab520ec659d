import type { Flow } from '@console/shared-contract/api';
import { bodyOf, type TestClient } from '../testing/client';
import { makeLabel, makeNamed, makeTask, type ListOf } from '../testing/fixtures';
import { makeTestServer, type TestServer } from '../testing/test-server';

const FLOWS = '/flows/v2/flow/';

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await makeTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client } = await server.makeTenant());
});

it('a flow is made, listed by name, edited and deleted', async () => {
  const flow = await makeNamed<Flow>(client, FLOWS, { name: 'Sort fruit' });
  expect(flow).toMatchObject({ name: 'Sort fruit', json_data: { root: [], actions: [] }, version: 1 });
  await makeNamed<Flow>(client, FLOWS, { name: 'alpha' });
  expect(bodyOf<ListOf<Flow>>(await client.get(FLOWS)).results.map((row) => row.name)).toEqual(['alpha', 'Sort fruit']);
  expect(bodyOf(await client.put(`${FLOWS}${flow.id}`, { name: 'Sort', version: 1 }))).toMatchObject({
    name: 'Sort',
    version: 2,
  });
  expect((await client.put(`${FLOWS}${flow.id}`, { name: 'Older', version: 1 })).status).toBe(409);
  expect((await client.delete(`${FLOWS}${flow.id}`)).status).toBe(204);
  expect((await client.get(`${FLOWS}${flow.id}`)).status).toBe(404);
});

it('its graph comes with the tasks and labels it names', async () => {
  const [task, label] = [await makeTask(client, { name: 'Kind' }), await makeLabel(client, { name: 'Apple' })];
  const json_data = {
    root: ['a'],
    actions: [
      { id: 'a', type: 'switch', task: task.id, cases: { [label.id]: ['b'] } },
      { id: 'b', type: 'list', children: [] },
    ],
  };
  const flow = await makeNamed<Flow>(client, FLOWS, { json_data });
  expect(bodyOf(await client.get(`${FLOWS}${flow.id}/json`))).toMatchObject({
    ...json_data,
    tasks: [{ id: task.id, name: 'Kind', type: 'multi_class' }],
    labels: [{ id: label.id, name: 'Apple' }],
  });
  await client.delete(`/recognition/v2/task/${task.id}`);
  expect(bodyOf(await client.get(`${FLOWS}${flow.id}/json`))).toMatchObject({ ...json_data, tasks: [] });
  const answer = await client.post('/flows/v2/process', { flow: flow.id, records: [{ _base64: 'AAAA' }] });
  expect([answer.status, answer.body]).toEqual([400, { detail: 'There is no trained model for the tasks of this flow.' }]);
});

it('a flow says whether it would run: what its graph names may have been deleted since', async () => {
  const [task, label] = [await makeTask(client), await makeLabel(client)];
  const json_data = {
    root: ['b'],
    actions: [
      { id: 'a', type: 'list', labels: [label.id] },
      { id: 'b', type: 'recognition', task: task.id, children: ['a'] },
    ],
  };
  const flow = await makeNamed<Flow>(client, FLOWS, { description: 'Who does what', json_data });
  const empty = await makeNamed<Flow>(client, FLOWS);
  expect(flow).toMatchObject({ description: 'Who does what', top_node: 'b', valid: true });
  expect(empty).toMatchObject({ description: '', top_node: null, valid: true });
  await client.delete(`/recognition/v2/label/${label.id}`);
  expect(bodyOf(await client.get(`${FLOWS}${flow.id}`))).toMatchObject({ valid: false });
  expect(bodyOf(await client.put(`${FLOWS}${flow.id}`, { description: '', json_data: { root: [], actions: [] } }))).toMatchObject(
    {
      description: '',
      top_node: null,
      valid: true,
    },
  );
  await client.put(`${FLOWS}${flow.id}`, {
    json_data: { root: ['b'], actions: [json_data.actions[1], { id: 'a', type: 'list' }] },
  });
  await client.delete(`/recognition/v2/task/${task.id}`);
  const listed = bodyOf<ListOf<Flow>>(await client.get(FLOWS)).results;
  expect(listed.map(({ id, valid }) => [id, valid]).sort()).toEqual(
    [
      [flow.id, false],
      [empty.id, true],
    ].sort(),
  );
});

const list = (id: string, children: string[] = []) => ({ id, type: 'list', children });
/** Each action leads to all after it, so that the ways through double with each. */
function everyLater(count: number) {
  const ids = Array.from({ length: count }, (_, index) => `a${index}`);
  return { root: ['a0'], actions: ids.map((id, index) => list(id, ids.slice(index + 1))) };
}

it('a graph of shared children is taken, where its ways are not too many', async () => {
  const { json_data, valid } = await makeNamed<Flow>(client, FLOWS, { json_data: everyLater(100) });
  expect([json_data.actions.length, valid]).toEqual([100, true]);
});

it.each([
  ['an action twice', { root: ['a'], actions: [list('a'), list('a')] }, 'twice'],
  ['an unknown root', { root: ['z'], actions: [list('a')] }, 'action z'],
  ['an unknown child', { root: ['a'], actions: [list('a', ['z'])] }, 'action z'],
  ['a circle', { root: ['a'], actions: [list('a', ['b']), list('b', ['c']), list('c', ['b'])] }, 'back to itself'],
  ['an action that leads to itself', { root: ['a'], actions: [list('a', ['a'])] }, 'back to itself'],
  ['a case that is no label', { root: ['a'], actions: [{ id: 'a', type: 'switch', cases: { nothing: [] } }] }, 'nothing'],
  ['children that all share their children', everyLater(200), 'more than 10,000 ways'],
  ['an unknown type', { root: ['a'], actions: [{ id: 'a', type: 'loop' }] }, 'json_data'],
])('a graph with %s is refused', async (_, json_data, message) => {
  const answer = await client.post(FLOWS, { name: 'A flow', json_data });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)]);
  expect(answer.text).toContain('json_data');
});

it('nothing of it is there for a stranger, whose tasks it cannot name', async () => {
  const flow = await makeNamed<Flow>(client, FLOWS);
  const { client: stranger } = await server.makeTenant();
  const theirs = await makeTask(stranger);
  const answers = await Promise.all([
    stranger.get(`${FLOWS}${flow.id}`),
    stranger.get(`${FLOWS}${flow.id}/json`),
    stranger.put(`${FLOWS}${flow.id}`, { name: 'Mine' }),
    stranger.delete(`${FLOWS}${flow.id}`),
    stranger.post('/flows/v2/process', { flow: flow.id, records: [{}] }),
    client.put(`${FLOWS}${flow.id}`, {
      json_data: { root: ['a'], actions: [{ id: 'a', type: 'recognition', task: theirs.id }] },
    }),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual(Array.from(answers, () => 404));
});
