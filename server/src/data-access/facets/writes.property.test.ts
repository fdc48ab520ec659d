import fc from 'fast-check';
import { sql } from 'kysely';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createTestJob, createTestLabel, createNamedRow, uploadImages } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import { rebuildFacets } from './rebuild';

/**
 * Executes random writes through the API. Then reads each property of each image and object from the plain tables, one at a
 * time, and compares it with the facets.
 */
const server = setUpTestServer();

interface TestData {
  client: TestClient;
  workspaceId: string;
  images: string[];
  labels: string[];
  detectionLabels: string[];
  jobs: string[];
  tasks: string[];
  groups: string[];
  /** Objects that were deleted in bulk and can be restored. */
  deletedObjects: string[];
}

const IMAGES_PATH = '/recognition/v2/training-image/';
const OBJECTS_PATH = '/detection/v2/object/';
const GROUPS_PATH = '/similarity/training/v2/group/';

async function createTestData(): Promise<TestData> {
  const { client, workspaceId } = await server.createTenant();
  const createTwoRows = (path: string) =>
    Promise.all(['Aa', 'Bb'].map(async (name) => (await createNamedRow(client, path, { name })).id));
  return {
    client,
    workspaceId,
    images: (await uploadImages(client, 4)).map((image) => image.id),
    labels: [(await createTestLabel(client)).id, (await createTestLabel(client, { type: 'value' })).id],
    detectionLabels: await createTwoRows('/detection/v2/label/'),
    jobs: [(await createTestJob(client)).id, (await createTestJob(client)).id],
    tasks: await createTwoRows('/detection/v2/task/'),
    groups: await createTwoRows(GROUPS_PATH),
    deletedObjects: [],
  };
}

type PickOne = <T>(from: readonly T[]) => T | undefined;
type WriteStep = (testData: TestData, pick: PickOne) => Promise<unknown>;

const listObjects = async (testData: TestData) =>
  expectBody<{ results: { id: string }[] }>(await testData.client.get(OBJECTS_PATH, { page_size: 1000 })).results.map(
    (row) => row.id,
  );
const withObject =
  (work: (testData: TestData, object: string, pick: PickOne) => Promise<unknown>): WriteStep =>
  async (testData, pick) => {
    const object = pick(await listObjects(testData));
    return object === undefined ? undefined : work(testData, object, pick);
  };

async function writeInBulk(testData: TestData, items: Record<string, unknown>[]) {
  if (items.length === 0) return undefined;
  const response = await testData.client.post(`${OBJECTS_PATH}bulk`, { items });
  expect([response.status, response.text.includes('"status":5')]).toEqual([200, false]);
  return response;
}

async function callWithFilter(testData: TestData, path: string, filter: object) {
  const response = await testData.client.post(path, { filter });
  // The background work may fail, because the annotation job that it changes may have been deleted meanwhile.
  await server.runWork();
  return response;
}

