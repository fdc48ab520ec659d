import type { AssignableRole, UndoResult, Work } from '@console/shared-contract/api';
import { CHANGE_SET_HEADER } from '@console/shared-contract/limits';
import { randomUUID } from 'node:crypto';
import { setRole } from '../../domain/account/workspaces';
import { READ_IMPORT, RUN_IMPORT } from '../../exchange/imports/state/work-kinds';
import { enqueueWork } from '../../platform/queue/queue';
import { expectBody, type TestResponse } from '../api/client';
import { createNamedRow, createTestJob, createTestLabel, uploadImage } from '../api/fixtures';
import { createTestMember } from '../api/members';
import { setUpTestServer } from '../api/test-server';
import type { TestUser } from '../api/test-users';

/**
 * The response to a user whose role was reduced. Undo, repeated requests, and URLs and background work from before the change must not
 * bypass the new role.
 */
const NOT_ALLOWED = { status: 403, detail: 'Your role in the workspace does not allow this.' };

const server = setUpTestServer();
let owner: TestUser;
let member: TestUser;
let workspaceId: string;
let imageId: string;
let labelId: string;
beforeEach(async () => {
  ({ user: owner, workspaceId } = await server.createTenant());
  member = await createTestMember(server, workspaceId, 'manager');
  imageId = (await uploadImage(owner.client)).id;
  labelId = (await createNamedRow(owner.client, '/detection/v2/label/')).id;
});

const changeRole = async (role: AssignableRole) => setRole(server.db, workspaceId, member.id, role);
const toOutcome = ({ status, body }: TestResponse) => ({ status, detail: (body as { detail?: unknown } | undefined)?.detail });
const createBoxBody = () => ({ image: imageId, detection_label: labelId, data: [1, 1, 20, 20] });

describe('undo and restore', () => {
  const sendAsChangeSet = async (user: TestUser, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const key = randomUUID();
    const response = await user.client.send(method, path, body, { headers: { [CHANGE_SET_HEADER]: key } });
    expect(response.status).toBeLessThan(300);
    const { id } = await server.db.selectFrom('change_set').select('id').where('key', '=', key).executeTakeFirstOrThrow();
    return { id: Number(id), key, row: (response.body as { id: string } | undefined)?.id ?? '' };
  };
  const undoAs = async (user: TestUser, body: object) => user.client.post('/history/v2/undo', body);

  it('by an annotator revert shapes of any user, but no uploads, labels or models', async () => {
    await changeRole('annotator');
    const boxChange = await sendAsChangeSet(owner, 'POST', '/detection/v2/object/', createBoxBody());
    expect(expectBody<UndoResult>(await undoAs(member, { change_set: boxChange.id })).undone).toBe(1);
    const labelChange = await sendAsChangeSet(owner, 'POST', '/detection/v2/label/', { name: 'Other label' });
    const deletion = await sendAsChangeSet(owner, 'DELETE', `/recognition/v2/training-image/${imageId}`);
    const task = await createNamedRow(owner.client, '/detection/v2/task/');
    const modelChange = await sendAsChangeSet(owner, 'POST', `/detection/v2/task/${task.id}/train`);
    for (const change_set of [labelChange.id, deletion.id, modelChange.id]) {
      expect(toOutcome(await undoAs(member, { change_set }))).toEqual(NOT_ALLOWED);
      expect(toOutcome(await undoAs(member, { change_set, dry_run: true }))).toEqual(NOT_ALLOWED);
    }
    const rows = [{ change_set: deletion.id, kind: 'training_image', subject: imageId, row: imageId }];
    expect(toOutcome(await member.client.post('/history/v2/restore', { rows }))).toEqual(NOT_ALLOWED);
    expect((await owner.client.get(`/detection/v2/label/${labelChange.row}`)).status).toBe(200);
    expect((await owner.client.post('/history/v2/restore', { rows })).status).toBe(200);
  });

  it('by an annotator revert flags of an image, but not its upload', async () => {
    await changeRole('annotator');
    const flagChange = await sendAsChangeSet(owner, 'PUT', `/recognition/v2/training-image/${imageId}`, { test_image: true });
    expect(expectBody<UndoResult>(await undoAs(member, { change_set: flagChange.id })).undone).toBe(1);
    const versionReference = { kind: 'training_image', subject: imageId, dry_run: true };
    const { id: changeId } = await server.db
      .selectFrom('change')
      .select('id')
      .where('subject_id', '=', imageId)
      .where('operation', '=', 'insert')
      .executeTakeFirstOrThrow();
    const restore = async (id: number) => member.client.post('/history/v2/restore-version', { ...versionReference, change: id });
    expect((await restore(Number(changeId))).status).toBe(200);
    expect(toOutcome(await restore(0))).toEqual(NOT_ALLOWED);
  });

  it('are refused for own changes that the current role does not allow', async () => {
    const labelChange = await sendAsChangeSet(member, 'POST', '/detection/v2/label/', { name: 'Own label' });
    const boxChange = await sendAsChangeSet(member, 'POST', '/detection/v2/object/', createBoxBody());
    await changeRole('annotator');
    expect(toOutcome(await undoAs(member, { key: labelChange.key }))).toEqual(NOT_ALLOWED);
    await changeRole('viewer');
    expect(toOutcome(await undoAs(member, { key: boxChange.key }))).toEqual(NOT_ALLOWED);
  });

  it('of a role change are refused to the member, and allowed to the owner', async () => {
    await owner.client.patch(`/account/v2/workspace/${workspaceId}/member/${member.id}/`, { role: 'viewer' });
    const { id } = await server.db
      .selectFrom('change_set')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(toOutcome(await undoAs(member, { change_set: Number(id) }))).toEqual(NOT_ALLOWED);
    expect((await member.client.delete(`/recognition/v2/training-image/${imageId}`)).status).toBe(403);
    expect(expectBody<UndoResult>(await undoAs(owner, { change_set: Number(id) })).undone).toBe(1);
    expect((await member.client.delete(`/recognition/v2/training-image/${imageId}`)).status).toBeLessThan(300);
  });
});

