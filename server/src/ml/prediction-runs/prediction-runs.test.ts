import type { PredictionRun, ProposedBatch, Suspect, TrainingImage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expectBody, type TestClient } from '../../testing/api/client';
import { waitUntil } from '../../testing/wait/wait-until';
import {
  createTestJob,
  createTestLabel,
  createNamedRow,
  createTestObject,
  createTestTask,
  uploadImage,
  type ListEnvelope,
} from '../../testing/api/fixtures';
import { createPng } from '../../testing/api/png';
import { setUpTestServer } from '../../testing/api/test-server';

// Some tests train several models.
jest.setTimeout(120_000);

const server = setUpTestServer({ config: { builtInModels: true } });
let client: TestClient;
let colorTask: ColorTask;
beforeAll(async () => {
  ({ client } = await server.createTenant());
  colorTask = await createTrainedTask();
});

const IMAGES_PER_COLOR = 9;
const IMAGE_COUNT = 2 * IMAGES_PER_COLOR;
const IMAGES_PATH = '/recognition/v2/training-image/';
const COLORS = { Red: { r: 200, g: 30, b: 30 }, Blue: { r: 30, g: 40, b: 200 } } as const;
type Color = keyof typeof COLORS;

async function createImage(color: Color, shade: number): Promise<string> {
  const { r, g, b } = COLORS[color];
  const background = { r: r + shade, g: g + shade, b: b + shade };
  const png = await createPng(background, 64, 64);
  return png.toString('base64');
}

interface ColorTask {
  id: string;
  labels: Record<Color, string>;
  images: Record<Color, string[]>;
}

/**
 * Creates a trained task with nine images of each colour. The first image of each colour is a TEST image, and the second red image is
 * mislabelled.
 */
async function createTrainedTask(): Promise<ColorTask> {
  const { id } = await createTestTask(client, { name: 'Color', type: 'multi_class' });
  const labels = {
    Red: (await createTestLabel(client, { name: 'Red', task: id })).id,
    Blue: (await createTestLabel(client, { name: 'Blue', task: id })).id,
  };
  const images: ColorTask['images'] = { Red: [], Blue: [] };
  for (const color of ['Red', 'Blue'] as const)
    for (let index = 0; index < IMAGES_PER_COLOR; index += 1) {
      const image = await uploadImage(client, { base64: await createImage(color, 4 * index) });
      const assignedColor = color === 'Red' && index === 1 ? 'Blue' : color;
      await client.post(`${IMAGES_PATH}${image.id}/add-label`, { label_id: labels[assignedColor] });
      images[color].push(image.id);
    }
  await client.post(`${IMAGES_PATH}update`, { images: [images.Red[0], images.Blue[0]], 'mark-test': true });
  expectBody(await client.post(`/recognition/v2/task/${id}/train`), 201);
  await server.runWork();
  return { id, labels, images };
}

async function replaceLabel(imageId: string, oldLabelId: string, newLabelId: string): Promise<void> {
  await client.post(`${IMAGES_PATH}${imageId}/remove-label`, { label_id: oldLabelId });
  await client.post(`${IMAGES_PATH}${imageId}/add-label`, { label_id: newLabelId });
}

async function runPredictions(taskId: string, body: object = {}): Promise<PredictionRun> {
  const { id } = expectBody<PredictionRun>(await client.post(`/recognition/v2/task/${taskId}/predict-images`, body));
  await server.runWork();
  return readRun(id);
}
const readRun = async (id: string) => {
  const { results } = expectBody<ListEnvelope<PredictionRun>>(await client.get('/annotate/v2/prediction-run/'));
  return results.find((run) => run.id === id)!;
};
const listSuspects = async (query: Record<string, string | number>) =>
  expectBody<ListEnvelope<Suspect>>(await client.get('/annotate/v2/suspect/', query)).results;
const listImages = async (query: Record<string, string | number>) =>
  expectBody<ListEnvelope<{ id: string }>>(await client.get(IMAGES_PATH, query)).results.map(({ id }) => id);

it('a run finds a wrong training label with a model trained without the image', async () => {
  const { id, labels, images } = colorTask;
  // The label was wrong before the training, so the task's own model was trained on it.
  const [, mislabelled] = images.Red;
  const run = await runPredictions(id);
  expect(run).toMatchObject({
    domain: 'recognition',
    task: id,
    task_name: 'Color',
    images: IMAGE_COUNT,
    work: { status: 'done', done: IMAGE_COUNT, total: IMAGE_COUNT },
  });
  const suspects = await listSuspects({ run: run.id });
  // The following suspected annotation errors may be less certain, because the model is trained with random initial weights.
  expect(suspects[0]).toMatchObject({
    image: mislabelled,
    kind: 'other_label',
    label: { name: 'Blue' },
    said: { label: { name: 'Red' } },
    state: 'open',
    decided_by: null,
  });
  expect(run.suspects).toBe(suspects.length);
  expect((await listImages({ suspects_of: run.id, sort: 'surest' }))[0]).toBe(mislabelled);
  await replaceLabel(mislabelled!, labels.Blue, labels.Red);
  expect((await listSuspects({ run: run.id })).map(({ image }) => image)).not.toContain(mislabelled);
  expect(await readRun(run.id)).toMatchObject({ suspects: suspects.length - 1, note: null });
});

