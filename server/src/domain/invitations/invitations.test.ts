import type { CreatedInvitation, Invitation, InvitationOffer, Workspace } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { expectBody, TestClient } from '../../testing/api/client';
import type { ListEnvelope } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';
import { runDuringChange } from '../../testing/wait/run-during-change';
import { readSecret } from '../../testing/mail/smtp-server';
import { removeMember } from '../account/workspaces';

const server = setUpTestServer();
let owner: TestUser;
let workspace: string;
beforeEach(async () => {
  const tenant = await server.createTenant();
  [owner, workspace] = [tenant.user, tenant.workspaceId];
});

async function invite(client: TestClient, body: object = {}): Promise<CreatedInvitation & { token: string }> {
  const invitation = expectBody<CreatedInvitation>(
    await client.post('/account/v2/invitation/', { role: 'annotator', workspace, ...body }),
    201,
  );
  return { ...invitation, token: readSecret(invitation.link) };
}
const show = (token: string) => server.anonymous.post('/account/v2/invitation/show', { token });
const accept = (user: { client: TestClient }, token: string) => user.client.post('/account/v2/invitation/accept', { token });
const join = (token: string, account: object) =>
  server.anonymous.post('/account/v2/invitation/accept-with-new-account', { token, ...account });
const list = async (query: Record<string, string> = {}) =>
  expectBody<ListEnvelope<Invitation>>(await owner.client.get('/account/v2/invitation/', { workspace, ...query })).results;
const readRole = async (user: { client: TestClient }) =>
  expectBody<Workspace[]>(await user.client.get('/account/v2/workspace/')).find(({ id }) => id === workspace)?.role;
const countMembers = async () =>
  (await server.db.selectFrom('membership').select('user_id').where('workspace_id', '=', workspace).execute()).length;

async function addTestMember(role: 'manager' | 'viewer'): Promise<TestUser> {
  const member = await server.createTestUser();
  await server.db.insertInto('membership').values({ user_id: member.id, workspace_id: workspace, role }).execute();
  return member;
}

