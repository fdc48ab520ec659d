import type { AuditEntry, Change, Member, Workspace, WorkspaceSettings } from '@console/shared-contract/api';
import { expectBody } from '../../testing/api/client';
import { createTestJob, uploadImage, uploadImages, type ListEnvelope } from '../../testing/api/fixtures';
import { createTestMember } from '../../testing/api/members';
import { createTestServer, setUpTestServer, type TestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';
import { runDuringChange } from '../../testing/wait/run-during-change';
import * as workspaces from '../account/workspaces';
import { measureStorage } from './measure-storage';

const NOT_ALLOWED = { detail: 'Your role in the workspace does not allow this.' };

const server = setUpTestServer();
let owner: TestUser;
let manager: TestUser;
let annotator: TestUser;
let workspaceId: string;
let path: string;
beforeEach(async () => {
  ({ user: owner, workspaceId } = await server.createTenant());
  manager = await createTestMember(server, workspaceId, 'manager');
  annotator = await createTestMember(server, workspaceId, 'annotator');
  path = `/account/v2/workspace/${workspaceId}`;
});

const listMembers = async (user: TestUser, query = {}) =>
  expectBody<ListEnvelope<Member>>(await user.client.get(`${path}/member/`, query)).results;
const setRole = async (user: TestUser, member: TestUser, role: string) =>
  user.client.patch(`${path}/member/${member.id}/`, { role });
const removeMember = async (user: TestUser, member: TestUser) => user.client.delete(`${path}/member/${member.id}/`);
const listAudit = async () =>
  expectBody<ListEnvelope<AuditEntry>>(await owner.client.get('/account/v2/audit/', { workspace: workspaceId })).results;

/** Creates a job with an item that is leased to the annotator. */
async function createLeasedItem() {
  const [image] = await uploadImages(manager.client, 1);
  const job = await createTestJob(manager.client, 'image', { assignees: [annotator.id, manager.id] });
  await manager.client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [image!.id] });
  const getBatch = async (user: TestUser) =>
    expectBody<{ results: string[] }>(await user.client.get(`/annotate/v2/imagejob/${job.id}/get-batch/`)).results;
  expect(await getBatch(annotator)).toEqual([image!.id]);
  expect(await getBatch(manager)).toEqual([]);
  const readAssignees = async () =>
    expectBody<{ assignees: { id: string }[] }>(await owner.client.get(`/annotate/v2/imagejob/${job.id}`)).assignees.map(
      ({ id }) => id,
    );
  return { image: image!.id, getBatch, readAssignees };
}

