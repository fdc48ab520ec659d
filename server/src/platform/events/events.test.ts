import type { DetectionModel, EventKind, ExportOffer, Remark } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { createClaimedWork } from '../../testing/api/claimed-work';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, createTestJob, uploadImage, uploadImages } from '../../testing/api/fixtures';
import { ImportDriver } from '../../testing/api/import-driver';
import { setUpServerWithModels } from '../../testing/api/model-server';
import { deleteExpiredEvents } from './record-events';

const { server, models } = setUpServerWithModels();
let client: TestClient;
let workspaceId: string;
let userId: string;
beforeEach(async () => {
  const tenant = await server.createTenant();
  [client, workspaceId, userId] = [tenant.client, tenant.workspaceId, tenant.user.id];
});

/** Reads the events of the workspace in order. `isAtomic`: whether one transaction wrote the event and its row. */
async function listEvents(row: { table: string; key?: string }, kinds?: EventKind[]) {
  const { rows } = await sql<{ kind: EventKind; user_id: string; entity_id: string | null; data: unknown; isAtomic: boolean }>`
    select kind, user_id, entity_id, data, exists (
      select from ${sql.table(row.table)} r where r.workspace_id = e.workspace_id and r.xmin = e.xmin
        and (e.entity_id is null or r.${sql.ref(row.key ?? 'id')} = e.entity_id)) as "isAtomic"
    from event e where workspace_id = ${workspaceId} and (${!kinds} or kind = any(${kinds ?? []}::text[])) order by id`.execute(
    server.db,
  );
  expect(rows.map(({ user_id }) => user_id)).toEqual(rows.map(() => userId));
  return rows.map(({ user_id: _, entity_id, ...event }) => ({ ...event, entity: entity_id }));
}

async function startTraining() {
  const task = await createNamedRow(client, '/detection/v2/task/');
  const model = expectBody<DetectionModel>(await client.post(`/detection/v2/task/${task.id}/train`), 201);
  await server.runWork();
  return { task: task.id, model: model.id };
}

it('records an upload and a verification once, with the change', async () => {
  const { id } = await uploadImage(client);
  for (let index = 0; index < 2; index += 1) await client.post('/annotate/v2/verification/', { image_id: id });
  const data = { count: 1, ids: [id] };
  expect(await listEvents({ table: 'training_image' }, ['image.created'])).toEqual([
    { kind: 'image.created', entity: id, data, isAtomic: true },
  ]);
  expect(await listEvents({ table: 'image_verification', key: 'image_id' }, ['image.verified'])).toEqual([
    { kind: 'image.verified', entity: id, data, isAtomic: true },
  ]);
});

it('records one event of the images that a bulk change verifies', async () => {
  const ids = (await uploadImages(client, 3)).map((image) => image.id);
  await client.post('/annotate/v2/verification/', { image_id: ids[0] });
  expectBody(await client.post('/recognition/v2/training-image/update', { images: ids, verify: true }));
  const [, bulkEvent] = await listEvents({ table: 'image_verification', key: 'image_id' }, ['image.verified']);
  expect(bulkEvent).toMatchObject({ entity: null, data: { count: 2 }, isAtomic: true });
  expect(bulkEvent?.data).toMatchObject({ ids: expect.arrayContaining(ids.slice(1)) });
});

it('records that a job is completed once, and every item that is sent back', async () => {
  const { id: imageId } = await uploadImage(client);
  const job = await createTestJob(client);
  const path = `/annotate/v2/imagejob/${job.id}`;
  await client.post(`${path}/add-items`, { items: [imageId] });
  await client.post(`${path}/mark-done`, { items: [imageId] });
  const { id: remarkId } = expectBody<Remark>(await client.post(`${path}/send-back`, { item: imageId, text: 'Tighter' }));
  const data = { image: imageId, remark: remarkId, author: userId };
  expect(await listEvents({ table: 'job_remark', key: 'job_id' }, ['job.item_sent_back'])).toEqual([
    { kind: 'job.item_sent_back', entity: job.id, data, isAtomic: true },
  ]);
  await client.post(`${path}/mark-done`, { items: [imageId] });
  expectBody(await client.put(`/annotate/v2/remark/${remarkId}`, { state: 'open' }));
  expect(await listEvents({ table: 'job_remark', key: 'job_id' }, ['job.item_sent_back'])).toHaveLength(2);
  expectBody(await client.put(path, { done: true }));
  expect(await listEvents({ table: 'annotation_job' }, ['job.completed'])).toEqual([
    { kind: 'job.completed', entity: job.id, data: { name: job.name, type: 'image' }, isAtomic: true },
  ]);
  expectBody(await client.put(path, { done: true }));
  expect(await listEvents({ table: 'annotation_job' }, ['job.completed'])).toHaveLength(1);
});

