import { randomUUID } from 'node:crypto';
import type { DetectionObject, Mask, Point, Polygon, Skeleton, TrainingImage } from '@console/shared-contract/api';
import { addMember, removeMember } from '../../domain/account/workspaces';
import { expectBody, type TestResponse, type TestClient } from '../../testing/api/client';
import { createNamedRow, uploadImage } from '../../testing/api/fixtures';
import { createMaskData } from '../../testing/api/mask-data';
import { setUpTestServer } from '../../testing/api/test-server';

type AnyShape = Pick<DetectionObject | Polygon | Point | Skeleton | Mask, 'id' | 'version' | 'data'>;
interface ItemResult {
  status: number;
  row?: AnyShape | null;
  detail?: string;
  current?: AnyShape;
}

/** A kind of shape and its API calls. */
interface ShapeTestCase {
  path: string;
  entityName: string;
  /** Fields that a new shape needs in addition to its image. */
  fields: (client: TestClient) => Promise<Record<string, unknown>>;
  /** Valid geometry that differs from the geometry in `fields`. */
  changedData: unknown;
  outsideData: unknown;
  outsideError?: string;
}

const testCases: [string, ShapeTestCase][] = [
  [
    'objects',
    {
      path: '/detection/v2/object/',
      entityName: 'Object',
      fields: async (client) => ({
        detection_label: (await createNamedRow(client, '/detection/v2/label/')).id,
        data: [1, 1, 20, 20],
      }),
      changedData: [1, 1, 20, 30],
      outsideData: [1, 1, 20, 1000],
    },
  ],
  [
    'polygons',
    {
      path: '/segmentation/v2/polygon/',
      entityName: 'Polygon',
      fields: async (client) => ({
        segmentation_label: (await createNamedRow(client, '/segmentation/v2/label/')).id,
        data: [1, 1, 20, 1, 10, 20],
      }),
      changedData: [1, 1, 20, 1, 10, 30],
      outsideData: [1, 1, 20, 1, 10, 1000],
    },
  ],
  [
    'points',
    {
      path: '/annotate/v2/point/',
      entityName: 'Point',
      fields: async () => ({ name: 'Tip', data: [5, 5] }),
      changedData: [5, 30],
      outsideData: [5, 1000],
    },
  ],
  [
    'skeletons',
    {
      path: '/detection/v2/skeleton/',
      entityName: 'Skeleton',
      fields: async (client) => {
        const skeleton = { points: [{ name: 'tip' }], edges: [] };
        return { detection_label: (await createNamedRow(client, '/detection/v2/label/', { skeleton })).id, data: [5, 5, 2] };
      },
      changedData: [5, 30, 2],
      outsideData: [5, 1000, 2],
    },
  ],
  [
    'masks',
    {
      path: '/segmentation/v2/mask/',
      entityName: 'Mask',
      fields: async (client) => ({
        segmentation_label: (await createNamedRow(client, '/segmentation/v2/label/')).id,
        data: createMaskData([1, 1, 20, 20]),
      }),
      changedData: createMaskData([1, 1, 20, 30]),
      outsideData: createMaskData([1, 1, 20, 20], [1000, 64]),
      outsideError: 'data.size: must be [48, 64], the height and width of the image',
    },
  ],
];

const server = setUpTestServer();
let client: TestClient;
let userId: string;
let image: TrainingImage;
beforeAll(async () => {
  const tenant = await server.createTenant();
  client = tenant.client;
  userId = tenant.user.id;
  image = await uploadImage(client);
});

