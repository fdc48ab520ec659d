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

/** Signs in and returns clients of both servers with the refresh token. */
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
const list = async (client: TestClient) => expectBody<Session[]>(await client.get(SESSIONS));
const renew = (refresh: string) => server.anonymous.post('/account/v2/jwt/refresh/', { refresh });

describe('sessions', () => {
  it('are listed with browser, last use and the current one', async () => {
    const [laptop, phone] = [await signIn('Laptop'), await signIn('Phone')];
    expectBody(await renew(laptop.refresh));
    const sessions = await list(phone.client);
    expect(sessions.map(({ user_agent, is_current }) => [user_agent, is_current])).toEqual([
      ['Laptop', false],
      ['Phone', true],
      [null, false],
    ]);
    for (const { created, last_used } of sessions) expect(Date.parse(last_used)).toBeGreaterThanOrEqual(Date.parse(created));
    expect(Date.parse(sessions[0]!.last_used)).toBeGreaterThan(Date.parse(sessions[0]!.created));
  });

  it('end one by one at once on all servers, with their refresh tokens', async () => {
    const [laptop, phone] = [await signIn('Laptop'), await signIn('Phone')];
    const [id] = (await list(phone.client)).flatMap((session) => (session.user_agent === 'Laptop' ? session.id : []));
    expect((await phone.client.delete(`${SESSIONS}${id}`)).status).toBe(204);
    expect((await laptop.onSecondServer.get(SESSIONS)).status).toBe(401);
    expect((await renew(laptop.refresh)).status).toBe(401);
    expect((await phone.onSecondServer.get(SESSIONS)).status).toBe(200);
    expect((await phone.client.delete(`${SESSIONS}${id}`)).status).toBe(404);
  });

  it('end everywhere else, but not those of other users', async () => {
    const other = await server.createTestUser();
    const [laptop, phone] = [await signIn('Laptop'), await signIn('Phone')];
    expectBody(await phone.client.post('/account/v2/session/end-others'));
    expect((await laptop.onSecondServer.get(SESSIONS)).status).toBe(401);
    expect((await list(phone.client)).map(({ user_agent }) => user_agent)).toEqual(['Phone']);
    expect((await other.client.get(SESSIONS)).status).toBe(200);
  });

  it('of other users cannot be ended', async () => {
    const other = await server.createTestUser();
    const [{ id }] = (await list(other.client)) as [Session];
    expect((await user.client.delete(`${SESSIONS}${id}`)).status).toBe(404);
    expect((await other.client.get(SESSIONS)).status).toBe(200);
  });

  it('are not listed after their refresh tokens have expired', async () => {
    const { client } = await signIn('Laptop');
    await server.db
      .updateTable('refresh_token')
      .set({ expires: new Date() })
      .where('session_id', 'in', (eb) => eb.selectFrom('session').select('id').where('user_id', '=', user.id))
      .execute();
    expect(await list(client)).toEqual([]);
  });
});
