import type { CannotTrain, TaskSplit } from '@console/shared-contract/api';
import type { Example } from '@console/learner/protocol';
import { buildRuns, encodeCounts } from '@console/shared-contract/mask-rle';
import { sql } from 'kysely';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSegment } from '@console/shared-contract/segment-overlap';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createTestLabel, createNamedRow, createTestObject, createTestTask, uploadImages } from '../../testing/api/fixtures';
import { createMaskData } from '../../testing/api/mask-data';
import { createDatasetVersion } from '../learning/dataset';
import { writeManifest } from '../learning/manifest';
import { setUpTestServer } from '../../testing/api/test-server';

const server = setUpTestServer({ config: { builtInModels: true } });
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const IMAGES_PATH = '/recognition/v2/training-image/';
const addLabel = async (imageId: string, labelId: string, value?: number) =>
  expectBody(
    await client.post(`${IMAGES_PATH}${imageId}/add-label`, { label_id: labelId, ...(value !== undefined && { value }) }),
  );

describe('requirements of a local training', () => {
  it('rejects a task without enough labels or images, with their numbers', async () => {
    const unlabelledTask = await createTestTask(client, { name: 'Bare' });
    const task = await createTestTask(client, { name: 'Color', type: 'multi_class' });
    const labels = [
      await createTestLabel(client, { name: 'Red', task: task.id }),
      await createTestLabel(client, { name: 'Blue', task: task.id }),
    ];
    const testImages = await uploadImages(client, 1);
    await addLabel(testImages[0]!.id, labels[0]!.id);
    await client.post(`${IMAGES_PATH}update`, { images: [testImages[0]!.id], 'mark-test': true });
    const reasons = {
      [unlabelledTask.id]: 'This task has no labels. Add some before you train it.',
      [task.id]: 'There are too few images to train on: 0 of at least 4. TEST images are not used for training.',
    };
    for (const [id, detail] of Object.entries(reasons)) {
      const response = await client.post(`/recognition/v2/task/${id}/train`);
      expect([response.status, response.body]).toEqual([400, { detail }]);
      expect((await client.get(`/recognition/v2/task/${id}/split`)).body).toMatchObject({ cannot_train: detail });
    }
    for (const [index, { id }] of (await uploadImages(client, 4)).entries()) await addLabel(id, labels[index % 2]!.id);
    expect((await client.get(`/recognition/v2/task/${task.id}/split`)).body).toMatchObject({ cannot_train: null });
  });

  it('reports labels with too few examples, with their numbers', async () => {
    const images = (await uploadImages(client, 6)).map(({ id }) => id);
    const createTask = async (type: string, labelType: string, names: string[]) => {
      const task = await createTestTask(client, { name: type, type });
      const labels: string[] = [];
      for (const name of names) labels.push((await createTestLabel(client, { name, task: task.id, type: labelType })).id);
      return { task: task.id, labels };
    };
    const categoryTask = await createTask('multi_class', 'category', ['Apple', 'Pear']);
    const taggingTask = await createTask('multi_label', 'tag', ['Dented']);
    const valueTask = await createTask('regression', 'value', ['Fill']);
    const readReason = async (taskId: string) => {
      const { cannot_train } = expectBody<TaskSplit>(await client.get(`/recognition/v2/task/${taskId}/split`));
      const { tasks } = expectBody<CannotTrain>(await client.get('/recognition/v2/cannot-train'));
      expect(tasks.find(({ id }) => id === taskId)?.reason ?? null).toBe(cannot_train);
      return cannot_train;
    };
    for (const image of images.slice(0, 5)) {
      await addLabel(image, categoryTask.labels[0]!);
      await addLabel(image, taggingTask.labels[0]!);
      await addLabel(image, valueTask.labels[0]!, 3);
    }
    expect(await readReason(categoryTask.task)).toBe(
      "Too few images: training needs at least two labels with 2 images each. There are 5 of 'Apple', 0 of 'Pear'.",
    );
    expect(await readReason(taggingTask.task)).toBe(
      "Too few images: training needs 2 images with a label and 2 without it. There are 5 with and 0 without 'Dented'.",
    );
    expect(await readReason(valueTask.task)).toBe(
      "Too few images: training needs 4 images with values of a label that are not all the same. There are 5 of 'Fill' with 1 different value.",
    );
    expect((await client.post(`/recognition/v2/task/${categoryTask.task}/train`)).status).toBe(400);
    await addLabel(images[5]!, categoryTask.labels[1]!);
    await addLabel(images[5]!, valueTask.labels[0]!, 4);
    const secondLabel = await createTestLabel(client, { name: 'Open', task: taggingTask.task, type: 'tag' });
    const object = await createTestObject(
      client,
      images[5]!,
      (await createNamedRow(client, '/detection/v2/label/', { name: 'Box' })).id,
    );
    await client.post(`/detection/v2/object/${object.id}/add-label`, { label_id: secondLabel.id });
    expect(await readReason(categoryTask.task)).toMatch(/5 of 'Apple', 1 of 'Pear'/);
    expect(await readReason(taggingTask.task)).toMatch(/5 with and 1 without 'Dented'/);
    expect(await readReason(valueTask.task)).toBeNull();
    // Labels of objects count as much as labels of images.
    await client.post(`/detection/v2/object/${object.id}/add-label`, { label_id: categoryTask.labels[1]! });
    await addLabel(images[5]!, secondLabel.id);
    expect(await readReason(categoryTask.task)).toBeNull();
    expect(await readReason(taggingTask.task)).toBeNull();
  });

  it('the list of untrainable tasks agrees with the split of each task', async () => {
    const images = (await uploadImages(client, 6)).map(({ id }) => id);
    await client.post('/recognition/v2/training-image/update', { images: [images[0]], 'mark-test': true });
    await client.post('/recognition/v2/training-image/update', { images: [images[1]], 'unmark-real': true });
    const labels = [await createTestLabel(client, { name: 'Ripe' }), await createTestLabel(client, { name: 'Raw' })] as const;
    const shapes = {
      detection: await createNamedRow<{ id: string }>(client, '/detection/v2/label/', { name: 'Box' }),
      segmentation: await createNamedRow<{ id: string }>(client, '/segmentation/v2/label/', { name: 'Outline' }),
    };
    const annotateImages = async (count: number) => {
      for (const [index, image] of images.slice(0, count).entries()) {
        await client.post(`/recognition/v2/training-image/${image}/add-label`, { label_id: labels[index % 2 ? 1 : 0].id });
        await client.post('/detection/v2/object/', { image, detection_label: shapes.detection.id, data: [0, 0, 9, 9] });
        await client.post('/detection/v2/object/', { image, detection_label: shapes.detection.id, data: [9, 9, 9, 9] });
        const [kind, data] = index % 2 ? ['polygon', [0, 0, 9, 0, 9, 9]] : ['mask', createMaskData([0, 0, 9, 9])];
        const segment = { image, segmentation_label: shapes.segmentation.id, data };
        expectBody(await client.post(`/segmentation/v2/${kind}/`, segment), 201);
      }
    };
    await annotateImages(4);
    const tasks: [domain: string, id: string][] = [];
    for (const [domain, ids] of [
      ['recognition', labels.map(({ id }) => id)],
      ['detection', [shapes.detection.id]],
      ['segmentation', [shapes.segmentation.id]],
    ] as const) {
      for (const name of ['All', 'Only real', 'Bare']) {
        const task = await createNamedRow<{ id: string }>(client, `/${domain}/v2/task/`, { name, type: 'multi_class' });
        tasks.push([domain, task.id]);
        for (const id of name === 'Bare' ? [] : ids)
          await client.post(`/${domain}/v2/task/${task.id}/add-label`, { label_id: id });
        if (name === 'Only real')
          await sql`update ${sql.table(`${domain}_task`)} set training_params = '{"only_real": true}' where id = ${task.id}`.execute(
            server.db,
          );
      }
    }
    const listReasons = async () => {
      const reasonsInList = new Map<string, string>();
      for (const domain of ['recognition', 'detection', 'segmentation'])
        for (const { id, reason } of expectBody<CannotTrain>(await client.get(`/${domain}/v2/cannot-train`)).tasks)
          reasonsInList.set(id, reason);
      const reasonsInSplit = new Map<string, string>();
      for (const [domain, id] of tasks) {
        const { cannot_train } = expectBody<TaskSplit>(await client.get(`/${domain}/v2/task/${id}/split`));
        if (cannot_train) reasonsInSplit.set(id, cannot_train);
      }
      expect(reasonsInList).toEqual(reasonsInSplit);
      return [...reasonsInList.values()].map((reason) => /\d of at least/.exec(reason)?.[0] ?? 'no labels').sort();
    };
    const [fewImages, fewRealImages] = ['3 of at least', '2 of at least'];
    expect(await listReasons()).toEqual([
      ...[fewRealImages, fewRealImages, fewRealImages, fewImages, fewImages, fewImages],
      ...Array<string>(3).fill('no labels'),
    ]);
    // An image that is stated to be empty is an example, and counts once if it is also a negative image.
    await client.post(`/detection/v2/task/${tasks[4]![1]}/add-images`, { items: [images[4]] });
    const statement = { image_id: images[4], nothing_to_annotate: true };
    const verification = expectBody<{ id: string }>(await client.post('/annotate/v2/verification/', statement), 201);
    expect(await listReasons()).toHaveLength(7);
    await client.delete(`/annotate/v2/verification/${verification.id}`);
    await client.post(`/detection/v2/task/${tasks[4]![1]}/remove-images`, { items: [images[4]] });
    expect(await listReasons()).toHaveLength(9);
    // A negative image counts once, with or without objects.
    const detectionTask = tasks[3]![1];
    await client.post(`/detection/v2/task/${detectionTask}/add-images`, { items: [images[3]] });
    expect(await listReasons()).toHaveLength(9);
    await client.post(`/detection/v2/task/${detectionTask}/add-images`, { items: [images[4]] });
    expect(await listReasons()).toHaveLength(8);
    // Labelled objects are examples for recognition as well.
    const object = await createTestObject(client, images[5]!, shapes.detection.id);
    await client.post(`/detection/v2/object/${object.id}/add-label`, { label_id: labels[0].id });
    expect(await listReasons()).toHaveLength(7);
    await annotateImages(6);
    expect(await listReasons()).toEqual(Array(3).fill('no labels'));
    // Images with unreviewed predictions do not count as examples.
    const prediction = { model: 'a model', score: 0.9 };
    for (const [index, image] of images.slice(2, 5).entries()) {
      const label_id = labels[index % 2 ? 0 : 1].id;
      expectBody(await client.post(`/recognition/v2/training-image/${image}/add-label`, { label_id, prediction }));
      const box = { image, detection_label: shapes.detection.id, data: [20, 20, 29, 29], prediction };
      expectBody(await client.post('/detection/v2/object/', box), 201);
    }
    expect(await listReasons()).toHaveLength(7);
  });
});