describe('members', () => {
  it('are listed with role, last change and, for managers, email', async () => {
    await uploadImages(manager.client, 1);
    const listedMembers = await listMembers(manager);
    expect(listedMembers.map(({ user, email, role }) => [user.id, email, role])).toEqual([
      [owner.id, owner.email, 'owner'],
      [manager.id, manager.email, 'manager'],
      [annotator.id, annotator.email, 'annotator'],
    ]);
    expect(listedMembers.map(({ last_active }) => last_active !== null)).toEqual([false, true, false]);
    expect((await listMembers(annotator)).map(({ email }) => email)).toEqual([null, null, annotator.email]);
    expect(await listMembers(manager, { role: 'owner' })).toHaveLength(1);
    expect(await listMembers(manager, { search: annotator.email.slice(0, 8).toUpperCase() })).toHaveLength(1);
  });

  it('get another role from a manager, with entries in both logs', async () => {
    expect(expectBody(await setRole(manager, annotator, 'viewer'))).toMatchObject({ user: { id: annotator.id }, role: 'viewer' });
    const workspaces = expectBody<Workspace[]>(await annotator.client.get('/account/v2/workspace/'));
    expect(workspaces).toMatchObject([{ id: workspaceId, role: 'viewer' }]);
    expect(await listAudit()).toContainEqual(
      expect.objectContaining({
        action: 'role-changed',
        user: { id: manager.id, username: manager.email },
        subject_id: `${annotator.id} viewer`,
      }),
    );
    const changes = expectBody<{ results: Change[] }>(
      await owner.client.get('/history/v2/change/', { workspace: workspaceId, subject: workspaceId }),
    );
    expect(changes.results[0]).toMatchObject({
      kind: 'membership',
      operation: 'update',
      before: { role: 'annotator' },
      after: { role: 'viewer' },
      change_set: { user: { id: manager.id }, can_undo: true },
    });
  });

  it('cannot raise their own role or change the role of the owner', async () => {
    expect((await setRole(annotator, annotator, 'manager')).body).toEqual(NOT_ALLOWED);
    expect((await setRole(manager, owner, 'viewer')).status).toBe(409);
    expect((await setRole(owner, owner, 'viewer')).status).toBe(409);
    expect((await setRole(manager, manager, 'owner')).status).toBe(400);
    const nonMember = await server.createTestUser();
    expect((await setRole(manager, nonMember, 'viewer')).body).toEqual({ detail: 'Member not found.' });
  });

  it('lose access on all servers as soon as they are removed', async () => {
    const secondServer = await createTestServer({ sharedWith: server });
    const clientOfSecondServer = {
      get: (url: string) =>
        fetch(`${secondServer.origin}/api${url}`, { headers: { authorization: annotator.client.authorization! } }),
    };
    expect((await clientOfSecondServer.get('/recognition/v2/training-image/')).status).toBe(200);
    expect((await removeMember(manager, annotator)).status).toBe(204);
    expect((await clientOfSecondServer.get('/recognition/v2/training-image/')).status).toBe(403);
    expect((await clientOfSecondServer.get(`/recognition/v2/training-image/?workspace=${workspaceId}`)).status).toBe(404);
    expect((await clientOfSecondServer.get('/account/v2/details/')).status).toBe(200);
    await secondServer.close();
    expect(await listAudit()).toContainEqual(
      expect.objectContaining({
        action: 'member-removed',
        user: { id: manager.id, username: manager.email },
        subject_id: annotator.id,
      }),
    );
  });

  it.each([
    ['removed', async () => removeMember(manager, annotator)],
    ['made viewers', async () => setRole(manager, annotator, 'viewer')],
  ])('release open items and assignments of jobs when they are %s', async (_, endMembership) => {
    const { image, getBatch, readAssignees } = await createLeasedItem();
    expect((await endMembership()).status).toBeLessThan(300);
    expect(await getBatch(manager)).toEqual([image]);
    expect(await readAssignees()).toEqual([manager.id]);
  });

  it('can leave the workspace, except the owner', async () => {
    expect((await removeMember(annotator, annotator)).status).toBe(204);
    expect(expectBody(await annotator.client.get('/account/v2/workspace/'))).toEqual([]);
    const response = await removeMember(owner, owner);
    expect([response.status, response.body]).toEqual([
      409,
      { detail: 'The owner cannot leave the workspace. Transfer the ownership first.' },
    ]);
    expect((await removeMember(manager, owner)).status).toBe(409);
  });
});

describe('ownership', () => {
  const transferOwnership = async (from: TestUser, to: TestUser) =>
    from.client.post(`${path}/transfer-ownership`, { user_id: to.id });

  it('is transferred to a member, and the previous owner becomes a manager', async () => {
    expect(expectBody<WorkspaceSettings>(await transferOwnership(owner, annotator)).owner).toEqual({
      id: annotator.id,
      username: annotator.email,
    });
    const roles = new Map((await listMembers(manager)).map(({ user, role }) => [user.id, role]));
    expect([roles.get(owner.id), roles.get(annotator.id)]).toEqual(['manager', 'owner']);
    expect((await owner.client.get('/account/v2/audit/')).body).toEqual(NOT_ALLOWED);
    const auditLog = expectBody<ListEnvelope<AuditEntry>>(await annotator.client.get('/account/v2/audit/'));
    expect(auditLog.results[0]).toMatchObject({ action: 'ownership-transferred', subject_id: annotator.id });
  });

  it('is only transferred by the owner, and only to members', async () => {
    expect((await transferOwnership(manager, manager)).body).toEqual(NOT_ALLOWED);
    expect((await transferOwnership(owner, await server.createTestUser())).status).toBe(404);
    expect((await transferOwnership(owner, owner)).status).toBe(400);
  });
});

