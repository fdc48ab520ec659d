import { expectBody, TestClient } from '../../testing/api/client';
import { createTestServer, setUpTestServer } from '../../testing/api/test-server';
import { countLogin, recordLoginSuccess } from './login-throttle';

interface Tokens {
  access: string;
  refresh: string;
}

const server = setUpTestServer();

const createClient = (access: string) => new TestClient(server.origin, `Bearer ${access}`);
const login = async (body: object) => server.anonymous.post('/account/v2/login/', body);
const refreshTokens = async (token: string) => server.anonymous.post('/account/v2/jwt/refresh/', { refresh: token });

async function signIn(): Promise<Tokens & { id: string }> {
  const user = await server.createTestUser();
  return { id: user.id, ...expectBody<Tokens>(await login({ email: user.email, password: user.password })) };
}

describe('sign-in', () => {
  it('accepts the email in any case or the user name', async () => {
    const user = await server.createTestUser({ email: 'Anna.Muster@Test.example', username: 'Anna', password: 'a long secret' });
    for (const body of [{ email: 'anna.muster@TEST.example' }, { username: 'anna' }, { username: 'anna.muster@test.example' }]) {
      const { access } = expectBody<Tokens>(await login({ ...body, password: 'a long secret' }));
      expect(expectBody(await createClient(access).get('/account/v2/details/'))).toMatchObject({
        id: user.id,
        username: 'Anna',
        email: 'anna.muster@test.example',
      });
    }
  });

  it('returns the same error for a wrong password and an unknown account', async () => {
    const user = await server.createTestUser();
    for (const body of [
      { email: user.email, password: 'wrong' },
      { email: 'nobody@test.example', password: 'wrong' },
    ]) {
      const response = await login(body);
      expect(response.status).toBe(401);
      expect(response.body).toEqual({ detail: 'Unable to login. Invalid credentials' });
    }
  });

  it('returns an error that names the missing field', async () => {
    const responseWithoutLogin = await login({ password: 'x' });
    expect([responseWithoutLogin.status, responseWithoutLogin.body]).toEqual([400, { detail: 'email: is required' }]);
    const responseWithoutPassword = await login({ email: 'a@test.example' });
    expect(responseWithoutPassword.status).toBe(400);
    expect(responseWithoutPassword.text).toContain('password');
  });

  it('blocks an account after ten failures, even for the right password', async () => {
    const user = await server.createTestUser();
    const otherUser = await server.createTestUser();
    const guesses = await Promise.all(Array.from({ length: 10 }, () => login({ email: user.email, password: 'guess' })));
    expect(guesses.map((response) => response.status)).toEqual(Array.from({ length: 10 }, () => 401));
    const correctLogin = await login({ email: user.email, password: user.password });
    expect(correctLogin.status).toBe(429);
    expect(Number(correctLogin.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login({ email: otherUser.email, password: otherUser.password })).status).toBe(200);
  });

  it('counts guesses across all servers and unblocks after the window', async () => {
    const user = await server.createTestUser();
    const credentials = { email: user.email, password: user.password };
    const secondServer = await createTestServer({ sharedWith: server });
    const getServer = (index: number) => (index % 2 ? secondServer.anonymous : server.anonymous);
    for (let index = 0; index < 10; index += 1) {
      const response = await getServer(index).post('/account/v2/login/', { ...credentials, password: 'guess' });
      expect(response.status).toBe(401);
    }
    for (const index of [0, 1]) expect((await getServer(index).post('/account/v2/login/', credentials)).status).toBe(429);
    await server.db
      .updateTable('login_failure')
      .set({ until: new Date(Date.now() - 1) })
      .execute();
    for (const index of [0, 1]) expect((await getServer(index).post('/account/v2/login/', credentials)).status).toBe(200);
    await secondServer.close();
  });

  it('counts guesses at an account from all addresses and doubles the block time', async () => {
    const guessPassword = (attemptIndex: number) => countLogin(server.db, 'guessed', `198.51.100.${attemptIndex}`);
    const waitSeconds: number[] = [];
    for (let attemptIndex = 0; attemptIndex < 60; attemptIndex += 1) waitSeconds.push(await guessPassword(attemptIndex));
    expect(waitSeconds.filter((seconds) => seconds === 0)).toHaveLength(10);
    const blockMinutes: number[] = [];
    for (let attemptIndex = 0; attemptIndex < 4; attemptIndex += 1) {
      await server.db
        .updateTable('login_failure')
        .set({ blocked: new Date(0) })
        .execute();
      expect(await guessPassword(attemptIndex)).toBe(0);
      blockMinutes.push(Math.round((await guessPassword(attemptIndex)) / 60));
    }
    expect(blockMinutes).toEqual([30, 60, 60, 60]);
  });

  it('accepts the owner from a known address despite guesses from other addresses', async () => {
    const [homeAddress, newAddress] = ['203.0.113.1', '203.0.113.2'];
    expect(await countLogin(server.db, 'owner', homeAddress)).toBe(0);
    await recordLoginSuccess(server.db, 'owner', homeAddress);
    for (let attemptIndex = 0; attemptIndex < 20; attemptIndex += 1)
      await countLogin(server.db, 'owner', `203.0.113.${attemptIndex + 10}`);
    for (let attemptIndex = 0; attemptIndex < 150; attemptIndex += 1)
      await countLogin(server.db, `account ${attemptIndex}`, homeAddress);
    expect(await countLogin(server.db, 'owner', newAddress)).toBeGreaterThan(0);
    expect(await countLogin(server.db, 'newcomer', homeAddress)).toBeGreaterThan(0);
    for (let attemptIndex = 0; attemptIndex < 10; attemptIndex += 1)
      expect(await countLogin(server.db, 'owner', homeAddress)).toBe(0);
    expect(await countLogin(server.db, 'owner', homeAddress)).toBeGreaterThan(0);
  });

  it('blocks an address only after failures of many accounts', async () => {
    const countLoginFor = (account: string) => countLogin(server.db, account, '192.0.2.1');
    const waitSeconds: number[] = [];
    for (let attemptIndex = 0; attemptIndex < 130; attemptIndex += 1) waitSeconds.push(await countLoginFor('first'));
    expect(waitSeconds.filter((seconds) => seconds === 0)).toHaveLength(10);
    expect(await countLoginFor('known')).toBe(0);
    await recordLoginSuccess(server.db, 'known', '192.0.2.1');
    const unknownAccountWaits = await Promise.all(
      Array.from({ length: 95 }, (_, attemptIndex) => countLoginFor(`unknown ${attemptIndex}`)),
    );
    expect(unknownAccountWaits.filter((seconds) => seconds === 0)).toHaveLength(90);
    expect(await countLoginFor('third')).toBeGreaterThan(0);
    expect(await countLogin(server.db, 'third', '192.0.2.2')).toBe(0);
    // A user who has signed in from this address before is still accepted.
    expect(await countLoginFor('known')).toBe(0);
  });
});

