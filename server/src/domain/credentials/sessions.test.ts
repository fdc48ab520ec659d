import type { Session } from '@console/shared-contract/api';
import { expectBody, TestClient } from '../../testing/api/client';
import { createTestServer, type TestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';

const SESSIONS = '/account/v2/session/';

let server: TestServer;
let secondServer: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  secondServer = await createTestServer({ sharedWith: server });
});
afterAll(async () => {
  await secondServer.close();
  await server.close();
});
beforeEach(async () => {
  ({ user } = await server.createTenant());
});

/** Signs in. Returns a client of each server with the same refresh token. */
async function signIn(userAgent: string) {
  const { email, password } = user;
  const response = await server.anonymous.post(
    '/account/v2/login/',
    { email, password },
    { headers: { 'user-agent': userAgent } },
  );
  const { access, refresh } = expectBody<{ access: string; refresh: string }>(response);
  const [client, onSecondServer] = [server, secondServer].map(({ origin }) => new TestClient(origin, `Bearer ${access}`));
  return { client: client!, onSecondServer: onSecondServer!, refresh };
}
const listSessions = async (client: TestClient) => expectBody<Session[]>(await client.get(SESSIONS));
const refreshSession = (refresh: string) => server.anonymous.post('/account/v2/jwt/refresh/', { refresh });

describe('sessions', () => {
  it('are listed with browser and last use, and one is the current session', async () => {
    const [laptop, phone] = [await signIn('Laptop'), await signIn('Phone')];
    expectBody(await refreshSession(laptop.refresh));
    const sessions = await listSessions(phone.client);
    expect(sessions.map(({ user_agent, is_current }) => [user_agent, is_current])).toEqual([
      ['Laptop', false],
      ['Phone', true],
      [null, false],
    ]);
    for (const { created, last_used } of sessions) expect(Date.parse(last_used)).toBeGreaterThanOrEqual(Date.parse(created));
    expect(Date.parse(sessions[0]!.last_used)).toBeGreaterThan(Date.parse(sessions[0]!.created));
  });

  it('can be ended individually, immediately on all servers, with their refresh tokens', async () => {
    const [laptop, phone] = [await signIn('Laptop'), await signIn('Phone')];
    const [id] = (await listSessions(phone.client)).flatMap((session) => (session.user_agent === 'Laptop' ? session.id : []));
    expect((await phone.client.delete(`${SESSIONS}${id}`)).status).toBe(204);
    expect((await laptop.onSecondServer.get(SESSIONS)).status).toBe(401);
    expect((await refreshSession(laptop.refresh)).status).toBe(401);
    expect((await phone.onSecondServer.get(SESSIONS)).status).toBe(200);
    expect((await phone.client.delete(`${SESSIONS}${id}`)).status).toBe(404);
  });

  it('end in all other browsers, but not for other users', async () => {
    const otherUser = await server.createTestUser();
    const [laptop, phone] = [await signIn('Laptop'), await signIn('Phone')];
    expectBody(await phone.client.post('/account/v2/session/end-others'));
    expect((await laptop.onSecondServer.get(SESSIONS)).status).toBe(401);
    expect((await listSessions(phone.client)).map(({ user_agent }) => user_agent)).toEqual(['Phone']);
    expect((await otherUser.client.get(SESSIONS)).status).toBe(200);
  });

  it('of other users cannot be ended', async () => {
    const otherUser = await server.createTestUser();
    const [{ id }] = (await listSessions(otherUser.client)) as [Session];
    expect((await user.client.delete(`${SESSIONS}${id}`)).status).toBe(404);
    expect((await otherUser.client.get(SESSIONS)).status).toBe(200);
  });

  it('are not listed after their refresh tokens have expired', async () => {
    const { client } = await signIn('Laptop');
    await server.db
      .updateTable('refresh_token')
      .set({ expires: new Date() })
      .where('session_id', 'in', (eb) => eb.selectFrom('session').select('id').where('user_id', '=', user.id))
      .execute();
    expect(await listSessions(client)).toEqual([]);
  });
});

describe('change of the password while signed in', () => {
  const NEW_PASSWORD = 'another password';
  const changePassword = (client: TestClient, body: object) =>
    client.post('/account/v2/change-password', { current_password: user.password, new_password: NEW_PASSWORD, ...body });
  const trySignIn = async (password: string) =>
    (await server.anonymous.post('/account/v2/login/', { email: user.email, password })).status;

  it('keeps the session of the request and ends the others with the API tokens', async () => {
    const [laptop, phone] = [await signIn('Laptop'), await signIn('Phone')];
    const { token } = expectBody<{ token: string }>(await laptop.client.get('/account/v2/token/'));
    expect((await changePassword(laptop.client, {})).status).toBe(204);
    expect(await listSessions(laptop.client)).toMatchObject([{ user_agent: 'Laptop', is_current: true }]);
    expectBody(await refreshSession(laptop.refresh));
    expect((await phone.onSecondServer.get(SESSIONS)).status).toBe(401);
    expect((await new TestClient(server.origin, `Token ${token}`).get('/account/v2/details/')).status).toBe(401);
    expect([await trySignIn(user.password), await trySignIn(NEW_PASSWORD)]).toEqual([401, 200]);
  });

  it('keeps other sessions and API tokens if the user chooses so', async () => {
    const [laptop, phone] = [await signIn('Laptop'), await signIn('Phone')];
    const { token } = expectBody<{ token: string }>(await laptop.client.get('/account/v2/token/'));
    expect((await changePassword(laptop.client, { end_others: false })).status).toBe(204);
    expect((await phone.client.get(SESSIONS)).status).toBe(200);
    expect((await new TestClient(server.origin, `Token ${token}`).get('/account/v2/details/')).status).toBe(200);
    expect(await trySignIn(NEW_PASSWORD)).toBe(200);
  });

  it('refuses short passwords, and limits guesses at the current password', async () => {
    const { client } = await signIn('Laptop');
    expect((await changePassword(client, { new_password: 'short' })).body).toEqual({
      detail: expect.stringMatching(/^new_password: must have at least/),
    });
    const guessResponses = [];
    for (let guessIndex = 0; guessIndex < 11; guessIndex += 1)
      guessResponses.push(await changePassword(client, { current_password: `guess ${guessIndex}` }));
    expect(guessResponses[0]?.body).toEqual({ detail: 'current_password: is not your current password' });
    expect(guessResponses.map(({ status }) => status)).toEqual([...Array<number>(10).fill(400), 429]);
    expect((await changePassword(client, {})).status).toBe(429);
    expect(await trySignIn(user.password)).toBe(200);
  });

  it('stores no hash of the passwords with the Idempotency-Key', async () => {
    const { client } = await signIn('Laptop');
    const changePasswordTo = (new_password: string) =>
      client.post(
        '/account/v2/change-password',
        { current_password: user.password, new_password },
        { headers: { 'idempotency-key': 'change' } },
      );
    expect((await changePasswordTo(NEW_PASSWORD)).status).toBe(204);
    expect((await changePasswordTo('yet another password')).headers['idempotency-replayed']).toBe('true');
    expect(await trySignIn(NEW_PASSWORD)).toBe(200);
  });
});
