import type {
  Change,
  ChangeSet,
  DeletedRow,
  DetectionModel,
  DetectionTask,
  RestoreResult,
  UndoResult,
} from '@console/shared-contract/api';
import { expectBody } from '../../../testing/api/client';
import { createNamedRow, type ListEnvelope } from '../../../testing/api/fixtures';
import { createTestMember } from '../../../testing/api/members';
import { setUpServerWithModels } from '../../../testing/api/model-server';
import type { TestUser } from '../../../testing/api/test-users';

const { server, models } = setUpServerWithModels({}, 10_000);
let anna: TestUser;
let workspace: string;
let task: DetectionTask;
beforeEach(async () => {
  ({ user: anna, workspaceId: workspace } = await server.createTenant());
  task = await createNamedRow<DetectionTask>(anna.client, '/detection/v2/task/', { name: 'Shelves' });
  const label = await createNamedRow(anna.client, '/detection/v2/label/', { name: 'Box' });
  await anna.client.post(`/detection/v2/task/${task.id}/add-label`, { label_id: label.id });
});

const requestTraining = async () =>
  expectBody<DetectionModel>(await anna.client.post(`/detection/v2/task/${task.id}/train`), 201);
async function finishTraining(): Promise<DetectionModel> {
  models.answer(() => ({ json: { train_status: 'TRAINED', map: 0.8 } }));
  const model = await requestTraining();
  await server.runWork();
  return model;
}
const listModels = async () =>
  expectBody<ListEnvelope<DetectionModel>>(
    await anna.client.get('/detection/v2/model/', { detection_task: task.id }),
  ).results.map(({ id, train_status, in_use }) => ({ id, train_status, in_use }));
const listChangeSets = async () =>
  expectBody<{ results: ChangeSet[] }>(await anna.client.get('/history/v2/set/', { workspace, kind: 'detection_model' })).results;
const requestUndo = (user: TestUser, body: object) => user.client.post('/history/v2/undo', { workspace, ...body });
const undoChangeSet = async (change_set: number | null, body: object = {}) =>
  expectBody<UndoResult>(await requestUndo(anna, { change_set, ...body }));
const listPromotedModels = async () =>
  (
    await server.db
      .selectFrom('event')
      .select('entity_id')
      .where('workspace_id', '=', workspace)
      .where('kind', '=', 'model.promoted')
      .orderBy('id')
      .execute()
  ).map((event) => event.entity_id);