describe('settings', () => {
  it('contain counts and, after a measurement, the sizes of the files', async () => {
    const [image] = await uploadImages(manager.client, 2);
    const readSettings = async () => expectBody<WorkspaceSettings>(await annotator.client.get(`${path}/settings/`));
    expect(await readSettings()).toMatchObject({
      id: workspaceId,
      owner: { id: owner.id },
      counts: { members: 3, images: 2, jobs: 0 },
      storage: { images: 0, measured: null },
    });
    await measureStorage(server.db, server.files);
    const storedImages = await server.db
      .selectFrom('training_image')
      .select(['img_key', 'thumb_key'])
      .where('workspace_id', '=', workspaceId)
      .execute();
    const fileSizes = await Promise.all(
      storedImages.flatMap((row) => [row.img_key, row.thumb_key]).map(async (key) => (await server.files.stat(key))!.size),
    );
    expect((await readSettings()).storage).toMatchObject({
      images: fileSizes.reduce((sum, size) => sum + size, 0),
      products: 0,
      measured: expect.any(String),
    });
    expect(image).toBeDefined();
  });

  it('are changed by the owner, with entries in the audit log', async () => {
    const settings = { statistics_visibility: 'own', annotator_access: 'jobs' };
    const requestedChange = { name: 'New name', ...settings, services: ['annotate', 'recognition'] };
    expect((await manager.client.patch(`${path}/`, requestedChange)).body).toEqual(NOT_ALLOWED);
    expect(expectBody(await owner.client.patch(`${path}/`, requestedChange))).toMatchObject(requestedChange);
    expect(
      (await listAudit())
        .slice(0, 4)
        .map(({ action, user }) => [action, user?.id])
        .sort(),
    ).toEqual([
      ['annotator-access', owner.id],
      ['name', owner.id],
      ['services', owner.id],
      ['statistics-visibility', owner.id],
    ]);
    const count = (await listAudit()).length;
    expect(expectBody(await owner.client.patch(`${path}/`, requestedChange))).toMatchObject(requestedChange);
    expect(await listAudit()).toHaveLength(count);
  });
});