const writeSteps: Record<string, WriteStep> = {
  upload: (testData) => uploadImages(testData.client, 1).then(([image]) => testData.images.push(image?.id ?? '')),
  'delete image': (testData, pick) => testData.client.delete(`${IMAGES_PATH}${pick(testData.images)}`),
  'add label': (testData, pick) =>
    testData.client.post(`${IMAGES_PATH}${pick(testData.images)}/add-label`, { label_id: pick(testData.labels) }),
  'remove label': (testData, pick) =>
    testData.client.post(`${IMAGES_PATH}${pick(testData.images)}/remove-label`, { label_id: pick(testData.labels) }),
  'label many': (testData, pick) =>
    testData.client.post(`${IMAGES_PATH}update`, {
      images: [pick(testData.images), pick(testData.images)],
      labels: [pick(testData.labels)],
      'mark-test': true,
    }),
  'flag many': (testData, pick) =>
    testData.client.post(`${IMAGES_PATH}update`, {
      images: [pick(testData.images), pick(testData.images)],
      'unmark-test': true,
      'unmark-real': true,
    }),
  flag: (testData, pick) => testData.client.put(`${IMAGES_PATH}${pick(testData.images)}`, { real: true, test_image: true }),
  verify: (testData, pick) => testData.client.post('/annotate/v2/verification/', { image_id: pick(testData.images) }),
  unverify: async (testData, pick) => {
    const { results } = expectBody<{ results: { id: string }[] }>(await testData.client.get('/annotate/v2/verification/'));
    return testData.client.delete(`/annotate/v2/verification/${pick(results)?.id}`);
  },
  draw: (testData, pick) =>
    testData.client.post(OBJECTS_PATH, {
      image: pick(testData.images),
      detection_label: pick(testData.detectionLabels),
      data: [1, 1, 30, 30],
    }),
  'draw and change many': async (testData, pickOne) => {
    const objects = await listObjects(testData);
    return writeInBulk(testData, [
      ...[pickOne(testData.images), pickOne(testData.images)].map((image) => ({
        op: 'create',
        image,
        detection_label: pickOne(testData.detectionLabels),
        data: [1, 1, 30, 30],
      })),
      ...objects.slice(0, 3).map((id) => ({ op: 'change', id, detection_label: pickOne(testData.detectionLabels) })),
    ]);
  },
  'remove many objects': async (testData) => {
    const objects = (await listObjects(testData)).slice(0, 4);
    testData.deletedObjects.push(...objects);
    return writeInBulk(
      testData,
      objects.map((id) => ({ op: 'delete', id })),
    );
  },
  'restore many': (testData) =>
    writeInBulk(
      testData,
      testData.deletedObjects.map((id) => ({ op: 'restore', id })),
    ),
  'delete object': withObject((testData, object) => testData.client.delete(`${OBJECTS_PATH}${object}`)),
  'relabel object': withObject((testData, object, pick) =>
    testData.client.put(`${OBJECTS_PATH}${object}/`, { detection_label: pick(testData.detectionLabels) }),
  ),
  'tag object': withObject((testData, object, pick) =>
    testData.client.post(`${OBJECTS_PATH}${object}/add-label`, { label_id: pick(testData.labels) }),
  ),
  'untag object': withObject((testData, object, pick) =>
    testData.client.post(`${OBJECTS_PATH}${object}/remove-label`, { label_id: pick(testData.labels) }),
  ),
  'remove all objects': (testData, pick) => testData.client.delete(`${OBJECTS_PATH}image`, { image: pick(testData.images) }),
  'group object': withObject((testData, object, pick) =>
    testData.client.post(`${GROUPS_PATH}${pick(testData.groups)}/add-objects`, { objects: [object] }),
  ),
  'ungroup object': withObject((testData, object, pick) =>
    testData.client.post(`${GROUPS_PATH}${pick(testData.groups)}/remove-objects`, { objects: [object] }),
  ),
  'group image': (testData, pick) =>
    testData.client.post(`${GROUPS_PATH}${pick(testData.groups)}/add-images`, { images: [pick(testData.images)] }),
  'ungroup image': (testData, pick) =>
    testData.client.post(`${GROUPS_PATH}${pick(testData.groups)}/remove-images`, { images: [pick(testData.images)] }),
  'merge groups': (testData) =>
    testData.client.post(`${GROUPS_PATH}${testData.groups[0]}/merge-groups`, { groups: [testData.groups[1]] }),
  'move members': (testData, pick) =>
    testData.client.post(`${GROUPS_PATH}${testData.groups[0]}/move-members`, {
      to: testData.groups[1],
      images: [pick(testData.images)],
    }),
  undo: async (testData, pick) => {
    const changeSets = expectBody<{ results: { id: number }[] }>(
      await testData.client.get('/history/v2/set/', { limit: 20 }),
    ).results;
    return changeSets.length === 0 ? undefined : testData.client.post('/history/v2/undo', { change_set: pick(changeSets)?.id });
  },
  'delete group': (testData, pick) => testData.client.delete(`${GROUPS_PATH}${pick(testData.groups)}`),
  'add to job': (testData, pick) =>
    testData.client.post(`/annotate/v2/imagejob/${pick(testData.jobs)}/add-items`, {
      items: [pick(testData.images), pick(testData.images)],
    }),
  'remove from job': (testData, pick) =>
    testData.client.post(`/annotate/v2/imagejob/${pick(testData.jobs)}/remove-items`, { items: [pick(testData.images)] }),
  'add all to job': (testData, pick) =>
    callWithFilter(testData, `/annotate/v2/imagejob/${pick(testData.jobs)}/add-matching`, { real: true }),
  'remove all from job': (testData, pick) =>
    callWithFilter(testData, `/annotate/v2/imagejob/${pick(testData.jobs)}/remove-matching`, { labels: [pick(testData.labels)] }),
  'add all as negative': (testData, pick) =>
    callWithFilter(testData, `/detection/v2/task/${pick(testData.tasks)}/add-matching`, { verified: false }),
  'delete job': (testData, pick) => testData.client.delete(`/annotate/v2/imagejob/${pick(testData.jobs)}`),
  'add negative': (testData, pick) =>
    testData.client.post(`/detection/v2/task/${pick(testData.tasks)}/add-images`, { items: [pick(testData.images)] }),
  'remove negative': (testData, pick) =>
    testData.client.post(`/detection/v2/task/${pick(testData.tasks)}/remove-images`, { items: [pick(testData.images)] }),
  'delete task': (testData, pick) => testData.client.delete(`/detection/v2/task/${pick(testData.tasks)}`),
  'delete label': (testData, pick) => testData.client.delete(`/recognition/v2/label/${pick(testData.labels)}`),
  'delete detection label': (testData, pick) => testData.client.delete(`/detection/v2/label/${pick(testData.detectionLabels)}`),
};

