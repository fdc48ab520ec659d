import { randomUUID } from 'node:crypto';
import type {
  DetectionModel,
  DetectionObject,
  DetectionTask,
  Job,
  PreLabelEffort,
  PreLabelPreview,
  StatisticsRow,
  TaskSplit,
  TrainingImage,
  Verification,
  VerificationRecord,
} from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../../testing/api/client';
import { createNamedRow, createTestLabel, createTestTask, uploadImages, type ListEnvelope } from '../../../testing/api/fixtures';
import { setUpServerWithModels } from '../../../testing/api/model-server';
import { countNewChanges } from '../../history/statistics/count-changes';

const IMAGES = '/recognition/v2/training-image/';
const OBJECTS = '/detection/v2/object/';

// On a busy machine, the first test takes longer than the default of 30 seconds.
jest.setTimeout(120_000);
const { server, models } = setUpServerWithModels();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const preLabel = async (path: string, body: object) => expectBody<PreLabelPreview>(await client.post(path, body));
const listImages = async (query: Record<string, string | boolean>) =>
  expectBody<ListEnvelope<TrainingImage>>(await client.get(IMAGES, { page_size: '50', ...query })).results.map(({ id }) => id);
const listVerifications = async (image: string) =>
  expectBody<ListEnvelope<Verification>>(await client.get('/annotate/v2/verification/', { image })).results;
const readProvenance = async (subject: string) =>
  expectBody<{ verifications: VerificationRecord[] }>(await client.get('/history/v2/provenance/', { subject })).verifications;
/** The number of images that users have verified themselves, according to the statistics. */
async function countVerified(): Promise<number> {
  await countNewChanges(server.db);
  const today = new Date().toISOString().slice(0, 10);
  const query = { from: today, to: today, group_by: 'user' };
  const { results } = expectBody<{ results: StatisticsRow[] }>(await client.get('/history/v2/statistics/', query));
  return results.reduce((sum, row) => sum + row.images_verified, 0);
}
const getIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Makes the model server finish each training at once, and return the same predictions for all images. */
function answerWith(predicted: object): void {
  models.answer(({ path, body }) =>
    path.endsWith('/train')
      ? { json: { train_status: 'TRAINED', map: null } }
      : { json: { records: (body as { records: unknown[] }).records.map(() => predicted) } },
  );
}

/** Returns the next images of a job. */
const readBatch = async (job: string) => expectBody<{ results: string[] }>(await client.get(`${job}/get-batch/`)).results;

/** Verifies images for the calling user. */
async function verifyImages(images: readonly string[]): Promise<void> {
  expectBody(await client.post(`${IMAGES}change`, { change: 'verify', images }));
}