describe('creation of a workspace', () => {
  const createWorkspace = async (user: TestUser, body: object) => user.client.post('/account/v2/workspace/', body);

  it('makes the user the owner, and the first workspace the default', async () => {
    const user = await server.createTestUser();
    const firstWorkspace = expectBody<Workspace>(await createWorkspace(user, { name: 'First', services: ['annotate'] }), 201);
    expect(firstWorkspace).toMatchObject({ name: 'First', owner: user.id, role: 'owner', is_default: true });
    const secondWorkspace = expectBody<Workspace>(await createWorkspace(user, { name: 'Second' }), 201);
    expect(secondWorkspace.is_default).toBe(false);
    const settings = expectBody<WorkspaceSettings>(
      await user.client.get(`/account/v2/workspace/${secondWorkspace.id}/settings/`),
    );
    expect(settings.services).toEqual([...settings.available_services].sort());
    expect(expectBody(await user.client.get('/account/v2/workspace/'))).toMatchObject([firstWorkspace, secondWorkspace]);
  });

  it('refuses a name that the user already uses for another workspace', async () => {
    const user = await server.createTestUser();
    const responses = await Promise.all(['Team', 'team'].map((name) => createWorkspace(user, { name })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect((await createWorkspace(annotator, { name: 'Team' })).status).toBe(201);
    const otherWorkspace = expectBody<Workspace>(await createWorkspace(user, { name: 'Other' }), 201);
    const renameWorkspace = async (name: string) => user.client.patch(`/account/v2/workspace/${otherWorkspace.id}/`, { name });
    expect((await renameWorkspace('TEAM')).body).toEqual({ detail: 'name: You already own a workspace with this name' });
    expect((await renameWorkspace('OTHER')).status).toBe(200);
  });

  it('follows the settings of the operator', async () => {
    const restrictedServer = await createTestServer({ sharedWith: server, config: { workspaceServices: ['annotate'] } });
    const closedServer = await createTestServer({ sharedWith: server, config: { createWorkspaces: false } });
    const sendTo = async (origin: string, method: string, url: string, body: object) => {
      const response = await fetch(`${origin}/api${url}`, {
        method,
        headers: { authorization: owner.client.authorization!, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return [response.status, await response.json()];
    };
    const url = '/account/v2/workspace/';
    expect(await sendTo(closedServer.origin, 'POST', url, { name: 'Team' })).toMatchObject([
      403,
      { detail: expect.stringContaining('operator') },
    ]);
    expect(await sendTo(restrictedServer.origin, 'POST', url, { name: 'Team', services: ['flows'] })).toEqual([
      400,
      { detail: 'services: flows is not available on this server' },
    ]);
    // The operator has given all services to the workspace, so its owner can keep or remove each of them.
    expect(await sendTo(restrictedServer.origin, 'PATCH', `${path}/`, { services: ['annotate', 'flows'] })).toMatchObject([
      200,
      {},
    ]);
    expect(await sendTo(restrictedServer.origin, 'PATCH', `${path}/`, { services: ['annotate', 'recognition'] })).toMatchObject([
      400,
      {},
    ]);
    await Promise.all([restrictedServer.close(), closedServer.close()]);
  });
});

describe('concurrent changes of members', () => {
  let secondManager: TestUser;
  beforeEach(async () => {
    secondManager = await createTestMember(server, workspaceId, 'manager');
  });

  const listRoles = async () =>
    expectBody<ListEnvelope<Member>>(await owner.client.get(`${path}/member/`))
      .results.map(({ role }) => role)
      .sort();
  const lockWorkspace = async (trx: TestServer['db']) =>
    trx.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute();

  it('transfers the ownership once for two concurrent requests of the owner', async () => {
    const responses = await Promise.all(
      [manager, secondManager].map((user) => owner.client.post(`${path}/transfer-ownership`, { user_id: user.id })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await listRoles()).toEqual(['annotator', 'manager', 'manager', 'owner']);
  });

  it('lets only one of two managers remove the other', async () => {
    const responses = await Promise.all([
      manager.client.delete(`${path}/member/${secondManager.id}/`),
      secondManager.client.delete(`${path}/member/${manager.id}/`),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await listRoles()).toEqual(['annotator', 'manager', 'owner']);
  });

  it('rejects a change of a role by a manager whose role is reduced meanwhile', async () => {
    const response = await runDuringChange(
      server.db,
      async (trx) => {
        await lockWorkspace(trx);
        await workspaces.setRole(trx, workspaceId, manager.id, 'viewer');
      },
      () => manager.client.patch(`${path}/member/${secondManager.id}/`, { role: 'viewer' }),
    );
    expect(response.status).toBe(403);
    expect(await listRoles()).toEqual(['annotator', 'manager', 'owner', 'viewer']);
  });

  it('keeps the owner when the ownership is transferred to a member during their removal', async () => {
    const response = await runDuringChange(
      server.db,
      async (trx) => {
        await lockWorkspace(trx);
        await workspaces.setOwner(trx, workspaceId, secondManager.id);
      },
      () => manager.client.delete(`${path}/member/${secondManager.id}/`),
    );
    expect(response.status).toBe(409);
    const removalResponse = await runDuringChange(
      server.db,
      async (trx) => {
        await lockWorkspace(trx);
        await workspaces.removeMember(trx, workspaceId, manager.id);
      },
      () => secondManager.client.post(`${path}/transfer-ownership`, { user_id: manager.id }),
    );
    expect(removalResponse.status).toBe(404);
    expect(await listRoles()).toEqual(['annotator', 'manager', 'owner']);
  });

  it('rejects every write that is sent after a removal, while earlier writes finish', async () => {
    const image = await uploadImage(manager.client);
    const tryWrite = async () =>
      (await manager.client.put(`/recognition/v2/training-image/${image.id}`, { test_image: true })).status;
    const earlierWrites = Array.from({ length: 10 }, tryWrite);
    expect((await secondManager.client.delete(`${path}/member/${manager.id}/`)).status).toBe(204);
    expect(await Promise.all(Array.from({ length: 10 }, tryWrite))).toEqual(Array.from({ length: 10 }, () => 404));
    for (const status of await Promise.all(earlierWrites)) expect([200, 404]).toContain(status);
  });
});