describe('stored responses', () => {
  const createKeyHeaders = (key: string) => ({ headers: { 'idempotency-key': key } });

  it('of single calls are not replayed after the role was reduced', async () => {
    const createJob = async () => member.client.post('/annotate/v2/imagejob/', { name: 'A job' }, createKeyHeaders('job'));
    const label = await createTestLabel(member.client, { workspace: workspaceId });
    const changeSet = await server.db
      .selectFrom('change_set')
      .select('id')
      .where('user_id', '=', member.id)
      .executeTakeFirstOrThrow();
    const undoWithKey = async () =>
      member.client.post('/history/v2/undo', { change_set: Number(changeSet.id) }, createKeyHeaders('undo'));
    const createBox = async () => member.client.post('/detection/v2/object/', createBoxBody(), createKeyHeaders('box'));
    expect([(await createJob()).status, (await undoWithKey()).status, (await createBox()).status]).toEqual([201, 200, 201]);
    expect((await createJob()).headers['idempotency-replayed']).toBe('true');
    await changeRole('annotator');
    expect(toOutcome(await createJob())).toEqual(NOT_ALLOWED);
    expect(toOutcome(await undoWithKey())).toEqual(NOT_ALLOWED);
    expect((await createBox()).headers['idempotency-replayed']).toBe('true');
    await changeRole('viewer');
    expect(toOutcome(await createBox())).toEqual(NOT_ALLOWED);
    expect((await owner.client.get(`/recognition/v2/label/${label.id}`)).status).toBe(404);
  });

  it('of bulk items are not replayed after the role was reduced', async () => {
    const items = [{ op: 'create', ...createBoxBody(), key: 'item' }];
    const sendBulk = async () =>
      expectBody<{ results: { status: number }[] }>(await member.client.post('/detection/v2/object/bulk', { items })).results;
    const [firstResult] = await sendBulk();
    expect(firstResult?.status).toBe(201);
    expect(await sendBulk()).toEqual([firstResult]);
    await changeRole('viewer');
    expect(await sendBulk()).toEqual([NOT_ALLOWED]);
    const singleResponse = await member.client.post('/detection/v2/object/', createBoxBody(), createKeyHeaders('item'));
    expect(toOutcome(singleResponse)).toEqual(NOT_ALLOWED);
  });
});