describe('session', () => {
  it('rejects missing tokens, forged tokens and unknown schemes', async () => {
    const { access } = await signIn();
    const forgedToken = `${access.slice(0, -4)}AAAA`;
    for (const authorization of [null, `Bearer ${forgedToken}`, 'Bearer', 'Basic YTpi', 'Token short', `Basic ${access}`]) {
      const response = await new TestClient(server.origin, authorization).get('/account/v2/details/');
      expect(response.status).toBe(401);
      expect(response.body).toEqual({ detail: expect.any(String) });
    }
  });

  it('accepts Bearer and JWT access tokens and the API token', async () => {
    const { access, id } = await signIn();
    const { token } = expectBody<{ token: string }>(await createClient(access).get('/account/v2/token'));
    expect(token).toHaveLength(40);
    for (const authorization of [`Bearer ${access}`, `JWT ${access}`, `Token ${token}`]) {
      const response = await new TestClient(server.origin, authorization).get('/account/v2/user');
      expect(expectBody(response)).toMatchObject({ id });
    }
  });

  it('issues a new refresh token with each refresh', async () => {
    const session = await signIn();
    const refreshedSession = expectBody<Tokens>(await refreshTokens(session.refresh));
    expect(refreshedSession.refresh).not.toBe(session.refresh);
    expect(expectBody(await createClient(refreshedSession.access).get('/account/v2/details/'))).toMatchObject({ id: session.id });
  });

  it('survives ten concurrent refreshes of one token', async () => {
    const { refresh: token } = await signIn();
    const responses = await Promise.all(Array.from({ length: 10 }, () => refreshTokens(token)));
    expect(responses.map((response) => response.status)).toEqual(Array.from({ length: 10 }, () => 200));
    for (const response of responses) expect((await refreshTokens(expectBody<Tokens>(response).refresh)).status).toBe(200);
  });

  it('revokes all tokens when a used token is reused after the grace period', async () => {
    const firstSession = await signIn();
    const refreshedTokens = expectBody<Tokens>(await refreshTokens(firstSession.refresh));
    await server.db
      .updateTable('refresh_token')
      .set({ used: new Date(Date.now() - 61_000) })
      .where('used', 'is not', null)
      .execute();
    expect((await refreshTokens(firstSession.refresh)).status).toBe(401);
    expect((await refreshTokens(refreshedTokens.refresh)).status).toBe(401);
    expect((await createClient(refreshedTokens.access).get('/account/v2/details/')).status).toBe(401);
  });

  it('ends on logout with all of its tokens, but no other session', async () => {
    const user = await server.createTestUser();
    const currentTokens = expectBody<Tokens>(await login({ email: user.email, password: user.password }));
    const otherTokens = expectBody<Tokens>(await login({ email: user.email, password: user.password }));
    expect((await createClient(currentTokens.access).get('/account/v2/logout')).status).toBe(200);
    expect((await createClient(currentTokens.access).get('/account/v2/details/')).status).toBe(401);
    expect((await refreshTokens(currentTokens.refresh)).status).toBe(401);
    expect((await refreshTokens(otherTokens.refresh)).status).toBe(200);
  });

  it('issues access tokens for 15 minutes', async () => {
    const { access } = await signIn();
    const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as { iat: number; exp: number };
    expect(claims.exp - claims.iat).toBe(900);
  });

  it('ends when its refresh token expires', async () => {
    const { refresh: token, id } = await signIn();
    await server.db
      .updateTable('refresh_token')
      .set({ expires: new Date(Date.now() - 1) })
      .where('session_id', 'in', (eb) => eb.selectFrom('session').select('id').where('user_id', '=', id))
      .execute();
    expect((await refreshTokens(token)).status).toBe(401);
    expect((await refreshTokens('unknown-token')).status).toBe(401);
  });
});

