import type { Member } from '@console/shared-contract/api';
import { expectBody } from '../../testing/api/client';
import { uploadImage, type ListEnvelope } from '../../testing/api/fixtures';
import { createTestMember } from '../../testing/api/members';
import { setUpTestServer, type TestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';
import { runDuringChange } from '../../testing/wait/run-during-change';
import { removeMember, setOwner, setRole } from '../account/workspaces';

const server = setUpTestServer();
let owner: TestUser;
let firstUser: TestUser;
let secondUser: TestUser;
let workspaceId: string;
let path: string;
beforeEach(async () => {
  ({ user: owner, workspaceId } = await server.createTenant());
  firstUser = await createTestMember(server, workspaceId, 'manager');
  secondUser = await createTestMember(server, workspaceId, 'manager');
  path = `/account/v2/workspace/${workspaceId}`;
});

const listRoles = async () =>
  expectBody<ListEnvelope<Member>>(await owner.client.get(`${path}/member/`))
    .results.map(({ role }) => role)
    .sort();
const lockWorkspace = async (trx: TestServer['db']) =>
  trx.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute();

it('transfers the ownership once for two concurrent requests of the owner', async () => {
  const responses = await Promise.all(
    [firstUser, secondUser].map((user) => owner.client.post(`${path}/transfer-ownership`, { user_id: user.id })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect(await listRoles()).toEqual(['manager', 'manager', 'owner']);
});

it('lets only one of two managers remove the other', async () => {
  const responses = await Promise.all([
    firstUser.client.delete(`${path}/member/${secondUser.id}/`),
    secondUser.client.delete(`${path}/member/${firstUser.id}/`),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 404]);
  expect(await listRoles()).toEqual(['manager', 'owner']);
});

it('rejects a change of a role by a manager whose role is reduced meanwhile', async () => {
  const response = await runDuringChange(
    server.db,
    async (trx) => {
      await lockWorkspace(trx);
      await setRole(trx, workspaceId, firstUser.id, 'viewer');
    },
    () => firstUser.client.patch(`${path}/member/${secondUser.id}/`, { role: 'viewer' }),
  );
  expect(response.status).toBe(403);
  expect(await listRoles()).toEqual(['manager', 'owner', 'viewer']);
});

it('keeps the owner when the ownership is transferred to a member during their removal', async () => {
  const response = await runDuringChange(
    server.db,
    async (trx) => {
      await lockWorkspace(trx);
      await setOwner(trx, workspaceId, secondUser.id);
    },
    () => firstUser.client.delete(`${path}/member/${secondUser.id}/`),
  );
  expect(response.status).toBe(409);
  const removalResponse = await runDuringChange(
    server.db,
    async (trx) => {
      await lockWorkspace(trx);
      await removeMember(trx, workspaceId, firstUser.id);
    },
    () => secondUser.client.post(`${path}/transfer-ownership`, { user_id: firstUser.id }),
  );
  expect(removalResponse.status).toBe(404);
  expect(await listRoles()).toEqual(['manager', 'owner']);
});

it('rejects every write that is sent after a removal, while earlier writes finish', async () => {
  const image = await uploadImage(firstUser.client);
  const tryWrite = async () =>
    (await firstUser.client.put(`/recognition/v2/training-image/${image.id}`, { test_image: true })).status;
  const earlierWrites = Array.from({ length: 10 }, tryWrite);
  expect((await secondUser.client.delete(`${path}/member/${firstUser.id}/`)).status).toBe(204);
  expect(await Promise.all(Array.from({ length: 10 }, tryWrite))).toEqual(Array.from({ length: 10 }, () => 404));
  for (const status of await Promise.all(earlierWrites)) expect([200, 404]).toContain(status);
});