describe('invitation', () => {
  it('adds the signed-in user with its role, once', async () => {
    const guest = await server.createTestUser();
    const { token, id, expires } = await invite(owner.client);
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    expect(expectBody<InvitationOffer>(await show(token))).toMatchObject({ role: 'annotator', state: 'open', email: null });
    expect(expectBody(await accept(guest, token))).toEqual({ workspace });
    expect(await readRole(guest)).toBe('annotator');
    expect(await list({ state: 'accepted' })).toEqual([
      expect.objectContaining({ id, accepted_by: expect.objectContaining({ id: guest.id }), accepted: expect.any(String) }),
    ]);
    const second = await accept(await server.createTestUser(), token);
    expect([second.status, second.body]).toEqual([410, expect.objectContaining({ state: 'accepted' })]);
    expect(expectBody(await show(token))).toMatchObject({ state: 'accepted' });
  });

  it('creates an account that is signed in', async () => {
    const { token } = await invite(owner.client, { role: 'reviewer', email: 'New.Person@test.example ' });
    const account = { email: 'new.person@test.example', username: 'New Person', password: 'a long secret' };
    const { access } = expectBody<{ access: string }>(await join(token, account));
    const client = new TestClient(server.origin, `Bearer ${access}`);
    expect(await readRole({ client })).toBe('reviewer');
    expect(expectBody(await client.get('/account/v2/details/'))).toMatchObject({
      email: account.email,
      username: account.username,
      default_workspace: workspace,
    });
    expect((await server.anonymous.post('/account/v2/login/', account)).status).toBe(200);
  });

  it('refuses accounts that the command line would refuse, and stays open', async () => {
    const existingUser = await server.createTestUser({ username: 'Taken name' });
    const { token } = await invite(owner.client);
    const account = { email: 'free@test.example', username: 'Free', password: 'a long secret' };
    for (const [field, value] of [
      ['email', existingUser.email],
      ['email', 'nobody'],
      ['username', 'taken NAME'],
      ['username', 'boss@test.example'],
      ['password', 'short'],
    ] as const) {
      const response = await join(token, { ...account, [field]: value });
      expect([field, response.status, response.text.includes(field)]).toEqual([field, 400, true]);
    }
    expect((await join(token, account)).status).toBe(200);
  });

  it('adds one member if two users accept at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = await countMembers();
      const [first, second] = [await server.createTestUser(), await server.createTestUser()];
      const { token } = await invite(owner.client);
      const account = { email: `race-${round}@test.example`, username: `race ${round}`, password: 'a long secret' };
      const responses = await Promise.all([accept(first, token), accept(second, token), join(token, account)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
      expect(await countMembers()).toBe(before + 1);
    }
  });

  it('stays open if a member of the workspace accepts it', async () => {
    const { token } = await invite(owner.client);
    expect((await accept(owner, token)).status).toBe(409);
    expect(expectBody(await show(token))).toMatchObject({ state: 'open' });
  });

  it('says that it was revoked or has expired', async () => {
    const guest = await server.createTestUser();
    const revoked = await invite(owner.client);
    expect((await owner.client.delete(`/account/v2/invitation/${revoked.id}`)).status).toBe(204);
    const expired = await invite(owner.client);
    await server.db.updateTable('invitation').set({ expires: new Date() }).where('id', '=', expired.id).execute();
    for (const [state, { token }] of Object.entries({ revoked, expired })) {
      expect(expectBody(await show(token))).toMatchObject({ state });
      const response = await accept(guest, token);
      expect([response.status, response.body]).toEqual([410, { detail: expect.stringContaining(state), state }]);
    }
    expect(await readRole(guest)).toBeUndefined();
  });

  it('ends when its creator leaves the workspace or loses the right to invite', async () => {
    const guest = await server.createTestUser();
    const manager = await addTestMember('manager');
    const { token } = await invite(manager.client);
    const setRole = (role: 'viewer' | 'manager') =>
      server.db.updateTable('membership').set({ role }).where('user_id', '=', manager.id).execute();
    await setRole('viewer');
    expect((await accept(guest, token)).body).toMatchObject({ state: 'revoked' });
    await setRole('manager');
    await removeMember(server.db, workspace, manager.id);
    expect((await accept(guest, token)).body).toMatchObject({ state: 'revoked' });
    expect(await list()).toEqual([expect.objectContaining({ state: 'revoked' })]);
  });

  it('waits for a concurrent removal of its creator', async () => {
    const guest = await server.createTestUser();
    const manager = await addTestMember('manager');
    const { token } = await invite(manager.client);
    const remove = (trx: Db) => removeMember(trx, workspace, manager.id);
    expect((await runDuringChange(server.db, remove, () => accept(guest, token))).status).toBe(410);
  });

  it('with an email is only for the account that has it', async () => {
    const [guest, otherUser] = [await server.createTestUser(), await server.createTestUser()];
    const { token } = await invite(owner.client, { email: guest.email });
    expect(expectBody(await show(token))).toMatchObject({ email: guest.email, has_account: true });
    expect((await accept(otherUser, token)).status).toBe(403);
    const account = { email: 'somebody@test.example', username: 'Somebody', password: 'a long secret' };
    expect((await join(token, account)).status).toBe(400);
    expect((await accept(guest, token)).status).toBe(200);
    expect(
      (await owner.client.post('/account/v2/invitation/', { role: 'viewer', email: guest.email, workspace })).text,
    ).toContain('email');
  });

  it('cannot be created, read or revoked without the right to manage members', async () => {
    const viewer = await addTestMember('viewer');
    const { id } = await invite(owner.client);
    for (const response of [
      await viewer.client.post('/account/v2/invitation/', { role: 'viewer', workspace }),
      await viewer.client.get('/account/v2/invitation/', { workspace }),
      await viewer.client.delete(`/account/v2/invitation/${id}`),
    ])
      expect(response.status).toBe(403);
    expect((await owner.client.post('/account/v2/invitation/', { role: 'owner', workspace })).status).toBe(400);
  });

  it('never exceeds the rights of the API token that creates it', async () => {
    const createToken = async (scopes: string[]) => {
      const { token } = expectBody<{ token: string }>(
        await owner.client.post('/account/v2/api-token/', { name: 'T', scopes }),
        201,
      );
      return new TestClient(server.origin, `Token ${token}`);
    };
    const client = await createToken(['read', 'admin']);
    expect((await client.post('/account/v2/invitation/', { role: 'annotator', workspace })).status).toBe(403);
    expect((await invite(client, { role: 'viewer' })).role).toBe('viewer');
  });

  it('is stored without its secret', async () => {
    const key = { headers: { 'idempotency-key': 'an invitation' } };
    const body = { role: 'viewer', email: 'hash@test.example', workspace };
    const { link } = expectBody<CreatedInvitation>(await owner.client.post('/account/v2/invitation/', body, key), 201);
    expect((await owner.client.post('/account/v2/invitation/', body, key)).status).toBe(409);
    const { rows: tables } = await sql<{ name: string }>`
      select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`.execute(server.db);
    for (const { name } of tables) {
      const { rows } =
        await sql`select from ${sql.table(name)} t where strpos(to_jsonb(t)::text, ${readSecret(link)}) > 0`.execute(server.db);
      expect([name, rows.length]).toEqual([name, 0]);
    }
  });

  it('cannot be guessed: unknown links are counted like failed sign-ins', async () => {
    const token = 'f'.repeat(64);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await show(token)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429]);
    const valid = await invite(owner.client);
    for (let n = 0; n < 15; n += 1) expect((await show(valid.token)).status).toBe(200);
  });
});
