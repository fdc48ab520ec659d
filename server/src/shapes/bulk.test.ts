import type { DetectionObject, Point, Polygon, TrainingImage } from '@console/shared-contract/api';
import { addMember, removeMember } from '../account/workspaces';
import { bodyOf, type TestAnswer, type TestClient } from '../testing/client';
import { makeNamed, uploadImage } from '../testing/fixtures';
import { makeTestServer, type TestServer } from '../testing/test-server';

type AnyShape = Pick<DetectionObject & Polygon & Point, 'id' | 'version' | 'data'>;
interface Result {
  status: number;
  row?: AnyShape | null;
  detail?: string;
  current?: AnyShape;
}

/** One kind of shape, by its calls. */
interface Kind {
  path: string;
  what: string;
  /** What a new shape needs besides its image. */
  fields: (client: TestClient) => Promise<Record<string, unknown>>;
  outside: number[];
}

const kinds: [string, Kind][] = [
  [
    'objects',
    {
      path: '/detection/v2/object/',
      what: 'Object',
      fields: async (client) => ({
        detection_label: (await makeNamed(client, '/detection/v2/label/')).id,
        data: [1, 1, 20, 20],
      }),
      outside: [1, 1, 20, 1000],
    },
  ],
  [
    'polygons',
    {
      path: '/segmentation/v2/polygon/',
      what: 'Polygon',
      fields: async (client) => ({
        segmentation_label: (await makeNamed(client, '/segmentation/v2/label/')).id,
        data: [1, 1, 20, 1, 10, 20],
      }),
      outside: [1, 1, 20, 1, 10, 1000],
    },
  ],
  [
    'points',
    {
      path: '/annotate/v2/point/',
      what: 'Point',
      fields: async () => ({ name: 'Tip', data: [5, 5] }),
      outside: [5, 1000],
    },
  ],
];

let server: TestServer;
let client: TestClient;
let userId: string;
let image: TrainingImage;
beforeAll(async () => {
  server = await makeTestServer();
  const tenant = await server.makeTenant();
  client = tenant.client;
  userId = tenant.user.id;
  image = await uploadImage(client);
});
afterAll(() => server.close());