describe.each(testCases)('bulk write of %s', (_name, testCase) => {
  const { path, entityName, fields: createFields, changedData, outsideData } = testCase;
  const { outsideError = 'data: lies outside the image of 64 x 48 pixels' } = testCase;
  let fields: Record<string, unknown>;
  beforeAll(async () => {
    fields = await createFields(client);
  });
  const postItems = (items: unknown[], headers?: Record<string, string>): Promise<TestResponse> =>
    client.post(`${path}bulk`, { items }, { headers });
  const writeBulk = async (items: unknown[]) => expectBody<{ results: ItemResult[] }>(await postItems(items)).results;
  const createShapes = async (count: number): Promise<AnyShape[]> => {
    const results = await writeBulk(Array.from({ length: count }, () => ({ op: 'create', image: image.id, ...fields })));
    return results.flatMap(({ row }) => row ?? []);
  };

  it('evaluates a repeated call again if the first call was refused for all items', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const items = [{ op: 'delete', id: randomUUID() }];
    const responses = [await postItems(items, headers), await postItems(items, headers)];
    for (const response of responses) {
      expect(response.body).toEqual({ results: [{ status: 404, detail: `${entityName} not found.` }] });
      expect(response.headers['idempotency-replayed']).toBeUndefined();
    }
  });

  it('image filters by shape kind find the image of the shape', async () => {
    const secondImage = await uploadImage(client);
    const { id } = expectBody<AnyShape>(await client.post(path, { image: secondImage.id, ...fields }), 201);
    const name = path.split('/').at(-2);
    const countImages = async (query: Record<string, string>) =>
      expectBody<{ count: number }>(await client.get('/recognition/v2/training-image/', query)).count;
    const [withShape, withoutShape] = [
      await countImages({ shape_kinds: `${name}` }),
      await countImages({ not_shape_kinds: `${name}` }),
    ];
    expect((await client.delete(`${path}${id}`)).status).toBe(204);
    expect(await countImages({ shape_kinds: `${name}` })).toBe(withShape - 1);
    expect(await countImages({ not_shape_kinds: `${name}` })).toBe(withoutShape + 1);
    await client.delete(`/recognition/v2/training-image/${secondImage.id}`);
  });

  it('returns the same responses as single calls, in order', async () => {
    const [deletedShape, changedShape] = await createShapes(2);
    const results = await writeBulk([
      { op: 'delete', id: deletedShape?.id },
      { op: 'create', image: image.id, ...fields },
      { op: 'change', id: changedShape?.id, version: 1, data: changedData },
    ]);
    expect(results.map(({ status }) => status)).toEqual([204, 201, 200]);
    expect(results[0]).toEqual({ status: 204, row: null });
    for (const { row } of results.slice(1)) expect(expectBody(await client.get(`${path}${row?.id}`))).toEqual(row);
    expect(results[2]?.row).toMatchObject({
      id: changedShape?.id,
      version: 2,
      data: changedData,
    });
    expect((await client.get(`${path}${deletedShape?.id}`)).status).toBe(404);
  });

  it('rejects each invalid item with its own error and writes the others', async () => {
    const [shape, deletedShape, alsoDeleted] = await createShapes(3);
    for (const shapeToDelete of [deletedShape, alsoDeleted]) await client.delete(`${path}${shapeToDelete?.id}`);
    const unknownId = '6b1f0c5e-7a0b-4c3e-9a55-0d8f5b2f7c11';
    const invalidItems: [unknown, number, string][] = [
      [{ op: 'create', image: image.id, ...fields, data: outsideData }, 400, outsideError],
      [{ op: 'create', image: image.id, ...fields, data: [0.5] }, 400, 'data'],
      [{ op: 'create', image: unknownId, ...fields }, 404, 'Image not found.'],
      [{ op: 'change', id: deletedShape?.id, data: fields.data }, 404, `${entityName} not found.`],
      [{ op: 'delete', id: alsoDeleted?.id }, 404, `${entityName} not found.`],
      [{ op: 'restore', id: unknownId }, 404, `${entityName} not found.`],
      [{ op: 'change', id: shape?.id, image: unknownId }, 404, 'Image not found.'],
      [{ op: 'unknown' }, 400, 'op: '],
      [{ op: 'delete' }, 400, 'id: '],
      [null, 400, 'items: '],
      ['text', 400, 'items: '],
    ];
    const results = await writeBulk([{ op: 'create', image: image.id, ...fields }, ...invalidItems.map(([item]) => item)]);
    expect(results.slice(1).map(({ status, detail }) => [status, detail])).toEqual(
      invalidItems.map(([, status, detail]) => [status, expect.stringContaining(detail)]),
    );
    expect(results[0]?.status).toBe(201);
    expect((await client.get(`${path}${results[0]?.row?.id}`)).status).toBe(200);
    expect(results.slice(1).every(({ row }) => row === undefined)).toBe(true);
  });

  it('returns the current row for stale edits and rejects duplicate ids', async () => {
    const [shape] = await createShapes(1);
    const changedShape = expectBody<AnyShape>(await client.put(`${path}${shape?.id}/`, { data: fields.data }));
    const [staleResult, duplicateResult, singleResponse] = [
      ...(await writeBulk([
        { op: 'change', id: shape?.id, version: 1, data: fields.data },
        { op: 'delete', id: shape?.id },
      ])),
      await client.put(`${path}${shape?.id}/`, { version: 1 }),
    ];
    expect(staleResult).toEqual({ status: 409, ...((singleResponse as TestResponse).body as object) });
    expect((staleResult as ItemResult).current).toEqual(changedShape);
    expect((staleResult as ItemResult & { changed_by?: unknown }).changed_by).toEqual({
      id: userId,
      username: expect.any(String),
    });
    expect(duplicateResult).toEqual({ status: 400, detail: 'id: is named by an earlier item of this call' });
  });

  it('names the user who deleted the shape', async () => {
    const [shape] = await createShapes(1);
    await writeBulk([{ op: 'delete', id: shape?.id }]);
    const [deletedResult] = await writeBulk([{ op: 'change', id: shape?.id, data: fields.data }]);
    const singleResponse = await client.put(`${path}${shape?.id}/`, { data: fields.data });
    expect(deletedResult).toEqual({ status: 404, ...(singleResponse.body as object) });
    expect(deletedResult).toMatchObject({ changed_by: { id: userId, username: expect.any(String) } });
  });

  it('replays the response for a repeated idempotency key without writing again', async () => {
    const items = [
      { op: 'create', image: image.id, ...fields },
      { op: 'delete', id: 'x' },
    ];
    const headers = { 'idempotency-key': `${entityName}-bulk` };
    const countRows = async () => expectBody<{ count: number }>(await client.get(path)).count;
    const firstResponse = await postItems(items, headers);
    const countAfter = await countRows();
    const repeatedResponse = await postItems(items, headers);
    expect([repeatedResponse.status, repeatedResponse.text, repeatedResponse.headers['idempotency-replayed']]).toEqual([
      200,
      firstResponse.text,
      'true',
    ]);
    expect(await countRows()).toBe(countAfter);
  });

  it('shares idempotency keys between bulk items and single calls', async () => {
    const [firstKey, secondKey] = [`${entityName}-a`, `${entityName}-b`];
    const createItem = { op: 'create', image: image.id, ...fields };
    const body = { image: image.id, ...fields };
    const singleResponse = await client.post(path, body, { headers: { 'idempotency-key': firstKey } });
    const results = await writeBulk([
      { ...createItem, key: firstKey },
      { ...createItem, key: secondKey },
      { ...createItem, key: secondKey },
    ]);
    expect(results[0]).toEqual({ status: 201, row: singleResponse.body });
    expect(results[2]).toMatchObject({ status: 400, detail: expect.stringContaining('key: ') });
    const laterResponse = await client.post(path, body, { headers: { 'idempotency-key': secondKey } });
    expect([laterResponse.status, laterResponse.body, laterResponse.headers['idempotency-replayed']]).toEqual([
      201,
      results[1]?.row,
      'true',
    ]);
    const labelKey = `${entityName}-label`;
    expectBody(await client.post('/detection/v2/label/', { name: 'Other' }, { headers: { 'idempotency-key': labelKey } }), 201);
    expect((await writeBulk([{ ...createItem, key: labelKey }]))[0]).toMatchObject({ status: 422 });
    // The same key cannot be reused for other values or for another kind of call, whichever request came first.
    const otherImage = { ...body, image: (await uploadImage(client)).id };
    for (const key of [firstKey, secondKey]) {
      expect((await writeBulk([{ ...createItem, ...otherImage, key }]))[0]).toMatchObject({ status: 422 });
      for (const [otherPath, otherBody] of [
        [path, otherImage],
        ['/detection/v2/label/', { name: 'Other' }],
        ['/flows/v2/flow/', { name: 'Tip' }],
      ] as const)
        expect((await client.post(otherPath, otherBody, { headers: { 'idempotency-key': key } })).status).toBe(422);
    }
    // A rejected item has written nothing, so its key can be used again.
    const [rejectedResult] = await writeBulk([{ ...createItem, data: outsideData, key: `${entityName}-c` }]);
    const [correctedResult] = await writeBulk([{ ...createItem, key: `${entityName}-c` }]);
    expect([rejectedResult?.status, correctedResult?.status]).toEqual([400, 201]);
    // A user who has left the workspace does not get the stored response.
    await removeMember(server.db, image.workspace, userId);
    expect((await writeBulk([{ ...createItem, key: secondKey }]))[0]).toMatchObject({ status: 404 });
    expect((await client.post(path, body, { headers: { 'idempotency-key': secondKey } })).status).toBe(404);
    await addMember(server.db, image.workspace, userId);
  });

  it('uses the same number of statements for any number of items', async () => {
    const countStatements = async (count: number) => {
      const [changedShapes, deletedShapes, restoredShapes] = [
        await createShapes(count),
        await createShapes(count),
        await createShapes(count),
      ];
      await writeBulk(restoredShapes.map(({ id }) => ({ op: 'delete', id })));
      server.countStatements();
      const results = await writeBulk([
        ...changedShapes.map(({ id }) => ({ op: 'change', id, version: 1, ...fields })),
        ...deletedShapes.map(({ id }) => ({ op: 'delete', id })),
        ...restoredShapes.map(({ id }) => ({ op: 'restore', id })),
        ...changedShapes.map(({ id }) => ({ op: 'create', image: image.id, ...fields, key: id })),
      ]);
      expect(results.filter(({ status }) => status >= 400)).toEqual([]);
      return server.countStatements();
    };
    const statementsForFew = await countStatements(3);
    expect(await countStatements(250)).toBe(statementsForFew);
    expect(statementsForFew).toBeLessThan(25);
  });

  it.each([
    ['no items', [], 'items: has no item'],
    ['too many items', Array.from({ length: 1001 }, () => ({ op: 'restore', id: 'x' })), 'items: has more than 1,000 items'],
  ])('rejects the complete call: %s', async (_case, items, detail) => {
    const response = await postItems(items);
    expect([response.status, response.body]).toEqual([400, { detail }]);
  });
});
