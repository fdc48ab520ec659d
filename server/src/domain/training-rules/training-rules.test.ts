import type { RecognitionModel, TrainingRule } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { z } from 'zod';
import { expectBody } from '../../testing/api/client';
import { createTestLabel, createTestTask, uploadImages, type ListEnvelope } from '../../testing/api/fixtures';
import { setUpServerWithModels } from '../../testing/api/model-server';
import type { TestUser } from '../../testing/api/test-users';
import { ALL_SERVICES, setServices } from '../account/workspaces';
import { startDueTrainings } from './start-trainings';

const RULE = '/annotate/v2/training-rule/';
const IMAGES = '/recognition/v2/training-image/';
/** Enough TEST images for a comparison of two models to be decided, if the models differ on each image. */
const TEST_IMAGES = 10;
const { server, models } = setUpServerWithModels({}, 10_000);
let anna: TestUser;
let workspace: string;
let task: { id: string };
let apple: { id: string };
let pear: { id: string };
beforeEach(async () => {
  ({ user: anna, workspaceId: workspace } = await server.createTenant());
  task = await createTestTask(anna.client, { name: 'Fruit', type: 'multi_class' });
  apple = await createTestLabel(anna.client, { name: 'Apple', task: task.id });
  pear = await createTestLabel(anna.client, { name: 'Pear', task: task.id });
  answerAlways(apple.id);
});

/** Makes the model server finish each training immediately, and predict the label for each image from now on. */
function answerAlways(label: string): void {
  models.answer(({ path, body }) => {
    if (path.endsWith('/train')) return { json: { train_status: 'TRAINED', map: null } };
    const { records } = body as { records: unknown[] };
    return { json: { records: records.map(() => ({ labels: [{ id: label, prob: 0.9 }] })) } };
  });
}

async function uploadLabelled(count: number, fields: Record<string, unknown> = {}): Promise<string[]> {
  const ids = (await uploadImages(anna.client, count, fields)).map(({ id }) => id);
  expectBody(await anna.client.post(`${IMAGES}change`, { change: 'add-label', label: apple.id, images: ids }));
  return ids;
}

async function verifyImages(ids: readonly string[]): Promise<void> {
  expectBody(await anna.client.post(`${IMAGES}change`, { change: 'verify', images: ids }));
}

const DISABLED_RULE = { promotion: 'newest', after_job: false, every_pictures: null, schedule: null } as const;
const saveRule = async (fields: object) =>
  expectBody<TrainingRule>(
    await anna.client.put(RULE, { ...DISABLED_RULE, domain: 'recognition', task: task.id, workspace, ...fields }),
  );
const readRule = async () =>
  expectBody<TrainingRule>(await anna.client.get(RULE, { domain: 'recognition', task: task.id, workspace }));
const listModels = async () =>
  expectBody<ListEnvelope<z.output<typeof RecognitionModel>>>(await anna.client.get('/recognition/v2/model/', { task: task.id }))
    .results;
const startDueNow = () => startDueTrainings({ db: server.db, config: server.app.deps.config });
const trainModel = async () => {
  const model = expectBody<{ id: string }>(await anna.client.post(`/recognition/v2/task/${task.id}/train`), 201);
  await server.runWork();
  return model.id;
};
const findModelInUse = async () => (await listModels()).find(({ in_use }) => in_use)?.id;

it('trains after a number of newly verified images, never twice on the same data', async () => {
  expect(await readRule()).toEqual({ ...DISABLED_RULE, user: null, last_training: null, new_pictures: 0 });
  await saveRule({ every_pictures: 3 });
  await verifyImages(await uploadLabelled(2));
  await startDueNow();
  expect(await listModels()).toEqual([]);
  await verifyImages(await uploadLabelled(1));
  expect(await readRule()).toMatchObject({ every_pictures: 3, user: { id: anna.id }, new_pictures: 3 });
  await Promise.all(Array.from({ length: 6 }, startDueNow));
  expect(await listModels()).toMatchObject([{ train_status: 'QUEUED', started_by: { id: anna.id } }]);
  await startDueNow();
  await server.runWork();
  expect(await listModels()).toMatchObject([{ train_status: 'TRAINED', in_use: true }]);
  expect(await readRule()).toMatchObject({ last_training: expect.any(String) as string, new_pictures: 0 });
  await startDueNow();
  expect(await listModels()).toHaveLength(1);
  const { results } = expectBody<ListEnvelope<{ kind: string }>>(await anna.client.get('/account/v2/notice/'));
  expect(results).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'training_finished' })]));
});

it('does not train again if images were verified again without changes', async () => {
  const images = await uploadLabelled(3);
  await verifyImages(images);
  await trainModel();
  await saveRule({ every_pictures: 1 });
  await sql`update image_verification set created = clock_timestamp() where image_id = ${images[0]}`.execute(server.db);
  expect(await readRule()).toMatchObject({ new_pictures: 1 });
  await startDueNow();
  expect(await listModels()).toHaveLength(1);
  expectBody(await anna.client.post(`${IMAGES}${images[0]}/add-label`, { label_id: pear.id }));
  await startDueNow();
  expect(await listModels()).toHaveLength(2);
});