it('the list of suspects omits corrected labels and dismissed suspects', async () => {
  const { id, labels } = colorTask;
  // These images are newer than the training, so the model has not seen them.
  const mislabelled = await Promise.all(
    [14, 18].map(async (shade) => (await uploadImage(client, { base64: await createImage('Blue', shade + 1) })).id),
  );
  for (const image of mislabelled) await client.post(`${IMAGES_PATH}${image}/add-label`, { label_id: labels.Red });
  const run = await runPredictions(id, { training_images: false });
  const suspects = await listSuspects({ run: run.id });
  // Other suspected errors may be less certain, because the model is trained with random initial weights.
  expect(
    suspects
      .slice(0, mislabelled.length)
      .map(({ image }) => image)
      .sort(),
  ).toEqual([...mislabelled].sort());
  expect(suspects.map(({ sureness }) => sureness)).toEqual(suspects.map(({ sureness }) => sureness).sort((a, b) => b - a));

  const [correctedImage, dismissedImage] = mislabelled;
  await replaceLabel(correctedImage!, labels.Red, labels.Blue);
  const [remainingSuspect] = await listSuspects({ run: run.id });
  expect(remainingSuspect).toMatchObject({ image: dismissedImage });
  expect(await listSuspects({ image: correctedImage! })).toEqual([]);
  // Pre-labelling predicts the image, because it has no prediction, and keeps its suspected errors.
  await server.db.deleteFrom('image_prediction').where('image_id', '=', dismissedImage!).execute();
  expectBody(await client.post(`/recognition/v2/task/${id}/pre-label`, { images: [dismissedImage], mode: 'predict' }));
  await server.runWork();
  expect(await listImages({ predicted_by: run.id })).toContain(dismissedImage);
  expect(await listSuspects({ run: run.id })).toContainEqual(expect.objectContaining({ id: remainingSuspect!.id }));
  const decidedSuspect = expectBody<Suspect>(
    await client.put(`/annotate/v2/suspect/${remainingSuspect!.id}`, { state: 'dismissed' }),
  );
  expect(decidedSuspect).toMatchObject({
    state: 'dismissed',
    decided: expect.any(String),
    decided_by: { username: expect.any(String) },
  });
  expect(await listImages({ suspects_of: run.id })).toHaveLength(suspects.length - 2);

  expect((await runPredictions(id, { training_images: false })).suspects).toBe(suspects.length - 2);
  expect(await listSuspects({ run: run.id, state: 'dismissed' })).toHaveLength(1);
  expect(await readRun(run.id)).toMatchObject({ decisions: { accepted: 0, dismissed: 1 } });
  expect(await listSuspects({ run: run.id, state: 'dismissed', kind: 'missing' })).toEqual([]);
  expect(await listSuspects({ run: run.id, state: 'dismissed', sureness_to: 0 })).toEqual([]);
  expect(expectBody<Suspect>(await client.put(`/annotate/v2/suspect/${remainingSuspect!.id}`, { state: 'open' }))).toMatchObject({
    decided_by: null,
  });
  expect(await listSuspects({ run: run.id })).toHaveLength(suspects.length - 1);

  // A suspected error with less than the default minimum confidence.
  await sql`
    insert into suspect (workspace_id, run_id, image_id, kind, label_id, said, sureness)
    select workspace_id, run_id, image_id, 'superfluous', label_id, '{}', 0.1 from suspect where id = ${remainingSuspect!.id}`.execute(
    server.db,
  );
  expect(await listSuspects({ run: run.id })).toHaveLength(suspects.length - 1);
  expect(await listSuspects({ run: run.id, sureness_from: 0 })).toHaveLength(suspects.length);
  expect(await listSuspects({ run: run.id, sureness_from: 0.05, sureness_to: 0.15 })).toHaveLength(1);
  await client.put(`/annotate/v2/suspect/${remainingSuspect!.id}`, { state: 'dismissed' });
  expect(await listImages({ suspects_of: run.id })).not.toContain(dismissedImage);
  expect((await listImages({ suspects_of: run.id, sureness_from: 0.05, sort: 'surest' })).at(-1)).toBe(dismissedImage);
  await replaceLabel(dismissedImage!, labels.Red, labels.Blue);
});