/** Permanent deletions are rare, so that enough rows remain. */
const stepWeights: Record<string, number> = { draw: 6, upload: 2 };
const arbitraryStepName = fc.oneof(
  ...Object.keys(writeSteps).map((name) => ({
    weight: stepWeights[name] ?? (name.startsWith('delete ') ? 1 : 3),
    arbitrary: fc.constant(name),
  })),
);

it('facets match the tables after random writes, and a rebuild changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(arbitraryStepName, fc.nat(), fc.nat()), { minLength: 10, maxLength: 60 }),
      async (randomSteps) => {
        const testData = await createTestData();
        for (const [name, firstNumber, secondNumber] of randomSteps) {
          const numbers = [firstNumber, secondNumber];
          const pickOne: PickOne = (candidates) => {
            const number = numbers.shift() ?? firstNumber;
            numbers.push(number);
            return candidates[number % Math.max(candidates.length, 1)];
          };
          const response = await writeSteps[name]?.(testData, pickOne);
          if (typeof response === 'object' && response !== null && 'status' in response)
            expect([name, Number(response.status) < 500]).toEqual([name, true]);
        }
        const expectedFacets = await readExpectedFacets(testData.workspaceId);
        expect(await readFacets(testData.workspaceId)).toEqual(expectedFacets);
        await rebuildFacets(server.db, testData.workspaceId);
        expect(await readFacets(testData.workspaceId)).toEqual(expectedFacets);
      },
    ),
    { numRuns: Number(process.env.FACET_RUNS ?? 12) },
  );
});

it('facets match the tables after concurrent writes to the same images', async () => {
  const testData = await createTestData();
  const names = Object.keys(writeSteps).filter((name) => !name.startsWith('delete'));
  const randomSteps = Array.from({ length: 120 }, (_, index) => ({
    name: names[(index * 7) % names.length] ?? 'draw',
    number: index,
  }));
  const stepsByWriter = Array.from({ length: 6 }, (_, writer) => randomSteps.filter((_step, index) => index % 6 === writer));
  await Promise.all(
    stepsByWriter.map(async (writerSteps) => {
      for (const { name, number } of writerSteps) {
        const response = await writeSteps[name]?.(testData, (from) => from[number % Math.max(from.length, 1)]);
        if (typeof response === 'object' && response !== null && 'status' in response)
          expect([name, Number(response.status) < 500]).toEqual([name, true]);
      }
    }),
  );
  expect(await readFacets(testData.workspaceId)).toEqual(await readExpectedFacets(testData.workspaceId));
});

