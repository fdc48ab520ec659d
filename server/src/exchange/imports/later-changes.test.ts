import type { ChangeSet, Import, UndoResult } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createTestJob } from '../../testing/api/fixtures';
import { createPng } from '../../testing/api/png';
import { ImportDriver } from '../../testing/api/import-driver';
import { setUpTestServer } from '../../testing/api/test-server';
import { runDuringChange } from '../../testing/wait/run-during-change';

const server = setUpTestServer();
let client: TestClient;
let userId: string;
let workspaceId: string;
let driver: ImportDriver;
beforeEach(async () => {
  const tenant = await server.createTenant();
  ({ client, workspaceId } = tenant);
  userId = tenant.user.id;
  driver = new ImportDriver(server, client);
});

const createFiles = async (color: string, name: string) => ({
  'a.png': await createPng(color),
  'x.json': JSON.stringify({
    images: [{ id: 1, file_name: 'a.png', width: 100, height: 80 }],
    annotations: [
      { image_id: 1, category_id: 1, bbox: [10, 20, 40, 40] },
      { image_id: 1, category_id: 1, segmentation: [[0, 0, 20, 0, 20, 10]] },
    ],
    categories: [{ id: 1, name }],
  }),
});
interface Row {
  id: string;
  name: string;
  version: number;
}
const listRows = async (path: string) => expectBody<{ results: Row[] }>(await client.get(path, { page_size: 100 })).results;

it.each(process.env.LONG ? ['0', 'x', '梨'] : ['梨'])(
  'saves an imported label named %s unchanged, but refuses other short names',
  async (name) => {
    const csv = `filename,label\na.png,${name}\n`;
    await driver.importFiles(await createFiles('#a00', name));
    await driver.importFiles({ 'b.png': await createPng('#0a0'), 'labels.csv': csv.replace('a.png', 'b.png') });
    for (const path of ['/recognition/v2/label/', '/detection/v2/label/', '/segmentation/v2/label/']) {
      const [label] = await listRows(path);
      expect([path, label?.name]).toEqual([path, name]);
      const savedWithSameName = await client.put(`${path}${label!.id}`, { name, color: '#123456', version: label!.version });
      expect([path, savedWithSameName.status, savedWithSameName.body]).toEqual([
        path,
        200,
        expect.objectContaining({ name, color: '#123456' }),
      ]);
      const renamedToOtherShortName = await client.put(`${path}${label!.id}`, { name: 'y' });
      expect([path, renamedToOtherShortName.status, renamedToOtherShortName.body]).toEqual([
        path,
        400,
        { detail: 'name: Enter at least 2 letters' },
      ]);
    }
  },
);

it('creates a planned label again if the undo of another import has deleted it', async () => {
  const firstImport = await driver.importFiles(await createFiles('#a00', 'Fig'));
  const secondPlan = await driver.planImport(await driver.createImport(await createFiles('#0a0', 'Fig')));
  expect(secondPlan.plan?.classes.map(({ label }) => label === null)).toEqual([false, false]);
  expect((await driver.undoImport(firstImport.id)).state).toBe('undone');
  expect(await listRows('/detection/v2/label/')).toEqual([]);
  const finishedImport = await driver.runImport(secondPlan.id);
  expect(finishedImport.result).toMatchObject({ shapes: { boxes: 1, polygons: 1 }, labels_created: 2, notes: [] });
  const names = [await listRows('/detection/v2/label/'), await listRows('/segmentation/v2/label/')].flat();
  expect(names.map(({ name }) => name)).toEqual(['Fig', 'Fig']);
  expect((await driver.undoImport(secondPlan.id)).state).toBe('undone');
  expect(await listRows('/detection/v2/label/')).toEqual([]);
});