describe('undo of a training', () => {
  it('cancels a queued training and deletes its model, and redo restores it as cancelled', async () => {
    const { id } = await requestTraining();
    const [changeSet] = await listChangeSets();
    expect(changeSet).toMatchObject({ can_undo: true, undo_permission: 'train' });
    expect(await undoChangeSet(changeSet!.id, { dry_run: true })).toMatchObject({ undone: 1, conflicts: [] });
    expect(await listModels()).toMatchObject([{ id, train_status: 'QUEUED' }]);
    const undoResult = await undoChangeSet(changeSet!.id);
    expect(undoResult).toMatchObject({ undone: 1, conflicts: [] });
    models.requests.length = 0;
    await server.runWork();
    expect(models.requests).toEqual([]);
    expect(await listModels()).toEqual([]);
    expect(await undoChangeSet(undoResult.change_set)).toMatchObject({ undone: 1, conflicts: [] });
    expect(await listModels()).toEqual([{ id, train_status: 'CANCELLED', in_use: false }]);
  });

  it('deletes the model in use only on request, and then uses the previous one', async () => {
    const [firstModel, secondModel] = [await finishTraining(), await finishTraining()];
    const changeSet = (await listChangeSets()).find(
      ({ action, changes }) => action?.endsWith('/train') && changes[0]?.operation === 'insert',
    )!;
    expect(await undoChangeSet(changeSet.id)).toMatchObject({
      undone: 0,
      conflicts: [{ kind: 'detection_model', row: secondModel.id, reason: 'used' }],
    });
    const rows = [{ kind: 'detection_model', subject: task.id, row: secondModel.id }];
    const { change_set } = await undoChangeSet(changeSet.id, { rows, overwrite: true });
    expect(await listModels()).toEqual([{ id: firstModel.id, train_status: 'TRAINED', in_use: true }]);
    expect((await listPromotedModels()).slice(-1)).toEqual([firstModel.id]);
    const deletedRows = expectBody<{ results: DeletedRow[] }>(
      await anna.client.get('/history/v2/deleted/', { workspace }),
    ).results;
    expect(deletedRows).toMatchObject([
      { kind: 'detection_model', row: secondModel.id, name: 'Shelves, model 2', restore_permission: 'train' },
    ]);
    const thirdModel = await requestTraining();
    const restoreResponse = await anna.client.post('/history/v2/restore', { workspace, rows: [{ ...rows[0], change_set }] });
    expect(expectBody<RestoreResult>(restoreResponse)).toMatchObject({ undone: 1, conflicts: [] });
    expect(await listModels()).toMatchObject([
      { id: thirdModel.id },
      { id: secondModel.id, train_status: 'TRAINED', in_use: true },
      { id: firstModel.id },
    ]);
    expect((await listPromotedModels()).slice(-1)).toEqual([secondModel.id]);
  });

  it('is not available for the progress of a training, and requires the permission to train', async () => {
    await finishTraining();
    const changeSets = await listChangeSets();
    expect(changeSets.map(({ origin, can_undo }) => [origin, can_undo])).toEqual([
      ...changeSets.slice(1).map(() => ['work', false]),
      ['console', true],
    ]);
    const annotator = await createTestMember(server, workspace, 'annotator');
    expect((await requestUndo(annotator, { change_set: changeSets.at(-1)!.id })).status).toBe(403);
    expect(await listModels()).toHaveLength(1);
  });

  it('undo and redo of reactivating an older model switch the model in use', async () => {
    const [firstModel, secondModel] = [await finishTraining(), await finishTraining()];
    expectBody(await anna.client.post(`/detection/v2/model/${firstModel.id}/take-back`));
    expect(await listModels()).toMatchObject([
      { id: secondModel.id, in_use: false },
      { id: firstModel.id, in_use: true },
    ]);
    const [changeSet] = await listChangeSets();
    expect(changeSet).toMatchObject({ can_undo: true });
    const undoResult = await undoChangeSet(changeSet!.id);
    expect(undoResult).toMatchObject({ undone: 1, conflicts: [] });
    expect(await listModels()).toMatchObject([{ id: secondModel.id, in_use: true }, { id: firstModel.id }]);
    expect((await listPromotedModels()).slice(-2)).toEqual([firstModel.id, secondModel.id]);
    // Also undo the undo.
    expect((await listChangeSets())[0]).toMatchObject({ id: undoResult.change_set, can_undo: true });
    expect(await undoChangeSet(undoResult.change_set)).toMatchObject({ undone: 1, conflicts: [] });
    expect(await listModels()).toMatchObject([{ id: secondModel.id }, { id: firstModel.id, in_use: true }]);
  });
});

describe('a task', () => {
  it('is restored with its queued training as cancelled', async () => {
    const { id } = await requestTraining();
    expect((await anna.client.delete(`/detection/v2/task/${task.id}`)).status).toBe(204);
    const [changeSet] = await listChangeSets();
    expect(await undoChangeSet(changeSet!.id)).toMatchObject({ conflicts: [] });
    expect(await listModels()).toEqual([{ id, train_status: 'CANCELLED', in_use: false }]);
  });

  it('keeps models that were trained later when an earlier version is restored', async () => {
    const { results } = expectBody<{ results: Change[] }>(
      await anna.client.get('/history/v2/change/', { workspace, subject: task.id }),
    );
    const { id } = await finishTraining();
    await anna.client.put(`/detection/v2/task/${task.id}`, { name: 'Racks' });
    const version = { kind: 'detection_task', subject: task.id, row: task.id, change: results[0]!.id };
    const restoreResponse = await anna.client.post('/history/v2/restore-version', { workspace, ...version });
    expect(expectBody<RestoreResult>(restoreResponse)).toMatchObject({ conflicts: [] });
    expect(await listModels()).toMatchObject([{ id, train_status: 'TRAINED' }]);
  });
});
