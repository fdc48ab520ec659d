import type { ImportUndoCheck, Job, TrainingImage } from '@console/shared-contract/api';
import fc from 'fast-check';
import { expectBody, type TestClient } from '../../testing/api/client';
import { uploadImage, type ListEnvelope } from '../../testing/api/fixtures';
import { workspaceArbitrary, createConsoleFiles, toComparable } from '../../testing/api/console-lines';
import { createPng } from '../../testing/api/png';
import { ImportDriver, createZip } from '../../testing/api/import-driver';
import { setUpTestServer } from '../../testing/api/test-server';
import { unzip } from '../../testing/api/unzip';

const server = setUpTestServer();
let client: TestClient;
let driver: ImportDriver;
beforeEach(async () => {
  ({ client } = await server.createTenant());
  driver = new ImportDriver(server, client);
});

const listRows = async <T>(path: string) => expectBody<{ results: T[] }>(await client.get(path, { page_size: 100 })).results;

/** The import accepts the verifications and the done items that the files declare. */
const ACCEPT_CONFIRMATIONS = { adopt_confirmations: true };

/** Creates two images with one box each. */
const createTwoFigs = async () =>
  createZip({
    'a.png': await createPng('#a00'),
    'b.png': await createPng('#0a0'),
    'coco.json': JSON.stringify({
      images: ['a', 'b'].map((name, id) => ({ id, file_name: `${name}.png`, width: 100, height: 80 })),
      annotations: [0, 1].map((id) => ({
        id,
        image_id: id,
        category_id: 7,
        bbox: [10, 20, 40, 40],
        segmentation: [],
        iscrowd: 0,
      })),
      categories: [{ id: 7, name: 'Fig' }],
    }),
  });

it('an exported and imported image keeps its name, without a copy in the metadata', async () => {
  const { id } = await uploadImage(client, { name: 'Shelf 1.png' });
  await client.put(`/recognition/v2/training-image/${id}`, { meta_data: ['own'] });
  const zip = await driver.exportImages({ format: 'console' });
  const { client: otherClient } = await server.createTenant();
  await new ImportDriver(server, otherClient).importFiles({ 'a.zip': zip });
  const { results } = expectBody<ListEnvelope<TrainingImage>>(await otherClient.get('/recognition/v2/training-image/'));
  expect(results).toMatchObject([{ name: 'Shelf 1.png', meta_data: ['own'] }]);
});

it('preserves everything when console files are imported, exported and imported again', async () => {
  const user = await server.createTestUser();
  const userDriver = new ImportDriver(server, user.client);
  const exportWorkspace = async (workspace: string) => {
    const files = await unzip(await userDriver.exportImages({ format: 'console', workspace }));
    return { files: Object.fromEntries(files), lines: toComparable(String(files.get('console.jsonl'))) };
  };
  await fc.assert(
    fc.asyncProperty(workspaceArbitrary, async (generated) => {
      const [firstWorkspace, secondWorkspace] = [
        await server.createTestWorkspace({ members: [user] }),
        await server.createTestWorkspace({ members: [user] }),
      ];
      const files = await createConsoleFiles(generated, user.email);
      const finishedImport = await userDriver.importFiles({ 'a.zip': await createZip(files) }, {}, ACCEPT_CONFIRMATIONS, {
        workspace: firstWorkspace,
      });
      expect([finishedImport.state, finishedImport.error, finishedImport.result?.notes, finishedImport.plan?.notes]).toEqual([
        'done',
        null,
        [],
        [],
      ]);
      const plannedCounts = { groups_created: finishedImport.plan?.groups?.new, jobs_created: finishedImport.plan?.jobs?.new };
      expect(finishedImport.result).toMatchObject(JSON.parse(JSON.stringify(plannedCounts)) as object);
      const firstExport = await exportWorkspace(firstWorkspace);
      expect(firstExport.lines).toEqual(toComparable(String(files['console.jsonl'])));
      await userDriver.importFiles({ 'b.zip': await createZip(firstExport.files) }, {}, ACCEPT_CONFIRMATIONS, {
        workspace: secondWorkspace,
      });
      expect((await exportWorkspace(secondWorkspace)).lines).toEqual(firstExport.lines);
      const repeatedImport = await userDriver.importFiles(
        { 'b.zip': await createZip(firstExport.files) },
        {},
        {},
        { workspace: secondWorkspace },
      );
      expect(repeatedImport.result).toMatchObject({
        pictures: { added: 0 },
        shapes: { boxes: 0, polygons: 0, points: 0, labels: 0 },
        labels_created: 0,
      });
      expect([
        repeatedImport.plan?.groups,
        repeatedImport.plan?.jobs,
        repeatedImport.result?.groups_created,
        repeatedImport.result?.jobs_created,
      ]).toEqual(Array.from({ length: 4 }));
      expect(repeatedImport.result?.products ?? { created: 0, pictures: 0 }).toEqual({ created: 0, pictures: 0 });
    }),
    { numRuns: process.env.LONG ? 3 : 1, endOnFailure: true },
  );
}, 60_000);