it('undo keeps a label that a running import uses', async () => {
  const firstImport = await driver.importFiles(await createFiles('#a00', 'Fig'));
  const secondPlan = await driver.planImport(await driver.createImport(await createFiles('#0a0', 'Fig')));
  const labels = Object.fromEntries(secondPlan.plan!.classes.map(({ key, label }) => [key, label]));
  // The state of an import whose run was interrupted after its labels were prepared.
  await server.db
    .updateTable('data_import')
    .set({ state: 'running', made: JSON.stringify({ labels, created: [] }) })
    .where('id', '=', secondPlan.id)
    .execute();
  expect((await driver.undoImport(firstImport.id)).state).toBe('undone');
  expect((await listRows('/detection/v2/label/')).map(({ name }) => name)).toEqual(['Fig']);
});

const countImages = async () => expectBody<{ count: number }>(await client.get('/recognition/v2/training-image/')).count;

/** Starts the undo of the import while the change of another client is not committed. */
async function undoDuring(id: string, change: (trx: Db) => Promise<unknown>): Promise<Import> {
  expectBody(await client.post(`/recognition/v2/import/${id}/undo`), 202);
  await runDuringChange(server.db, change, () => server.runWork());
  return driver.readImport(id);
}

it('undo fails if a user meanwhile verifies an image or completes it in a job', async () => {
  const finishedImport = await driver.importFiles(await createFiles('#a00', 'Fig'));
  const [image] = await listRows('/recognition/v2/training-image/');
  const undoAfterVerification = await undoDuring(finishedImport.id, (trx) =>
    sql`insert into image_verification (workspace_id, image_id, user_id) values (${workspaceId}, ${image!.id}, ${userId})`.execute(
      trx,
    ),
  );
  expect([undoAfterVerification.state, undoAfterVerification.error]).toEqual([
    'failed',
    'This import cannot be undone: 1 of its images were edited afterwards.',
  ]);
  expect(await countImages()).toBe(1);
  await sql`delete from image_verification where image_id = ${image!.id}`.execute(server.db);
  const job = await createTestJob(client);
  const undoAfterStartedItem = await undoDuring(finishedImport.id, async (trx) => {
    await sql`insert into job_item (job_id, workspace_id, image_id) values (${job.id}, ${workspaceId}, ${image!.id})`.execute(
      trx,
    );
    await sql`
      insert into item_work (item_id, user_id, job_id, workspace_id, done_at)
      select id, ${userId}, job_id, workspace_id, now() from job_item where image_id = ${image!.id}`.execute(trx);
  });
  expect([undoAfterStartedItem.state, await countImages()]).toEqual(['failed', 1]);
  await sql`delete from job_item where image_id = ${image!.id}`.execute(server.db);
  expect((await driver.undoImport(finishedImport.id)).state).toBe('undone');
  expect(await countImages()).toBe(0);
});

it('an import is undone through its change set', async () => {
  const { id } = await driver.importFiles(await createFiles('#a00', 'Cup'));
  const findChangeSet = async () =>
    expectBody<{ results: ChangeSet[] }>(await client.get('/history/v2/set/')).results.find(
      ({ action }) => action === 'import-run',
    );
  const changeSet = await findChangeSet();
  expect(changeSet).toMatchObject({ summarized: true, can_undo: true });
  const requestUndo = async (body: object) =>
    expectBody<UndoResult>(await client.post('/history/v2/undo', { change_set: changeSet?.id, ...body }));
  expect(await requestUndo({ dry_run: true })).toMatchObject({ undoes: changeSet?.id, work: null });
  expect((await driver.readImport(id)).state).toBe('done');
  const { work } = await requestUndo({});
  expect((await driver.readImport(id)).work?.id).toBe(work);
  await server.runWork();
  expect((await driver.readImport(id)).state).toBe('undone');
  expect(await listRows('/recognition/v2/training-image/')).toEqual([]);
  expect(await findChangeSet()).toMatchObject({ can_undo: false });
  expect((await client.post('/history/v2/undo', { change_set: changeSet?.id })).status).toBe(409);
});