it('the image list is sorted by the uncertainty of the model', async () => {
  const { id } = colorTask;
  const purplePng = await createPng({ r: 115, g: 35, b: 115 }, 64, 64);
  const uncertainImage = await uploadImage(client, { base64: purplePng.toString('base64') });
  const clearImage = await uploadImage(client, { base64: await createImage('Blue', 50) });
  const run = await runPredictions(id, { training_images: false });
  const imageIds = await listImages({ predicted_by: run.id, sort: 'uncertain', page_size: 100 });
  // The previous test and this test have added two images each.
  expect(imageIds).toHaveLength(IMAGE_COUNT + 4);
  expect(imageIds.indexOf(uncertainImage.id)).toBeLessThan(imageIds.indexOf(clearImage.id));
  expect(await listImages({ predicted_by: run.id, sort: 'uncertain', page: 2, page_size: 15 })).toEqual(imageIds.slice(15));
  expect(await listImages({ predicted_by: run.id, uncertainty_from: 1 })).not.toContain(clearImage.id);
  expect((await client.get(IMAGES_PATH, { sort: 'uncertain' })).status).toBe(400);
  const { results } = expectBody<ListEnvelope<TrainingImage>>(
    await client.get(IMAGES_PATH, { predicted_by: run.id, sort: 'uncertain', page_size: 100 }),
  );
  const uncertainties = results.map(({ uncertainty = -1 }) => uncertainty);
  expect(uncertainties).toEqual([...uncertainties].sort((a, b) => b - a));
  expect(uncertainties[imageIds.indexOf(uncertainImage.id)]).toBeGreaterThan(0.2);
  expect(Math.min(...uncertainties)).toBeGreaterThanOrEqual(0);

  const uncertaintyFilter = { predicted_by: run.id, uncertainty_from: 0.2 };
  const uncertainImageIds = await listImages(uncertaintyFilter);
  expect(uncertainImageIds).toContain(uncertainImage.id);
  expect(uncertainImageIds).not.toContain(clearImage.id);
  const job = await createTestJob(client);
  const filter = { ...uncertaintyFilter, imagejob: job.id, not_in: 'True', include_verifications: 1 };
  expectBody(await client.post(`/annotate/v2/imagejob/${job.id}/add-matching`, { filter }), 202);
  await server.runWork();
  expect(await listImages({ imagejob: job.id })).toEqual(uncertainImageIds);
});

it('the next batch lists uncertain images first and omits annotated images and images in jobs', async () => {
  const { id, labels, images } = colorTask;
  const readNextBatch = async (query: Record<string, string | number> = {}) =>
    expectBody<ProposedBatch>(await client.get(`/recognition/v2/task/${id}/next-batch`, { count: 20, ...query }));
  const [unlabelledImage, uncertainImage] = [
    await uploadImage(client, { base64: await createImage('Blue', 46) }),
    await uploadImage(client),
  ];
  const mislabelled = await uploadImage(client, { base64: await createImage('Red', 46) });
  await client.post(`${IMAGES_PATH}${mislabelled.id}/add-label`, { label_id: labels.Blue });
  await runPredictions(id, { training_images: false });

  const batch = await readNextBatch();
  const proposedIds = batch.images.map((image) => image.id);
  expect(proposedIds).toEqual(expect.arrayContaining([unlabelledImage.id, uncertainImage.id]));
  expect(batch).toMatchObject({ candidates: proposedIds.length, predicted: expect.any(String), ready: null });
  for (const annotated of [...images.Red, ...images.Blue, mislabelled.id]) expect(proposedIds).not.toContain(annotated);
  const uncertainties = batch.images.map(({ uncertainty }) => uncertainty ?? -1);
  expect(uncertainties).toEqual([...uncertainties].sort((a, b) => b - a));
  expect(await readNextBatch()).toEqual(batch);

  const [suspect, ...otherImages] = (await readNextBatch({ count: 2, suspect_share: 0.5 })).images;
  expect(suspect).toMatchObject({ id: mislabelled.id, suspicion: expect.any(Number), uncertainty: null });
  expect(otherImages).toMatchObject([{ id: proposedIds[0], suspicion: null }]);

  // A suspected error in an image whose annotations were deleted.
  await sql`
    insert into suspect (workspace_id, run_id, image_id, kind, said_label_id, said, sureness)
    select workspace_id, run_id, ${unlabelledImage.id}, 'missing', ${labels.Red}, '{}', 1 from suspect where image_id = ${mislabelled.id}`.execute(
    server.db,
  );
  const batchIds = (await readNextBatch({ suspect_share: 0.5 })).images.map((image) => image.id);
  expect(batchIds).toHaveLength(new Set(batchIds).size);
  await sql`delete from suspect where image_id = ${unlabelledImage.id}`.execute(server.db);

  const job = await createTestJob(client);
  expectBody(await client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [proposedIds[0], mislabelled.id] }));
  const nextBatch = await readNextBatch({ suspect_share: 0.5 });
  expect(nextBatch.images.map((image) => image.id)).not.toContain(proposedIds[0]);
  expect(nextBatch.images.map((image) => image.id)).not.toContain(mislabelled.id);
  await replaceLabel(mislabelled.id, labels.Blue, labels.Red);
});