async function readFacets(workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string; ref: string; chunk: number; bits: string }>`
    select kind, ref, chunk, bits::text from facet where workspace_id = ${workspaceId}`.execute(server.db);
  return rows
    .flatMap(({ kind, ref, chunk, bits }) =>
      [...bits].flatMap((bit, position) => (bit === '1' ? [`${kind} ${ref} ${chunk * 4096 + position}`] : [])),
    )
    .sort();
}

async function readExpectedFacets(workspaceId: string): Promise<string[]> {
  const { db } = server;
  const queryRows = async <T>(text: ReturnType<typeof sql<T>>) => (await text.execute(db)).rows;
  const images = await queryRows(
    sql<{
      id: string;
      seq: number;
      test_image: boolean;
      real: boolean;
    }>`select id, seq, test_image, real from training_image where workspace_id = ${workspaceId}`,
  );
  const objects = await queryRows(
    sql<{
      id: string;
      seq: number;
      image_id: string;
      detection_label_id: string;
    }>`select id, seq, image_id, detection_label_id from detection_object where workspace_id = ${workspaceId}`,
  );
  const queryPairs = (text: ReturnType<typeof sql<{ id: string; ref: string }>>) => queryRows(text);
  const verifiedPairs = await queryPairs(
    sql`select image_id as id, '' as ref from image_verification where workspace_id = ${workspaceId}`,
  );
  const jobs = await queryPairs(
    sql`select image_id as id, job_id as ref from job_item where workspace_id = ${workspaceId} and image_id is not null`,
  );
  const negatives = await queryPairs(
    sql`select image_id as id, task_id as ref from detection_task_negative_image where workspace_id = ${workspaceId}`,
  );
  const imageLabels = await queryPairs(
    sql`select image_id as id, label_id as ref from image_label where workspace_id = ${workspaceId}`,
  );
  const objectLabels = await queryPairs(
    sql`select object_id as id, label_id as ref from object_label where workspace_id = ${workspaceId}`,
  );
  const imageGroups = await queryPairs(
    sql`select image_id as id, '' as ref from group_image where workspace_id = ${workspaceId}`,
  );
  const objectGroups = await queryPairs(
    sql`select object_id as id, '' as ref from group_object where workspace_id = ${workspaceId}`,
  );
  const noRef = '00000000-0000-0000-0000-000000000000';
  const formatBits = (kind: string, seq: number, refs: string[]) => refs.map((ref) => `${kind} ${ref || noRef} ${seq}`);
  const getRefs = (rows: { id: string; ref: string }[], id: string) => rows.filter((row) => row.id === id).map((row) => row.ref);
  const getSharedBits = (entity: string, seq: number, image: (typeof images)[number]) => [
    ...formatBits(`${entity}.exists`, seq, ['']),
    ...(image.test_image ? formatBits(`${entity}.test`, seq, ['']) : []),
    ...(image.real ? formatBits(`${entity}.real`, seq, ['']) : []),
    ...formatBits(`${entity}.verified`, seq, getRefs(verifiedPairs, image.id)),
    ...formatBits(`${entity}.job`, seq, getRefs(jobs, image.id)),
    ...formatBits(`${entity}.task_neg`, seq, getRefs(negatives, image.id)),
  ];
  const bits = [
    ...images.flatMap((image) => [
      ...getSharedBits('image', image.seq, image),
      ...formatBits('image.label', image.seq, getRefs(imageLabels, image.id)),
      ...formatBits('image.grouped', image.seq, getRefs(imageGroups, image.id)),
      ...formatBits(
        'image.object_label',
        image.seq,
        objects.filter((object) => object.image_id === image.id).map((object) => object.detection_label_id),
      ),
    ]),
    ...objects.flatMap((object) => {
      const image = images.find((candidate) => candidate.id === object.image_id);
      return [
        ...(image ? getSharedBits('object', object.seq, image) : []),
        ...formatBits('object.detection_label', object.seq, [object.detection_label_id]),
        ...formatBits('object.label', object.seq, getRefs(objectLabels, object.id)),
        ...formatBits('object.grouped', object.seq, getRefs(objectGroups, object.id)),
      ];
    }),
  ];
  return [...new Set(bits)].sort();
}