describe('long work and URLs', () => {
  const readWork = async (id: string) =>
    server.db.selectFrom('long_work').select(['state', 'error']).where('id', '=', id).executeTakeFirstOrThrow();
  const FAILED_WORK = { state: 'failed', error: 'The user who started this has a role that does not allow it any more.' };

  it('changes nothing after the role of its user was reduced', async () => {
    const job = await createTestJob(member.client);
    const work = expectBody<Work>(await member.client.post(`/annotate/v2/imagejob/${job.id}/add-matching`, { filter: {} }), 202);
    await changeRole('reviewer');
    await server.runWork();
    expect(await readWork(work.id)).toEqual(FAILED_WORK);
    expect(expectBody(await owner.client.get(`/annotate/v2/imagejob/${job.id}`))).toMatchObject({ item_count: 0 });
  });

  it.each([READ_IMPORT, RUN_IMPORT])('%s of an import fails after the role of its user was reduced', async (kind) => {
    const { id } = expectBody<{ id: string }>(await member.client.post('/recognition/v2/import/', { name: 'An import' }), 201);
    const work = await enqueueWork(server.db, { workspaceId, kind, input: { import: id }, userId: member.id });
    const state = kind === READ_IMPORT ? ('reading' as const) : ('running' as const);
    await server.db.updateTable('data_import').set({ state, work_id: work }).where('id', '=', id).execute();
    await changeRole('annotator');
    await server.runWork();
    expect(await readWork(work)).toEqual(FAILED_WORK);
    expect(expectBody(await owner.client.get(`/recognition/v2/import/${id}`))).toMatchObject({ state: 'failed' });
  });

  it('sends a part of an import only for managers, and the report to all members', async () => {
    const { id } = expectBody<{ id: string }>(await member.client.post('/recognition/v2/import/', { name: 'An import' }), 201);
    const { files } = expectBody<{ files: { id: string }[] }>(
      await member.client.post(`/recognition/v2/import/${id}/files`, { files: [{ path: 'a.png', size: 3 }] }),
    );
    const sendPart = async () =>
      (
        await fetch(`${server.origin}/api/imports/${id}/files/${files[0]?.id}`, {
          method: 'PUT',
          body: 'abc',
          headers: { authorization: member.client.authorization ?? '', 'content-type': 'application/octet-stream' },
        })
      ).status;
    await changeRole('viewer');
    expect(await sendPart()).toBe(403);
    expect((await member.client.get(`/imports/${id}/report.csv`)).status).toBe(200);
    await changeRole('manager');
    expect(await sendPart()).toBe(200);
  });

  it('an export can be downloaded only while its requester may export', async () => {
    const { address } = expectBody<{ address: string }>(
      await member.client.post('/recognition/v2/training-image/export', { format: 'csv', pictures: false }),
      201,
    );
    const download = async () => (await fetch(new URL(new URL(address).pathname, server.origin))).status;
    expect(await download()).toBe(200);
    await changeRole('annotator');
    expect(await download()).toBe(410);
  });

  it('requires a role and the right of the account for the download of a model', async () => {
    const task = await createNamedRow(owner.client, '/detection/v2/task/');
    const model = expectBody<{ id: string }>(await owner.client.post(`/detection/v2/task/${task.id}/train`), 201);
    const requestDownload = async () => member.client.post(`/detection/v2/model/${model.id}/request-download`);
    expect(toOutcome(await requestDownload())).toEqual({ status: 403, detail: expect.not.stringContaining('role') });
    await server.db.updateTable('app_user').set({ can_download_model: true }).where('id', '=', member.id).execute();
    expect((await requestDownload()).status).toBe(400);
    await changeRole('reviewer');
    expect(toOutcome(await requestDownload())).toEqual(NOT_ALLOWED);
  });
});