it('records the end of a training, and which model becomes the current one', async () => {
  models.answer(() => ({ json: { train_status: 'TRAINED', map: 0.5 } }));
  const { task, model } = await startTraining();
  const origin = { domain: 'detection', task };
  models.answer(() => ({ json: { train_status: 'FAILED', error: 'Too few images' } }));
  const { id: failedModelId } = expectBody<DetectionModel>(await client.post(`/detection/v2/task/${task}/train`), 201);
  await server.runWork();
  const events = await listEvents({ table: 'detection_model' });
  expect(events).toEqual([
    { kind: 'training.finished', entity: model, data: { ...origin, map: 0.5 }, isAtomic: expect.any(Boolean) },
    { kind: 'model.promoted', entity: model, data: origin, isAtomic: expect.any(Boolean) },
    { kind: 'training.failed', entity: failedModelId, data: { ...origin, error: 'Too few images' }, isAtomic: true },
  ]);
  models.answer(() => ({ json: { train_status: 'TRAINED', map: 0.6 } }));
  expectBody(await client.post(`/detection/v2/task/${task}/train`), 201);
  await server.runWork();
  for (let n = 0; n < 2; n += 1) expectBody(await client.post(`/detection/v2/model/${model}/take-back`));
  const promotionEvents = await listEvents({ table: 'detection_model' }, ['model.promoted']);
  expect(promotionEvents).toHaveLength(3);
  expect(promotionEvents[2]).toMatchObject({ entity: model });
});

it('records the images, the verifications and the end of an import', async () => {
  const driver = new ImportDriver(server, client);
  const { id } = await driver.importFiles(await createClaimedWork('ben@figs.test'), {}, { adopt_confirmations: true });
  expect(await listEvents({ table: 'data_import' }, ['import.finished'])).toEqual([
    { kind: 'import.finished', entity: id, data: { name: 'Test import', state: 'done' }, isAtomic: true },
  ]);
  for (const [table, kind, key] of [
    ['training_image', 'image.created', 'id'],
    ['image_verification', 'image.verified', 'image_id'],
  ] as const)
    expect(await listEvents({ table, key }, [kind])).toMatchObject([{ kind, data: { count: 1 }, isAtomic: true }]);
});

it('records that a running import was cancelled, but nothing about a cancelled plan', async () => {
  const driver = new ImportDriver(server, client);
  const files = await createClaimedWork('ben@figs.test');
  const [plannedImport, runningImport] = [await driver.createImport(files), await driver.createImport(files)];
  await driver.planImport(runningImport);
  expectBody(await client.post(`/recognition/v2/import/${plannedImport}/plan`), 202);
  expectBody(await client.post(`/recognition/v2/import/${runningImport}/run`), 202);
  for (const id of [plannedImport, runningImport]) expectBody(await client.post(`/recognition/v2/import/${id}/cancel`));
  expect(await listEvents({ table: 'data_import' })).toEqual([
    { kind: 'import.finished', entity: runningImport, data: { name: 'Test import', state: 'cancelled' }, isAtomic: true },
  ]);
});

it('records an export when its files are complete for the first time', async () => {
  await uploadImage(client);
  const offer = await client.post('/recognition/v2/training-image/export', { format: 'coco' });
  const { pathname } = new URL(expectBody<ExportOffer>(offer, 201).address);
  for (let n = 0; n < 2; n += 1) await (await fetch(`${server.origin}${pathname}`)).arrayBuffer();
  const events = await listEvents({ table: 'export_order' }, ['export.finished']);
  expect(events).toMatchObject([{ data: { format: 'coco' }, isAtomic: true }]);
});

it('deletes events after 30 days', async () => {
  const [oldImage, recentImage] = await uploadImages(client, 2);
  const oldTime = new Date(Date.now() - 30.1 * 86_400_000);
  await server.db.updateTable('event').set({ time: oldTime }).where('entity_id', '=', oldImage!.id).execute();
  await deleteExpiredEvents(server.db);
  expect((await listEvents({ table: 'training_image' })).map(({ entity }) => entity)).toEqual([recentImage!.id]);
});