describe('workspaces', () => {
  it('are listed as an array with the default workspace marked', async () => {
    const user = await server.createTestUser();
    const firstWorkspace = await server.createTestWorkspace({ name: 'beta', members: [user] });
    const secondWorkspace = await server.createTestWorkspace({ name: 'Alpha', members: [user] });
    await server.createTenant();
    const workspaces = expectBody<{ id: string }[]>(await user.client.get('/account/v2/workspace/'));
    expect(workspaces).toEqual([
      expect.objectContaining({ id: secondWorkspace, name: 'Alpha', is_default: false, blur_images: false, meta_data: {} }),
      expect.objectContaining({ id: firstWorkspace, name: 'beta', is_default: true, owner: user.id }),
    ]);
    expect(expectBody(await user.client.get('/account/v2/details'))).toMatchObject({
      default_workspace: firstWorkspace,
      can_download_model: false,
    });
  });

  it('list their services, by default those of the default workspace', async () => {
    const { client, workspaceId } = await server.createTenant(['recognition', 'annotate']);
    for (const query of [{}, { workspace: workspaceId }]) {
      const { results } = expectBody<{ results: unknown[] }>(await client.get('/account/v2/resource', query));
      expect(results).toEqual([
        { service: { slug: 'annotate', name: 'Annotate' } },
        { service: { slug: 'recognition', name: 'Recognition' } },
      ]);
    }
  });

  it('of other users return 404', async () => {
    const ownTenant = await server.createTenant();
    const otherTenant = await server.createTenant();
    expect((await ownTenant.client.get('/account/v2/resource', { workspace: otherTenant.workspaceId })).status).toBe(404);
    expect(
      (await ownTenant.client.post('/authorization/v2/authorize', { service: 'flows', workspace: otherTenant.workspaceId }))
        .status,
    ).toBe(404);
  });

  it('removing a membership also removes the default workspace', async () => {
    const { client, workspaceId, user } = await server.createTenant();
    await server.db.deleteFrom('membership').where('user_id', '=', user.id).execute();
    expect(expectBody(await client.get('/account/v2/details'))).toMatchObject({ default_workspace: null });
    expect((await client.get('/account/v2/resource')).status).toBe(403);
    expect((await client.get('/account/v2/resource', { workspace: workspaceId })).status).toBe(404);
  });

  it('authorize services, including the alias of recognition', async () => {
    const { client } = await server.createTenant(['recognition']);
    const readAuthorization = async (service: string) =>
      expectBody(await client.post('/authorization/v2/authorize', { service, call_type: 'classify' }));
    expect(await readAuthorization('custom-recognition')).toMatchObject({
      authorized: true,
      service: 'custom-recognition',
      call_type: 'classify',
    });
    expect(await readAuthorization('flows')).toMatchObject({ authorized: false });
    expect(await readAuthorization('unknown-service')).toMatchObject({ authorized: false });
  });
});