describe('predictions that are accepted without a review', () => {
  /** Creates a task whose model predicts the first label for all images, 19 verified TEST images and 20 other images. */
  async function createReliableTask() {
    const task = await createTestTask(client, { name: 'Kind', type: 'multi_class' });
    const appleLabel = await createTestLabel(client, { name: 'Apple', task: task.id });
    const pearLabel = await createTestLabel(client, { name: 'Pear', task: task.id });
    const testImages = getIds(await uploadImages(client, 19, { test_image: true }));
    expectBody(await client.post(`${IMAGES}change`, { change: 'add-label', label: appleLabel.id, images: testImages }));
    await verifyImages(testImages);
    const { id: model } = expectBody<{ id: string }>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
    answerWith({ labels: [{ id: appleLabel.id, prob: 0.9 }] });
    await server.runWork();
    const images = getIds(await uploadImages(client, 20));
    return {
      model,
      testImages,
      images,
      apple: appleLabel.id,
      pear: pearLabel.id,
      path: `/recognition/v2/task/${task.id}/pre-label`,
    };
  }

  it('are verified by the model, and an audit decides whether more predictions can be accepted', async () => {
    const { model, testImages, images, apple, pear, path } = await createReliableTask();
    const body = { images, target_error: 0.4 };
    expect(await preLabel(path, body)).toMatchObject({
      unpredicted: 39,
      acceptance: { references: 0, accepted: 0, problem: 'few_references' },
    });
    await preLabel(path, { ...body, mode: 'predict' });
    await server.runWork();
    // An audit of 7 images without an error would confirm the target error. However, 3 of 10 such audits would find an error by chance.
    const expectedPlan = {
      references: 19,
      accepted: 6,
      audited: 14,
      expected_error: expect.closeTo(1 / 20) as number,
      problem: null,
    };
    expect(await preLabel(path, body)).toMatchObject({ unpredicted: 0, acceptance: expectedPlan });
    expect(await preLabel(path, { ...body, target_error: 0.3 })).toMatchObject({ acceptance: { problem: 'few_qualified' } });
    expect(await preLabel(path, { ...body, target_error: 0.04 })).toMatchObject({ acceptance: { problem: 'few_references' } });
    const { work } = await preLabel(path, { ...body, mode: 'add' });
    await server.runWork();

    // No user has verified the accepted images, and no model is trained on them.
    const acceptedImages = await listImages({ verified: true, unreviewed: true });
    expect(acceptedImages).toHaveLength(6);
    const [image] = acceptedImages;
    expect(expectBody<TrainingImage>(await client.get(`${IMAGES}${image}`)).labels).toMatchObject([
      { id: apple, prediction: { model, score: 0.9 } },
    ]);
    expect(await listVerifications(image!)).toMatchObject([{ model }]);
    expect(await readProvenance(image!)).toMatchObject([{ model, origin: 'work', action: 'pre-label' }]);
    expect(await countVerified()).toBe(testImages.length);
    const readSplit = async () => expectBody<TaskSplit>(await client.get(path.replace('pre-label', 'split')));
    expect(await readSplit()).toMatchObject({ train: 0, test: testImages.length });
    await verifyImages([image!]);
    expect(await listVerifications(image!)).toMatchObject([{ model: null }]);
    expect(await readProvenance(image!)).toMatchObject([{ model: null, origin: 'console' }]);
    expect(await countVerified()).toBe(testImages.length + 1);
    expect(await readSplit()).toMatchObject({ train: 1 });

    const readAcceptance = async () => expectBody<PreLabelEffort>(await client.get(path)).models[0]?.acceptance;
    const acceptance = await readAcceptance();
    expect(acceptance).toMatchObject({ images: 5, target_error: 0.4, audited: 0, errors: 0, pending: 14, error_bound: 1 });
    const secondRequest = { ...body, images: getIds(await uploadImages(client, 12)) };
    expect(await preLabel(path, secondRequest)).toMatchObject({ acceptance: { problem: 'audit_open' } });
    await preLabel(path, { ...secondRequest, mode: 'add' });
    await server.runWork();
    expect(await listImages({ verified: true, unreviewed: true })).toHaveLength(5);

    const auditAll = async (job: string, errorCount: number) => {
      const path = `/annotate/v2/imagejob/${job}`;
      expect(expectBody<Job>(await client.get(path))).toMatchObject({ blind: true, audit: true });
      const auditedImages = await listImages({ imagejob: job });
      let openImages: string[] = [];
      for (let index = 0; index < auditedImages.length; index += 1) {
        if (openImages.length === 0) openImages = await readBatch(path);
        const id = openImages.shift()!;
        const layer = expectBody<{ id: string; labels: unknown[] }>(await client.get(`${path}/layer`, { image: id }));
        expect(layer.labels).toEqual([]);
        await client.post(`/annotate/v2/layer/${layer.id}/add-label`, { label_id: index < errorCount ? pear : apple });
        expectBody(await client.post(`${path}/mark-done`, { items: [id] }));
      }
      return auditedImages;
    };
    expect(await auditAll(acceptance!.job, 1)).toHaveLength(14);
    expect(await readAcceptance()).toMatchObject({ audited: 14, errors: 1, pending: 0 });
    expect((await readAcceptance())!.error_bound).toBeLessThan(0.4);
    // A lower target error needs a larger audit. A higher target error needs an audit of its own, because it also accepts less certain
    // predictions.
    expect(await preLabel(path, { ...secondRequest, target_error: 0.35 })).toMatchObject({
      acceptance: { accepted: 10, audited: 2, problem: null },
    });
    expect(await preLabel(path, { ...secondRequest, target_error: 0.5 })).toMatchObject({
      acceptance: { accepted: 1, audited: 11, problem: null },
    });
    expect(await preLabel(path, secondRequest)).toMatchObject({ acceptance: { accepted: 11, audited: 1, problem: null } });

    // Only one audit may be open at a time, even if earlier audits confirm the target error.
    await preLabel(path, { ...secondRequest, mode: 'add' });
    await server.runWork();
    expect(await listImages({ verified: true, unreviewed: true })).toHaveLength(16);
    const thirdRequest = { ...body, images: getIds(await uploadImages(client, 10)) };
    await preLabel(path, { ...thirdRequest, mode: 'predict' });
    await server.runWork();
    expect(await preLabel(path, thirdRequest)).toMatchObject({ acceptance: { accepted: 9, problem: 'audit_open' } });
    const [wrongImage] = await auditAll((await readAcceptance())!.job, 1);
    expect(await readAcceptance()).toMatchObject({ audited: 15, errors: 2, pending: 0 });
    expect(await preLabel(path, thirdRequest)).toMatchObject({ acceptance: { problem: 'audit_failed' } });
    expect(await preLabel(path, { ...thirdRequest, target_error: 0.3 })).toMatchObject({
      acceptance: { problem: 'audit_failed' },
    });
    // Deleting the image with the error does not remove the error from the result of the audit.
    expect((await client.delete(`${IMAGES}${wrongImage}`)).status).toBe(204);
    expect(await readAcceptance()).toMatchObject({ audited: 15, errors: 2, pending: 0 });
    expect(await preLabel(path, thirdRequest)).toMatchObject({ acceptance: { problem: 'audit_failed' } });

    expectBody(await client.post('/history/v2/undo', { key: work?.id }));
    expect(await listImages({ unreviewed: true })).toHaveLength(11);
  });

  it('contain only boxes far from the thresholds of their labels', async () => {
    const task = await createNamedRow<DetectionTask>(client, '/detection/v2/task/');
    const cupLabel = await createNamedRow(client, '/detection/v2/label/', { name: 'Cup' });
    await client.post(`/detection/v2/task/${task.id}/add-label`, { label_id: cupLabel.id });
    expectBody<DetectionModel>(await client.post(`/detection/v2/task/${task.id}/train`), 201);
    const path = `/detection/v2/task/${task.id}/pre-label`;
    const testImages = getIds(await uploadImages(client, 19, { test_image: true }));
    const box = { id: cupLabel.id, bound_box: [4, 4, 30, 30] };
    for (const image of testImages) await client.post(OBJECTS, { image, detection_label: cupLabel.id, data: [4, 4, 30, 32] });
    // One object that the model does not find makes the image wrong.
    await client.post(OBJECTS, { image: testImages[0], detection_label: cupLabel.id, data: [40, 40, 60, 47] });
    await verifyImages(testImages);
    answerWith({ _objects: [{ ...box, prob: 0.95 }] });
    await server.runWork();
    const images = getIds(await uploadImages(client, 21));
    const [annotatedImage, unsureImage, emptyImage, negativeImage] = images as [string, string, string, string];
    await client.post(`${path.replace('pre-label', 'add-image')}`, { image_id: negativeImage });
    await client.post(OBJECTS, { image: annotatedImage, detection_label: cupLabel.id, data: [4, 4, 30, 30] });
    await preLabel(path, { images: images.slice(3), target_error: 0.5, mode: 'predict' });
    await server.runWork();
    answerWith({
      _objects: [
        { ...box, prob: 0.95 },
        { ...box, bound_box: [40, 5, 60, 20], prob: 0.29 },
      ],
    });
    await preLabel(path, { images: [annotatedImage, unsureImage], mode: 'predict' });
    await server.runWork();
    answerWith({ _objects: [] });
    await preLabel(path, { images: [emptyImage], mode: 'predict' });
    await server.runWork();
    const acceptance = { references: 19, accepted: 2, audited: 15, expected_error: expect.closeTo(0.1) as number };
    expect(await preLabel(path, { images, target_error: 0.5 })).toMatchObject({ unpredicted: 0, acceptance });
    await preLabel(path, { images, target_error: 0.5, mode: 'add' });
    await server.runWork();
    const acceptedImages = await listImages({ verified: true, unreviewed: true });
    expect(acceptedImages).toHaveLength(2);
    expect(acceptedImages).not.toEqual(expect.arrayContaining([unsureImage]));
    const objects = expectBody<ListEnvelope<DetectionObject>>(await client.get(OBJECTS, { image: acceptedImages[0]! })).results;
    expect(objects).toMatchObject([{ data: [4, 4, 30, 30], prediction: { score: 0.95 } }]);
    expect(await listImages({ unreviewed: true })).toHaveLength(2);
    const { acceptance: audit } = expectBody<PreLabelEffort>(await client.get(path)).models[0]!;
    const job = `/annotate/v2/imagejob/${audit?.job}`;
    const [image, removedImage] = await readBatch(job);
    const { id: layer } = expectBody<{ id: string }>(await client.get(`${job}/layer`, { image: image! }));
    const shape = { kind: 'object', detection_label: cupLabel.id, data: [5, 5, 30, 30] };
    expectBody(await client.put(`/annotate/v2/layer/${layer}/shape/${randomUUID()}`, shape));
    expectBody(await client.post(`${job}/mark-done`, { items: [image] }));
    expect(expectBody<PreLabelEffort>(await client.get(path)).models[0]?.acceptance).toMatchObject({
      audited: 1,
      errors: 0,
      pending: 14,
    });
    // Images of an audit are not accepted later, even if they have left the job without annotations.
    expectBody(await client.post(`${job}/remove-images`, { images: [removedImage] }));
    expect(await preLabel(path, { images: [removedImage], target_error: 0.5 })).toMatchObject({
      images: 1,
      acceptance: { accepted: 0, audited: 0 },
    });
  });

  it('are refused for tasks with several labels per image', async () => {
    const task = await createTestTask(client, { name: 'Tags', type: 'multi_label' });
    await createTestLabel(client, { name: 'Round', task: task.id });
    await createTestLabel(client, { name: 'Red', task: task.id });
    expectBody(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
    answerWith({ labels: [] });
    await server.runWork();
    const response = await client.post(`/recognition/v2/task/${task.id}/pre-label`, { images: [], target_error: 0.1 });
    expect([response.status, JSON.stringify(response.body)]).toEqual([400, expect.stringContaining('one label per image')]);
  });
});