describe.each(kinds)('%s in bulk', (_name, { path, what, fields: fieldsOf, outside }) => {
  let fields: Record<string, unknown>;
  beforeAll(async () => {
    fields = await fieldsOf(client);
  });
  const send = (items: unknown[], headers?: Record<string, string>): Promise<TestAnswer> =>
    client.post(`${path}bulk`, { items }, { headers });
  const bulk = async (items: unknown[]) => bodyOf<{ results: Result[] }>(await send(items)).results;
  const draw = async (count: number): Promise<AnyShape[]> => {
    const results = await bulk(Array.from({ length: count }, () => ({ op: 'create', image: image.id, ...fields })));
    return results.flatMap(({ row }) => row ?? []);
  };

  it('are created, changed and deleted in one call, and answered in the order of the items as single calls would be', async () => {
    const [one, other] = await draw(2);
    const results = await bulk([
      { op: 'delete', id: one?.id },
      { op: 'create', image: image.id, ...fields },
      { op: 'change', id: other?.id, version: 1, data: outside.map((value) => Math.min(value, 30)) },
    ]);
    expect(results.map(({ status }) => status)).toEqual([204, 201, 200]);
    expect(results[0]).toEqual({ status: 204, row: null });
    for (const { row } of results.slice(1)) expect(bodyOf(await client.get(`${path}${row?.id}`))).toEqual(row);
    expect(results[2]?.row).toMatchObject({ id: other?.id, version: 2, data: outside.map((value) => Math.min(value, 30)) });
    expect((await client.get(`${path}${one?.id}`)).status).toBe(404);
  });

  it('that are wrong answer their own error and change nothing, the rest is done', async () => {
    const [shape, gone, alsoGone] = await draw(3);
    for (const each of [gone, alsoGone]) await client.delete(`${path}${each?.id}`);
    const unknown = '6b1f0c5e-7a0b-4c3e-9a55-0d8f5b2f7c11';
    const wrong: [unknown, number, string][] = [
      [{ op: 'create', image: image.id, ...fields, data: outside }, 400, 'data: lies outside the picture of 64 x 48 pixels'],
      [{ op: 'create', image: image.id, ...fields, data: [0.5] }, 400, 'data'],
      [{ op: 'create', image: unknown, ...fields }, 404, 'Image not found.'],
      [{ op: 'change', id: gone?.id, data: fields.data }, 404, `${what} not found.`],
      [{ op: 'delete', id: alsoGone?.id }, 404, `${what} not found.`],
      [{ op: 'restore', id: unknown }, 404, `${what} not found.`],
      [{ op: 'change', id: shape?.id, image: unknown }, 404, 'Image not found.'],
      [{ op: 'paint' }, 400, 'op: '],
      [{ op: 'delete' }, 400, 'id: '],
      [null, 400, 'items: '],
      ['text', 400, 'items: '],
    ];
    const results = await bulk([{ op: 'create', image: image.id, ...fields }, ...wrong.map(([item]) => item)]);
    expect(results.slice(1).map(({ status, detail }) => [status, detail])).toEqual(
      wrong.map(([, status, detail]) => [status, expect.stringContaining(detail)]),
    );
    expect(results[0]?.status).toBe(201);
    expect((await client.get(`${path}${results[0]?.row?.id}`)).status).toBe(200);
    expect(results.slice(1).every(({ row }) => row === undefined)).toBe(true);
  });

  it('that were changed meanwhile come back as they are, and one shape is written once a call', async () => {
    const [shape] = await draw(1);
    const changed = bodyOf<AnyShape>(await client.put(`${path}${shape?.id}/`, { data: fields.data }));
    const [stale, again, single] = [
      ...(await bulk([
        { op: 'change', id: shape?.id, version: 1, data: fields.data },
        { op: 'delete', id: shape?.id },
      ])),
      await client.put(`${path}${shape?.id}/`, { version: 1 }),
    ];
    expect(stale).toEqual({ status: 409, ...((single as TestAnswer).body as object) });
    expect((stale as Result).current).toEqual(changed);
    expect((stale as Result & { changed_by?: unknown }).changed_by).toEqual({ id: userId, username: expect.any(String) });
    expect(again).toEqual({ status: 400, detail: 'id: is named by an earlier item of this call' });
  });

  it('that somebody has deleted say who, to those who could see them', async () => {
    const [shape] = await draw(1);
    await bulk([{ op: 'delete', id: shape?.id }]);
    const [gone] = await bulk([{ op: 'change', id: shape?.id, data: fields.data }]);
    const single = await client.put(`${path}${shape?.id}/`, { data: fields.data });
    expect(gone).toEqual({ status: 404, ...(single.body as object) });
    expect(gone).toMatchObject({ changed_by: { id: userId, username: expect.any(String) } });
  });

  it('are answered the same again under the same key, and done once', async () => {
    const items = [
      { op: 'create', image: image.id, ...fields },
      { op: 'delete', id: 'x' },
    ];
    const headers = { 'idempotency-key': `${what}-bulk` };
    const count = async () => bodyOf<{ count: number }>(await client.get(path)).count;
    const first = await send(items, headers);
    const after = await count();
    const repeat = await send(items, headers);
    expect([repeat.status, repeat.text, repeat.headers['idempotency-replayed']]).toEqual([200, first.text, 'true']);
    expect(await count()).toBe(after);
  });

  it('have keys of their own, good for the single call too, whichever comes first', async () => {
    const [first, second] = [`${what}-a`, `${what}-b`];
    const create = { op: 'create', image: image.id, ...fields };
    const body = { image: image.id, ...fields };
    const single = await client.post(path, body, { headers: { 'idempotency-key': first } });
    const results = await bulk([
      { ...create, key: first },
      { ...create, key: second },
      { ...create, key: second },
    ]);
    expect(results[0]).toEqual({ status: 201, row: single.body });
    expect(results[2]).toMatchObject({ status: 400, detail: expect.stringContaining('key: ') });
    const later = await client.post(path, body, { headers: { 'idempotency-key': second } });
    expect([later.status, later.body, later.headers['idempotency-replayed']]).toEqual([201, results[1]?.row, 'true']);
    const foreign = `${what}-label`;
    bodyOf(await client.post('/detection/v2/label/', { name: 'Other' }, { headers: { 'idempotency-key': foreign } }), 201);
    expect((await bulk([{ ...create, key: foreign }]))[0]).toMatchObject({ status: 422 });
    // Nor is it good for other values, or for a call of another kind, whichever came first.
    const otherImage = { ...body, image: (await uploadImage(client)).id };
    for (const key of [first, second]) {
      expect((await bulk([{ ...create, ...otherImage, key }]))[0]).toMatchObject({ status: 422 });
      for (const [at, sent] of [
        [path, otherImage],
        ['/detection/v2/label/', { name: 'Other' }],
        ['/flows/v2/flow/', { name: 'Tip' }],
      ] as const)
        expect((await client.post(at, sent, { headers: { 'idempotency-key': key } })).status).toBe(422);
    }
    // What was refused has done nothing, so its key is free.
    const [refused] = await bulk([{ ...create, data: outside, key: `${what}-c` }]);
    const [mended] = await bulk([{ ...create, key: `${what}-c` }]);
    expect([refused?.status, mended?.status]).toEqual([400, 201]);
    // Nor for one who has left the workspace since.
    await removeMember(server.db, image.workspace, userId);
    expect((await bulk([{ ...create, key: second }]))[0]).toMatchObject({ status: 404 });
    expect((await client.post(path, body, { headers: { 'idempotency-key': second } })).status).toBe(404);
    await addMember(server.db, image.workspace, userId);
  });

  it('cost the same number of statements whatever their number', async () => {
    const cost = async (count: number) => {
      const [changed, deleted, restored] = [await draw(count), await draw(count), await draw(count)];
      await bulk(restored.map(({ id }) => ({ op: 'delete', id })));
      server.countStatements();
      const results = await bulk([
        ...changed.map(({ id }) => ({ op: 'change', id, version: 1, ...fields })),
        ...deleted.map(({ id }) => ({ op: 'delete', id })),
        ...restored.map(({ id }) => ({ op: 'restore', id })),
        ...changed.map(({ id }) => ({ op: 'create', image: image.id, ...fields, key: id })),
      ]);
      expect(results.filter(({ status }) => status >= 400)).toEqual([]);
      return server.countStatements();
    };
    const few = await cost(3);
    expect(await cost(250)).toBe(few);
    expect(few).toBeLessThan(25);
  });

  it.each([
    ['none at all', [], 'items: has no item'],
    ['too many', Array.from({ length: 1001 }, () => ({ op: 'restore', id: 'x' })), 'items: has more than 1,000 items'],
  ])('are refused whole: %s', async (_case, items, detail) => {
    const answer = await send(items);
    expect([answer.status, answer.body]).toEqual([400, { detail }]);
  });
});
