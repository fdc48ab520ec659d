import type { AuditEntry, ChangeSet, Member, UndoResult } from '@console/shared-contract/api';
import { expectBody } from '../../../testing/api/client';
import { createTestJob, uploadImages, type ListEnvelope } from '../../../testing/api/fixtures';
import { createTestMember } from '../../../testing/api/members';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';
import { forgetUser } from '../../account/forget-user';

const server = setUpTestServer();
let owner: TestUser;
let manager: TestUser;
let annotator: TestUser;
let workspace: string;
let path: string;
beforeEach(async () => {
  ({ user: owner, workspaceId: workspace } = await server.createTenant());
  manager = await createTestMember(server, workspace, 'manager');
  annotator = await createTestMember(server, workspace, 'annotator');
  path = `/account/v2/workspace/${workspace}`;
});

const removeMember = (user: TestUser, member: TestUser) => user.client.delete(`${path}/member/${member.id}/`);
const setRole = (member: TestUser, role: string) => owner.client.patch(`${path}/member/${member.id}/`, { role });
const findChangeSet = async () =>
  expectBody<{ results: ChangeSet[] }>(await owner.client.get('/history/v2/set/', { workspace, limit: 1 })).results[0]!;
const requestUndo = (user: TestUser, body: object) => user.client.post('/history/v2/undo', { workspace, ...body });
const undoAs = async (user: TestUser, change_set: number | null, body: object = {}) =>
  expectBody<UndoResult>(await requestUndo(user, { change_set, ...body }));
const readRole = async ({ id }: TestUser) =>
  expectBody<ListEnvelope<Member>>(await owner.client.get(`${path}/member/`)).results.find(({ user }) => user.id === id)?.role;
const listAudit = async () =>
  expectBody<ListEnvelope<AuditEntry>>(await owner.client.get('/account/v2/audit/', { workspace })).results.map(
    ({ action, user, subject_id }) => [action, user?.id, subject_id],
  );

describe('undo of a changed role', () => {
  it('sets the previous role, is in the audit log, and can itself be undone', async () => {
    await setRole(annotator, 'reviewer');
    const changeSet = await findChangeSet();
    expect(changeSet).toMatchObject({ kinds: ['membership'], can_undo: true });
    const result = await undoAs(manager, changeSet.id);
    expect(result).toMatchObject({ undone: 1, conflicts: [] });
    expect(await readRole(annotator)).toBe('annotator');
    expect(await listAudit()).toContainEqual(['role-changed', manager.id, `${annotator.id} annotator`]);
    expect(await undoAs(manager, result.change_set)).toMatchObject({ undone: 1, conflicts: [] });
    expect(await readRole(annotator)).toBe('reviewer');
  });

  it('keeps a role that was changed again later, unless the request overwrites it', async () => {
    await setRole(annotator, 'reviewer');
    const { id } = await findChangeSet();
    await setRole(annotator, 'viewer');
    const field = { field: 'role', before: 'annotator', after: 'reviewer', current: 'viewer' };
    expect(await undoAs(manager, id)).toMatchObject({ undone: 0, conflicts: [{ reason: 'changed', fields: [field] }] });
    expect(await undoAs(manager, id, { overwrite: true })).toMatchObject({ undone: 1, conflicts: [] });
    expect(await readRole(annotator)).toBe('annotator');
  });

  it('needs the permission to manage members, and does not change the owner', async () => {
    await setRole(annotator, 'reviewer');
    const { id } = await findChangeSet();
    expect((await requestUndo(annotator, { change_set: id })).status).toBe(403);
    expect(await readRole(annotator)).toBe('reviewer');
    await owner.client.post(`${path}/transfer-ownership`, { user_id: annotator.id });
    const result = await undoAs(manager, id, { overwrite: true });
    expect(result).toMatchObject({ undone: 0, conflicts: [{ kind: 'membership', reason: 'owner' }] });
  });
});

describe('undo of a removal', () => {
  it('adds the member with the previous role and assignments', async () => {
    const job = await createTestJob(manager.client, 'image', { assignees: [annotator.id] });
    const [image] = await uploadImages(manager.client, 1);
    await manager.client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [image!.id] });
    const getBatch = () => annotator.client.get(`/annotate/v2/imagejob/${job.id}/get-batch/`);
    expectBody(await getBatch());
    await removeMember(owner, annotator);
    const { id } = await findChangeSet();
    expect(await undoAs(manager, id)).toMatchObject({ undone: 2, conflicts: [] });
    expect(await readRole(annotator)).toBe('annotator');
    expect(expectBody(await getBatch())).toMatchObject({ results: [image!.id] });
    expect(await listAudit()).toContainEqual(['member-added', manager.id, annotator.id]);
  });

  it('does not restore members who left, closed accounts or their job assignments', async () => {
    const job = await createTestJob(manager.client, 'image', { assignees: [annotator.id] });
    await removeMember(annotator, annotator);
    const undoResponse = await undoAs(owner, (await findChangeSet()).id);
    expect(undoResponse.conflicts.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['membership', 'left'],
      ['job_assignee', 'missing'],
    ]);
    expect(expectBody(await owner.client.get(`/annotate/v2/imagejob/${job.id}`))).toMatchObject({ assignees: [] });
    await removeMember(owner, manager);
    const { id } = await findChangeSet();
    await server.db.transaction().execute((trx) => forgetUser(trx, manager.email));
    expect(await undoAs(owner, id)).toMatchObject({ undone: 0, conflicts: [{ kind: 'membership', reason: 'missing' }] });
    expect(await readRole(manager)).toBeUndefined();
  });
});

it('undo of an added member removes the member, unless the role was changed since', async () => {
  const member = await createTestMember(server, workspace, 'viewer');
  const { id } = await findChangeSet();
  await setRole(member, 'reviewer');
  expect(await undoAs(owner, id)).toMatchObject({ undone: 0, conflicts: [{ reason: 'changed' }] });
  await setRole(member, 'viewer');
  expect(await undoAs(owner, id)).toMatchObject({ undone: 1, conflicts: [] });
  expect(await readRole(member)).toBeUndefined();
  expect(await listAudit()).toContainEqual(['member-removed', owner.id, member.id]);
});