it('labels keep their keys unless another label has the key', async () => {
  expectBody(await client.post('/detection/v2/label/', { name: 'Ours', key: '2' }), 201);
  const declaredKeys = { Taken: '2', Kept: '3', Invalid: '?', Letter: 'q', Older: undefined };
  const range = { type: null, min_value: null, max_value: null, step_value: null };
  const lines = [
    { annotation_console: 1, created: '2026-01-01T00:00:00Z' },
    ...Object.entries(declaredKeys).map(([name, key]) => ({ label: { of: 'detection', id: name, name, key, ...range } })),
    {
      image: {
        id: 'a',
        file: 'a.png',
        content_hash: '',
        width: 100,
        height: 80,
        part: 'all',
        test: false,
        real: true,
        created: '',
        meta_data: {},
        verified_by: [],
        labels: [],
        objects: [],
        polygons: [],
        points: [],
        groups: [],
        jobs: [],
      },
    },
  ];
  await driver.importFiles({
    'a.png': await createPng('#a00'),
    'console.jsonl': lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  const labels = await listRows<{ name: string; key: string | null }>('/detection/v2/label/');
  const keysByName = Object.fromEntries(labels.map(({ name, key }) => [name, key]));
  expect(keysByName).toMatchObject({ Ours: '2', Kept: '3', Letter: 'q' });
  expect([keysByName.Taken, keysByName.Invalid, keysByName.Older].toSorted()).toEqual(['1', '4', '5']);
});

it('distinguishes groups with the same name, and undo deletes only unchanged new groups', async () => {
  const createGroupLine = (id: string, fields: object = {}) => ({
    group: {
      id,
      name: 'Twins',
      description: 'From a file',
      type: null,
      test: true,
      meta_data: {},
      verified_by: [],
      groups: [],
      ...fields,
    },
  });
  const jobFields = { id: 'j', name: 'Twin check', description: '', instructions: '', todo_number: 2, randomize: false };
  const defaultJobFields = { auto_complete: false, done: false, flow: null, mark_done_label: null, tasks: [], assignees: [] };
  // The value 9 is invalid for `gold_feedback`, so the import treats this setting as missing.
  const independentWork = { blind: true, gold_rate: 0.1, gold_feedback: 9 };
  const lines = [
    { annotation_console: 1, created: '2026-01-01T00:00:00Z' },
    { job: { ...jobFields, ...defaultJobFields, id: 'groups', type: 'similarity' } },
    ...[
      createGroupLine('outer', { name: 'Family' }),
      createGroupLine('a'),
      createGroupLine('b', { groups: ['outer', 'later'], jobs: [{ id: 'groups', name: 'Twin check', done: true, count: 2 }] }),
      createGroupLine('later'),
    ],
    { job: { ...jobFields, ...independentWork, ...defaultJobFields } },
    ...['a', 'b'].map((id) => ({
      image: {
        id,
        file: `${id}.png`,
        content_hash: '',
        width: 100,
        height: 80,
        part: 'all',
        test: false,
        real: true,
        created: '',
        meta_data: {},
        verified_by: [],
        labels: [],
        objects: [],
        polygons: [],
        points: [],
        groups: [{ id, name: 'Twins' }],
        jobs: [{ id: 'j', name: 'Twin check', done: true }],
      },
    })),
  ];
  const files = {
    'a.png': await createPng('#a00'),
    'b.png': await createPng('#0a0'),
    'console.jsonl': lines.map((line) => JSON.stringify(line)).join('\n'),
  };
  const GROUPS_PATH = '/similarity/training/v2/group/';
  const listGroups = async () =>
    (
      await listRows<{ id: string; name: string; description: string; test_group: boolean; images_count: number }>(GROUPS_PATH)
    ).map(({ name, description, test_group: test, images_count: count }) => [name, description, test, count]);
  await client.post(GROUPS_PATH, { name: 'Twins', description: 'Ours' });
  const finishedImport = await driver.importFiles(files, {}, ACCEPT_CONFIRMATIONS);
  expect(finishedImport.plan).toMatchObject({ groups: { new: 2, here: 1 }, jobs: { new: 2, here: 0 } });
  expect(finishedImport.plan?.notes).toEqual([{ reason: 'Parent groups that are declared after their child groups', count: 1 }]);
  expect(finishedImport.result).toMatchObject({ groups_created: 2, jobs_created: 2 });
  const expectedGroups = [
    ['Family', 'From a file', true, 0],
    ['Twins', 'From a file', true, 1],
    ['Twins', 'Ours', false, 1],
  ];
  expect((await listGroups()).sort()).toEqual(expectedGroups);
  const [createdJob] = await listRows<Job>('/annotate/v2/imagejob/');
  expect(createdJob).toMatchObject({ todo_number: 2, item_done_count: 2, adjudication_count: 0 });
  expect(createdJob).toMatchObject({ ...independentWork, gold_feedback: 0 });
  expect(await listRows<Job>('/annotate/v2/similarityjob/')).toMatchObject([
    { name: 'Twin check', item_count: 1, item_done_count: 1 },
  ]);

  expect((await driver.importFiles(files)).result).not.toHaveProperty('groups_created');
  expect((await listGroups()).sort()).toEqual(expectedGroups);

  const canUndo = async () =>
    expectBody<{ possible: boolean }>(await client.get(`/recognition/v2/import/${finishedImport.id}/undo`)).possible;
  expect(await canUndo()).toBe(true);
  const renameJob = (name: string) => client.put(`/annotate/v2/imagejob/${createdJob?.id}`, { name });
  expectBody(await renameJob('Another name'));
  expect(await canUndo()).toBe(false);
  await server.db.updateTable('annotation_job').set({ version: 1 }).execute();
  expect((await driver.undoImport(finishedImport.id)).state).toBe('undone');
  expect(await listGroups()).toEqual([['Twins', 'Ours', false, 0]]);
  for (const type of ['image', 'similarity']) expect(await listRows(`/annotate/v2/${type}job/`)).toEqual([]);
});

interface ListedProduct {
  id: string;
  name: string;
  customer_product_id: string;
  verified: boolean;
  images_count: number;
}

it('creates missing products and deletes them on undo unless they were edited', async () => {
  const importWithoutProducts = await driver.importFiles({ 'figs.zip': await createTwoFigs() }, { outlines: 'boxes' });
  const objects = expectBody<{ results: { id: string }[] }>(await client.get('/detection/v2/object/')).results;
  const jamProduct = {
    name: 'Fig jam',
    customer_product_id: 'C-7',
    product_collection: await createCollection(client),
    meta_data: { g: 340 },
  };
  for (const [index, body] of [jamProduct, { name: 'Fig tea' }].entries()) {
    const { id } = expectBody<ListedProduct>(await client.post('/product/v2/product/', body), 201);
    expectBody(await client.post(`/product/v2/product/${id}/add-crop`, { object: objects[index]!.id }), 201);
  }
  const createdProducts = expectBody<{ results: ListedProduct[] }>(await client.get('/product/v2/product/')).results;
  const priceFields = {
    product_id: createdProducts.find(({ name }) => name === 'Fig tea')!.id,
    price: '2.80',
    currency: 'EUR',
    source: 'Market',
  };
  expectBody(await client.post('/product/v2/price/', priceFields), 201);
  expect(importWithoutProducts.plan?.products).toBeUndefined();
  const zip = await driver.exportImages({ format: 'console' });

  const otherTenant = await server.createTenant();
  const otherDriver = new ImportDriver(server, otherTenant.client);
  const listProducts = async () =>
    expectBody<{ results: ListedProduct[] }>(await otherTenant.client.get('/product/v2/product/')).results.map(
      ({ name, customer_product_id: number, images_count: pictures, verified }) => [name, number, pictures, verified],
    );
  // An existing product matches by its customer id in the collection, whatever its name.
  const existingProduct = {
    name: 'Jam',
    customer_product_id: 'C-7',
    product_collection: await createCollection(otherTenant.client),
  };
  const { id: existingId } = expectBody<ListedProduct>(
    await otherTenant.client.post('/product/v2/product/', existingProduct),
    201,
  );
  const finishedImport = await otherDriver.importFiles({ 'a.zip': zip });
  expect([finishedImport.plan?.products, finishedImport.result?.products]).toEqual([
    { new: 1, here: 1 },
    { created: 1, pictures: 2 },
  ]);
  const expectedProducts = [
    ['Fig tea', '', 1, false],
    ['Jam', 'C-7', 1, false],
  ];
  expect(await listProducts()).toEqual(expectedProducts);
  const repeatedImport = await otherDriver.importFiles({ 'a.zip': zip });
  expect([repeatedImport.plan?.products, repeatedImport.result?.products]).toEqual([
    { new: 0, here: 2 },
    { created: 0, pictures: 0 },
  ]);
  expect(await listProducts()).toEqual(expectedProducts);

  const { results } = expectBody<{ results: ListedProduct[] }>(await otherTenant.client.get('/product/v2/product/'));
  const teaProduct = results.find(({ name }) => name === 'Fig tea')!;
  const price = { product_id: teaProduct.id, price: '3.20', currency: 'EUR' };
  const { id: priceId } = expectBody<{ id: string }>(await otherTenant.client.post('/product/v2/price/', price), 201);
  const checkUndo = async () =>
    expectBody<ImportUndoCheck>(await otherTenant.client.get(`/recognition/v2/import/${finishedImport.id}/undo`));
  expect(await checkUndo()).toMatchObject({ possible: false, worked_on: 1 });
  await otherTenant.client.delete(`/product/v2/price/${priceId}/`);
  expect(await checkUndo()).toMatchObject({ possible: true });
  expect((await otherDriver.undoImport(finishedImport.id)).state).toBe('undone');
  expect(await listProducts()).toEqual([['Jam', 'C-7', 0, false]]);
  expect(
    expectBody<{ product_set: unknown }>(await otherTenant.client.get(`/product/v2/product/${existingId}/`)).product_set,
  ).toBeNull();
});

const createCollection = async (owner: TestClient) =>
  expectBody<{ id: number }>(await owner.post('/product/v2/collection/', { name: 'Spreads', type: '' }), 201).id;