it('the manifest of a training contains masks with holes and flags as outlines', async () => {
  const [image] = await uploadImages(client, 1);
  const label = await createNamedRow<{ id: string }>(client, '/segmentation/v2/label/', { name: 'Ring' });
  const task = await createNamedRow<{ id: string }>(client, '/segmentation/v2/task/', {});
  await client.post(`/segmentation/v2/task/${task.id}/add-label`, { label_id: label.id });
  const createShape = async (kind: string, data: unknown, attributes = {}) =>
    expectBody(
      await client.post(`/segmentation/v2/${kind}/`, { image: image!.id, segmentation_label: label.id, data, attributes }),
      201,
    );
  const imageSize = [48, 64] as const;
  // A ring: a square of 4 x 4 pixels without the inner 2 x 2 pixels, as the start and end of each run.
  const pixelRanges = [480, 484, 528, 529, 531, 532, 576, 577, 579, 580, 624, 628];
  await createShape('mask', { size: imageSize, counts: encodeCounts(buildRuns(pixelRanges, 48 * 64)) });
  await createShape('mask', createMaskData([30, 0, 40, 10]), { crowd: true });
  await createShape('polygon', [0, 20, 9, 20, 9, 29], { difficult: true });
  const dataset = await createDatasetVersion(server.db, {
    domain: 'segmentation',
    task: task.id,
    userId: null,
    imageFilter: { onlyVerified: false, onlyReal: false },
  });
  const folder = await mkdtemp(join(tmpdir(), 'manifest-'));
  const manifest = await writeManifest({
    db: server.db,
    files: server.files,
    folder,
    dataset,
    leaveOut: ['crowd', 'difficult'],
    signal: new AbortController().signal,
    progress: () => Promise.resolve(),
  });
  const [example] = (await readFile(manifest, 'utf8')).split('\n').map((line): Example => JSON.parse(line || 'null'));
  await rm(folder, { recursive: true });
  const outlines = example!.polygons.map(({ points }) => createSegment({ data: points }));
  expect(outlines.map(({ area, box }) => [area, box])).toEqual([
    [expect.any(Number), [0, 20, 9, 29]],
    [12, [10, 0, 14, 4]],
    [100, [30, 0, 40, 10]],
  ]);
  expect(example!.polygons.map(({ points: _, ...use }) => use)).toEqual([
    { label: label.id, isLeftOut: true, isIgnored: true },
    { label: label.id },
    { label: label.id, isLeftOut: true, isIgnored: true, isCrowd: true },
  ]);
});
