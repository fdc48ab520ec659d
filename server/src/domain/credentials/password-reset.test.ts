import { expectBody, TestClient } from '../../testing/api/client';
import { setUpTestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';
import { readSecret } from '../../testing/mail/smtp-server';
import { addMember } from '../account/workspaces';
import { createPasswordLink } from './password-links';

const server = setUpTestServer();
let owner: TestUser;
let member: TestUser;
let workspace: string;
beforeEach(async () => {
  const tenant = await server.createTenant();
  [owner, workspace] = [tenant.user, tenant.workspaceId];
  member = await server.createTestUser();
  await addMember(server.db, workspace, member.id, 'viewer');
});

const PASSWORD = 'a new long secret';
const setPassword = (token: string, password = PASSWORD) =>
  server.anonymous.post('/account/v2/password-reset/', { token, password });
const showLink = (token: string) => server.anonymous.post('/account/v2/password-reset/show', { token });
const login = (password: string) => server.anonymous.post('/account/v2/login/', { email: member.email, password });
const requestLink = (user: TestUser, client = owner.client) =>
  client.post('/account/v2/password-reset/link', { user: user.id, workspace });
const createLink = async () => readSecret(expectBody<{ link: string }>(await requestLink(member), 201).link);

describe('password reset link', () => {
  it('sets the password once, and ends sessions and API tokens', async () => {
    const { token } = expectBody<{ token: string }>(
      await member.client.post('/account/v2/api-token/', { name: 'T', scopes: ['read'] }),
      201,
    );
    const [secret, unusedSecret] = [await createLink(), await createLink()];
    expect(expectBody(await showLink(secret))).toMatchObject({ username: member.email, email: member.email });
    expect((await setPassword(secret, 'short')).text).toContain('password');
    expect((await setPassword(secret)).status).toBe(204);
    for (const authorization of [member.client.authorization, `Token ${member.apiToken}`, `Token ${token}`])
      expect((await new TestClient(server.origin, authorization).get('/account/v2/details/')).status).toBe(401);
    expect([(await login(member.password)).status, (await login(PASSWORD)).status]).toEqual([401, 200]);
    for (const usedSecret of [secret, unusedSecret]) {
      expect((await showLink(usedSecret)).status).toBe(410);
      expect((await setPassword(usedSecret)).status).toBe(410);
    }
    const auditLog = expectBody<{ results: { action: string; user: { id: string } | null }[] }>(
      await owner.client.get('/account/v2/audit/', { workspace }),
    );
    const actions = auditLog.results.map(({ action, user }) => [action, user?.id]);
    expect(actions).toEqual(
      expect.arrayContaining([
        ['password', undefined],
        ['password-link', owner.id],
      ]),
    );
  });

  it('works once for two requests at the same time', async () => {
    const secret = await createLink();
    const responses = await Promise.all([setPassword(secret, 'the first secret'), setPassword(secret, 'the second secret')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 410]);
  });

  it('unblocks the account after failed sign-ins', async () => {
    for (let attemptIndex = 0; attemptIndex < 11; attemptIndex += 1) await login('a guess');
    expect((await login(member.password)).status).toBe(429);
    expect((await setPassword(await createLink())).status).toBe(204);
    expect((await login(PASSWORD)).status).toBe(200);
  });

  it('expires after an hour', async () => {
    const { secret, hash, expires } = await createPasswordLink(server.db, member.id);
    expect((expires.getTime() - Date.now()) / 60_000).toBeCloseTo(60, 0);
    await server.db.updateTable('password_link').set({ expires: new Date() }).where('hash', '=', hash).execute();
    expect((await setPassword(secret)).status).toBe(410);
  });

  it('is created only for members, all of whose workspaces the caller owns', async () => {
    const stranger = await server.createTestUser();
    expect((await requestLink(stranger)).status).toBe(404);
    expect((await requestLink(owner)).status).toBe(400);
    expect((await requestLink(owner, member.client)).status).toBe(403);
    const otherWorkspaceId = await server.createTestWorkspace({ members: [owner, member] });
    expect((await requestLink(member)).status).toBe(201);
    await server.db.updateTable('workspace').set({ owner_id: stranger.id }).where('id', '=', otherWorkspaceId).execute();
    expect((await requestLink(member)).status).toBe(403);
  });

  it('becomes invalid when the member joins a workspace of another owner', async () => {
    const secret = await createLink();
    const otherTenant = await server.createTenant();
    await addMember(server.db, otherTenant.workspaceId, member.id, 'viewer');
    expect((await showLink(secret)).status).toBe(410);
    expect((await setPassword(secret)).status).toBe(410);
  });

  it('cannot be guessed: unknown links are counted like failed sign-ins', async () => {
    const responseStatuses: number[] = [];
    for (let attemptIndex = 0; attemptIndex < 11; attemptIndex += 1)
      responseStatuses.push((await setPassword('f'.repeat(64))).status);
    expect(responseStatuses).toEqual([...Array.from({ length: 10 }, () => 410), 429]);
  });

  it('is not sent by a server without email', async () => {
    const response = await server.anonymous.post('/account/v2/password-reset/request', { email: member.email });
    expect([response.status, response.text.includes('sends no emails')]).toEqual([409, true]);
  });
});