it('starting a run returns 400 without a model and while another run is active', async () => {
  const untrainedTask = await createTestTask(client, { name: 'Bare' });
  expect((await client.post(`/recognition/v2/task/${untrainedTask.id}/predict-images`)).body).toEqual({
    detail: 'There is no trained model for this task.',
  });
  const { id } = colorTask;
  // Without training images, the run needs no further models.
  expectBody(await client.post(`/recognition/v2/task/${id}/predict-images`, { training_images: false }));
  expect((await client.post(`/recognition/v2/task/${id}/predict-images`)).body).toEqual({
    detail: 'The images of this task are already being predicted.',
  });
  await server.runWork();
});

it('a prediction run fails with a message when its task is deleted during the run', async () => {
  const { id } = colorTask;
  const { work } = expectBody<PredictionRun>(await client.post(`/recognition/v2/task/${id}/predict-images`));
  await client.delete(`/recognition/v2/task/${id}`);
  await server.runWork();
  expect(expectBody(await client.get(`/annotate/v2/work/${work!.id}`))).toMatchObject({
    status: 'failed',
    error: 'The task or its model was deleted during the run.',
  });
  await waitUntil(async () => (await listSuspects({})).length === 0);
});

testInLongRun('a prediction run finds wrong labels of objects in training images and in other images', async () => {
  const { id } = await createTestTask(client, { name: 'Half', type: 'multi_class' });
  const labels = [
    await createTestLabel(client, { name: 'Warm', task: id }),
    await createTestLabel(client, { name: 'Cold', task: id }),
  ] as const;
  const { id: boxLabelId } = await createNamedRow(client, '/detection/v2/label/', { name: 'Half' });
  /** Creates an image with a red object on the left and a blue object on the right. `isWrong` mislabels the right object. */
  const createTwoColorImage = async (shade: number, isWrong = false) => {
    const createHalf = (left: number, { r, g, b }: { r: number; g: number; b: number }) => ({
      input: { create: { width: 32, height: 64, channels: 3 as const, background: { r: r + shade, g: g + shade, b } } },
      left,
      top: 0,
    });
    const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
      .composite([createHalf(0, COLORS.Red), createHalf(32, COLORS.Blue)])
      .png()
      .toBuffer();
    const { id: image } = await uploadImage(client, { base64: png.toString('base64') });
    const sides = [
      await createTestObject(client, image, boxLabelId, [0, 0, 32, 64]),
      await createTestObject(client, image, boxLabelId, [32, 0, 64, 64]),
    ];
    for (const [position, { id: object }] of sides.entries())
      expectBody(
        await client.post(`/detection/v2/object/${object}/add-label`, { label_id: labels[isWrong ? 0 : (position as 0 | 1)].id }),
      );
    return { image, right: sides[1]!.id };
  };
  const trainedImage = await createTwoColorImage(0, true);
  for (let shade = 1; shade < 8; shade += 1) await createTwoColorImage(shade);
  expectBody(await client.post(`/recognition/v2/task/${id}/train`), 201);
  await server.runWork();
  const laterImage = await createTwoColorImage(9, true);
  const run = await runPredictions(id);
  const suspects = await listSuspects({ run: run.id });
  // Objects with a small margin may be suspected, too, but after the two mislabelled objects.
  const mostConfidentSuspects = suspects.slice(0, 2);
  expect(mostConfidentSuspects.map(({ image, shape }) => [image, shape]).sort()).toEqual(
    [
      [trainedImage.image, trainedImage.right],
      [laterImage.image, laterImage.right],
    ].sort(),
  );
  expect(suspects[0]).toMatchObject({ kind: 'other_label', label: { name: 'Warm' }, said: { label: { name: 'Cold' } } });

  // One label is corrected, and one object is deleted.
  await client.post(`/detection/v2/object/${trainedImage.right}/remove-label`, { label_id: labels[0].id });
  await client.post(`/detection/v2/object/${trainedImage.right}/add-label`, { label_id: labels[1].id });
  const remainingShapeIds = (await listSuspects({ run: run.id })).map(({ shape }) => shape);
  expect([remainingShapeIds[0], remainingShapeIds.includes(trainedImage.right)]).toEqual([laterImage.right, false]);
  await client.delete(`/detection/v2/object/${laterImage.right}`);
  expect((await listSuspects({ run: run.id })).map(({ shape }) => shape)).not.toContain(laterImage.right);
});