it('requires the service "recognition" of the workspace, also to start a training later', async () => {
  await saveRule({ every_pictures: 1 });
  await verifyImages(await uploadLabelled(1));
  await setServices(server.db, workspace, ['annotate']);
  expect((await anna.client.get(RULE, { domain: 'recognition', task: task.id, workspace })).status).toBe(403);
  expect((await anna.client.put(RULE, { ...DISABLED_RULE, domain: 'recognition', task: task.id, workspace })).status).toBe(403);
  await startDueNow();
  await setServices(server.db, workspace, ALL_SERVICES);
  expect(await listModels()).toEqual([]);
});

it('an error of one task does not prevent the trainings of the others', async () => {
  const brokenTask = task;
  await saveRule({ every_pictures: 1 });
  await verifyImages(await uploadLabelled(1));
  task = await createTestTask(anna.client, { name: 'Vegetables', type: 'multi_class' });
  apple = await createTestLabel(anna.client, { name: 'Carrot', task: task.id });
  await saveRule({ every_pictures: 1 });
  await verifyImages(await uploadLabelled(1));
  await sql`alter table recognition_model add constraint broken check (task_id <> ${sql.lit(brokenTask.id)}) not valid`.execute(
    server.db,
  );
  await expect(startDueNow()).rejects.toThrow('broken');
  expect(await listModels()).toHaveLength(1);
  await sql`alter table recognition_model drop constraint broken`.execute(server.db);
});

it('trains when a job is completed', async () => {
  await saveRule({ after_job: true });
  const images = await uploadLabelled(2);
  const job = expectBody<{ id: string }>(await anna.client.post('/annotate/v2/imagejob/', { name: 'Batch', workspace }), 201);
  expectBody(await anna.client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: images }));
  await startDueNow();
  expect(await listModels()).toEqual([]);
  expectBody(await anna.client.put(`/annotate/v2/imagejob/${job.id}`, { done: true }));
  await server.runWork();
  await startDueNow();
  expect(await listModels()).toHaveLength(1);
});

it('trains every day at most once, and only with new images', async () => {
  await saveRule({ schedule: 'daily' });
  await verifyImages(await uploadLabelled(2));
  await startDueNow();
  await server.runWork();
  expect(await listModels()).toHaveLength(1);
  await verifyImages(await uploadLabelled(1));
  await startDueNow();
  expect(await listModels()).toHaveLength(1);
  await sql`update dataset_version set created = created - interval '25 hours' where workspace_id = ${workspace}`.execute(
    server.db,
  );
  await startDueNow();
  expect(await listModels()).toHaveLength(2);
});

describe('promotion', () => {
  beforeEach(async () => {
    await verifyImages(await uploadLabelled(TEST_IMAGES, { test_image: true }));
    await uploadLabelled(2);
  });

  const PROMOTIONS = [
    ['better', 'apple', true],
    ['not_worse', 'pear', false],
    ['better', 'pear', false],
  ] as const;
  it.each(process.env.LONG ? PROMOTIONS : PROMOTIONS.slice(0, 2))(
    'by the rule "%s" of a model that always predicts %s is %s',
    async (promotion, predictedLabel, isPromoted) => {
      // One model is always right, and the other model is never right.
      answerAlways(predictedLabel === 'apple' ? pear.id : apple.id);
      const previousModel = await trainModel();
      await saveRule({ promotion });
      answerAlways(predictedLabel === 'apple' ? apple.id : pear.id);
      const model = await trainModel();
      expect(await findModelInUse()).toBe(isPromoted ? model : previousModel);
      const { rows } = await sql<{ model: string }>`
      select distinct model_id as model from prediction where task_id = ${task.id}`.execute(server.db);
      expect(rows).toEqual([{ model: isPromoted ? model : previousModel }]);
      // The previous model can be restored with one call.
      expectBody(await anna.client.post(`/recognition/v2/model/${isPromoted ? previousModel : model}/take-back`));
      expect(await findModelInUse()).toBe(isPromoted ? previousModel : model);
    },
  );

  it('with the rule "not_worse" uses a model whose quality is not distinguishable', async () => {
    await trainModel();
    await saveRule({ promotion: 'not_worse' });
    const model = await trainModel();
    expect(await findModelInUse()).toBe(model);
  });

  it('does not evaluate the model in use endlessly if all images are no longer verified', async () => {
    const firstModel = await trainModel();
    await saveRule({ promotion: 'better' });
    await trainModel();
    expectBody(await anna.client.post(`/recognition/v2/task/${task.id}/evaluate`), 201);
    await sql`delete from image_verification where workspace_id = ${workspace}`.execute(server.db);
    await sql`
      delete from evaluation_picture p using evaluation_task t
      where t.evaluation_id = p.evaluation_id and t.task_id = p.task_id and t.model_id = ${firstModel}`.execute(server.db);
    const listEvaluations = async () =>
      (await sql`select from evaluation_task where task_id = ${task.id}`.execute(server.db)).rows;
    const evaluationsBefore = await listEvaluations();
    await server.runWork();
    expect(await listEvaluations()).toHaveLength(evaluationsBefore.length);
  });
});

it('promotion by a user keeps the model in use, and the first model is always used', async () => {
  await uploadLabelled(2);
  await saveRule({ promotion: 'manual' });
  const firstModel = await trainModel();
  expect(await findModelInUse()).toBe(firstModel);
  const secondModel = await trainModel();
  expect(await listModels()).toMatchObject([
    { id: secondModel, in_use: false, awaits_promotion: true },
    { id: firstModel, in_use: true, awaits_promotion: false },
  ]);
});
