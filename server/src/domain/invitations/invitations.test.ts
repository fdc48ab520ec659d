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

async function createInvitation(client: TestClient, body: object = {}): Promise<CreatedInvitation & { token: string }> {
  const invitation = expectBody<CreatedInvitation>(
    await client.post('/account/v2/invitation/', { role: 'annotator', workspace, ...body }),
    201,
  );
  return { ...invitation, token: readSecret(invitation.link) };
}
const showInvitation = (token: string) => server.anonymous.post('/account/v2/invitation/show', { token });
const acceptInvitation = (user: { client: TestClient }, token: string) =>
  user.client.post('/account/v2/invitation/accept', { token });
const createAccount = (token: string, account: object) =>
  server.anonymous.post('/account/v2/invitation/accept-with-new-account', { token, ...account });
const listInvitations = async (query: Record<string, string> = {}) =>
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
  it('adds the signed-in user with the role of the invitation, once', async () => {
    const invitedUser = await server.createTestUser();
    const { token, id, expires } = await createInvitation(owner.client);
    const daysUntilExpiry = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(daysUntilExpiry).toBeCloseTo(7, 2);
    expect(expectBody<InvitationOffer>(await showInvitation(token))).toMatchObject({
      role: 'annotator',
      state: 'open',
      email: null,
    });
    expect(expectBody(await acceptInvitation(invitedUser, token))).toEqual({ workspace });
    expect(await readRole(invitedUser)).toBe('annotator');
    expect(await listInvitations({ state: 'accepted' })).toEqual([
      expect.objectContaining({ id, accepted_by: expect.objectContaining({ id: invitedUser.id }), accepted: expect.any(String) }),
    ]);
    const secondAcceptance = await acceptInvitation(await server.createTestUser(), token);
    expect([secondAcceptance.status, secondAcceptance.body]).toEqual([410, expect.objectContaining({ state: 'accepted' })]);
    expect(expectBody(await showInvitation(token))).toMatchObject({ state: 'accepted' });
  });

  it('creates an account that is signed in', async () => {
    const { token } = await createInvitation(owner.client, { role: 'reviewer', email: 'New.Person@test.example ' });
    const account = { email: 'new.person@test.example', username: 'New Person', password: 'a long secret' };
    const { access } = expectBody<{ access: string }>(await createAccount(token, account));
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
    const { token } = await createInvitation(owner.client);
    const account = { email: 'free@test.example', username: 'Free', password: 'a long secret' };
    for (const [field, value] of [
      ['email', existingUser.email],
      ['email', 'nobody'],
      ['username', 'taken NAME'],
      ['username', 'boss@test.example'],
      ['password', 'short'],
    ] as const) {
      const response = await createAccount(token, { ...account, [field]: value });
      expect([field, response.status, response.text.includes(field)]).toEqual([field, 400, true]);
    }
    expect((await createAccount(token, account)).status).toBe(200);
  });

  it('adds one member if two users accept at once', async () => {
    for (let roundIndex = 0; roundIndex < 5; roundIndex += 1) {
      const memberCountBefore = await countMembers();
      const [firstUser, secondUser] = [await server.createTestUser(), await server.createTestUser()];
      const { token } = await createInvitation(owner.client);
      const account = { email: `race-${roundIndex}@test.example`, username: `race ${roundIndex}`, password: 'a long secret' };
      const responses = await Promise.all([
        acceptInvitation(firstUser, token),
        acceptInvitation(secondUser, token),
        createAccount(token, account),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
      expect(await countMembers()).toBe(memberCountBefore + 1);
    }
  });

  it('stays open if a member of the workspace accepts it', async () => {
    const { token } = await createInvitation(owner.client);
    expect((await acceptInvitation(owner, token)).status).toBe(409);
    expect(expectBody(await showInvitation(token))).toMatchObject({ state: 'open' });
  });

  it('returns a message if it was revoked or has expired', async () => {
    const invitedUser = await server.createTestUser();
    const revokedInvitation = await createInvitation(owner.client);
    expect((await owner.client.delete(`/account/v2/invitation/${revokedInvitation.id}`)).status).toBe(204);
    const expiredInvitation = await createInvitation(owner.client);
    await server.db.updateTable('invitation').set({ expires: new Date() }).where('id', '=', expiredInvitation.id).execute();
    for (const [state, { token }] of Object.entries({ revoked: revokedInvitation, expired: expiredInvitation })) {
      expect(expectBody(await showInvitation(token))).toMatchObject({ state });
      const response = await acceptInvitation(invitedUser, token);
      expect([response.status, response.body]).toEqual([410, { detail: expect.stringContaining(state), state }]);
    }
    expect(await readRole(invitedUser)).toBeUndefined();
  });

  it('ends when its creator leaves the workspace or loses the right to invite', async () => {
    const invitedUser = await server.createTestUser();
    const manager = await addTestMember('manager');
    const { token } = await createInvitation(manager.client);
    const setRole = (role: 'viewer' | 'manager') =>
      server.db.updateTable('membership').set({ role }).where('user_id', '=', manager.id).execute();
    await setRole('viewer');
    expect((await acceptInvitation(invitedUser, token)).body).toMatchObject({ state: 'revoked' });
    await setRole('manager');
    await removeMember(server.db, workspace, manager.id);
    expect((await acceptInvitation(invitedUser, token)).body).toMatchObject({ state: 'revoked' });
    expect(await listInvitations()).toEqual([expect.objectContaining({ state: 'revoked' })]);
  });

  it('waits for a concurrent removal of its creator', async () => {
    const invitedUser = await server.createTestUser();
    const manager = await addTestMember('manager');
    const { token } = await createInvitation(manager.client);
    const removeCreator = (trx: Db) => removeMember(trx, workspace, manager.id);
    expect((await runDuringChange(server.db, removeCreator, () => acceptInvitation(invitedUser, token))).status).toBe(410);
  });

  it('with an email is only for the account that has it', async () => {
    const [invitedUser, otherUser] = [await server.createTestUser(), await server.createTestUser()];
    const { token } = await createInvitation(owner.client, { email: invitedUser.email });
    expect(expectBody(await showInvitation(token))).toMatchObject({ email: invitedUser.email, has_account: true });
    expect((await acceptInvitation(otherUser, token)).status).toBe(403);
    const account = { email: 'somebody@test.example', username: 'Somebody', password: 'a long secret' };
    expect((await createAccount(token, account)).status).toBe(400);
    expect((await acceptInvitation(invitedUser, token)).status).toBe(200);
    expect(
      (await owner.client.post('/account/v2/invitation/', { role: 'viewer', email: invitedUser.email, workspace })).text,
    ).toContain('email');
  });

  it('cannot be created, read or revoked without the right to manage members', async () => {
    const viewerUser = await addTestMember('viewer');
    const { id } = await createInvitation(owner.client);
    for (const response of [
      await viewerUser.client.post('/account/v2/invitation/', { role: 'viewer', workspace }),
      await viewerUser.client.get('/account/v2/invitation/', { workspace }),
      await viewerUser.client.delete(`/account/v2/invitation/${id}`),
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
    expect((await createInvitation(client, { role: 'viewer' })).role).toBe('viewer');
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
    const responseStatuses: number[] = [];
    for (let attemptIndex = 0; attemptIndex < 11; attemptIndex += 1) responseStatuses.push((await showInvitation(token)).status);
    expect(responseStatuses).toEqual([...Array.from({ length: 10 }, () => 404), 429]);
    const validInvitation = await createInvitation(owner.client);
    for (let attemptIndex = 0; attemptIndex < 15; attemptIndex += 1)
      expect((await showInvitation(validInvitation.token)).status).toBe(200);
  });
});
