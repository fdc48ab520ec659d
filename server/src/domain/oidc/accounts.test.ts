import { readConfig, type Config } from '../../platform/config';
import { expectBody, TestClient, type TestResponse } from '../../testing/api/client';
import { createTestServer, type TestServer } from '../../testing/api/test-server';
import { findFreePort } from '../../testing/database/free-port';
import { CLIENT_ID, CLIENT_SECRET, startProvider, type ProviderUser, type TestProvider } from '../../testing/oidc/start-provider';
import { TestBrowser } from '../../testing/oidc/test-browser';
import { createPasswordLink } from '../credentials/password-links';
import { forgetUser } from '../account/forget-user';

const PUBLIC_URL = 'https://console.test';

let provider: TestProvider;
let server: TestServer;
let config: Config;
let count = 0;

beforeAll(async () => {
  provider = await startProvider(PUBLIC_URL);
  config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PUBLIC_URL,
    OIDC_ISSUER: provider.issuer,
    OIDC_NAME: 'Acme ID',
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'a@acme.test',
  });
  const { oidc, publicUrl, mail } = config;
  server = await createTestServer({ config: { oidc, publicUrl, mail } });
});
afterEach(() => Object.assign(config.oidc!, { linkAccounts: false, trustEmails: false }));
afterAll(async () => {
  await server.close();
  await provider.close();
});

async function signInAs(user: ProviderUser): Promise<TestResponse> {
  const account = `account-${(count += 1)}`;
  await provider.control({ users: { [account]: user }, account });
  return new TestBrowser(server.origin).signIn();
}
async function readUser(
  response: TestResponse,
  origin = server.origin,
): Promise<{ id: string; email: string; username: string }> {
  const client = new TestClient(origin, `Bearer ${expectBody<{ access: string }>(response).access}`);
  return expectBody(await client.get('/account/v2/details/'));
}

describe('the account of a user of the identity provider', () => {
  it('is not linked to an existing account with the same email, unless the operator allows it', async () => {
    const { email } = await server.createTestUser();
    const response = await signInAs({ email, email_verified: true });
    expect([response.status, response.text]).toEqual([409, expect.stringContaining(`An account with the email ${email} exists`)]);
  });

  it('is linked to an existing account if the provider verified the email and the operator allows it', async () => {
    config.oidc!.linkAccounts = true;
    const user = await server.createTestUser();
    expect(await readUser(await signInAs({ email: user.email.toUpperCase(), email_verified: true }))).toMatchObject({
      id: user.id,
    });
    // The account is still linked after its email has changed.
    await provider.control({ users: { [`account-${count}`]: { email: 'changed@acme.test' } } });
    expect(await readUser(await new TestBrowser(server.origin).signIn())).toMatchObject({ id: user.id });
    const { status } = await server.anonymous.post('/account/v2/login/', { email: user.email, password: user.password });
    expect(status).toBe(200);
  });

  it.each([{ email_verified: false }, {}])('never gets an email that the provider has not verified (%j)', async (claims) => {
    config.oidc!.linkAccounts = true;
    const user = await server.createTestUser();
    const createdUser = await readUser(await signInAs({ email: user.email, ...claims, name: user.email }));
    expect(createdUser.id).not.toBe(user.id);
    expect(createdUser.email).toMatch(/^[0-9a-f]{16}@oidc\.invalid$/);
    expect(createdUser.username).not.toContain('@');
  });

  it('gets an unverified email from a trusted provider, but is not linked by it', async () => {
    Object.assign(config.oidc!, { linkAccounts: true, trustEmails: true });
    expect(await readUser(await signInAs({ email: 'trusted@acme.test' }))).toMatchObject({ email: 'trusted@acme.test' });
    const { email } = await server.createTestUser();
    expect((await signInAs({ email })).status).toBe(409);
  });

  it('gets a numbered name if the name is taken', async () => {
    const names = [];
    for (let signInIndex = 0; signInIndex < 3; signInIndex += 1)
      names.push((await readUser(await signInAs({ name: 'Kim' }))).username);
    expect(names).toEqual(['Kim', 'Kim 2', 'Kim 3']);
  });

  it('is created once by two sign-ins at the same time', async () => {
    const account = `account-${(count += 1)}`;
    await provider.control({ users: { [account]: { name: 'Twin' } }, account });
    const testBrowsers = [new TestBrowser(server.origin), new TestBrowser(server.origin)];
    const callbackQueries = await Promise.all(testBrowsers.map((browser) => browser.visitProvider()));
    const responses = await Promise.all(testBrowsers.map((browser, index) => browser.finish(callbackQueries[index] ?? '')));
    const users = await Promise.all(responses.map((response) => readUser(response)));
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
  });

  it('is a new account after the user was forgotten', async () => {
    const firstUser = await readUser(await signInAs({ email: 'forget@acme.test', email_verified: true }));
    await server.db.transaction().execute((trx) => forgetUser(trx, 'forget@acme.test'));
    const secondUser = await readUser(await new TestBrowser(server.origin).signIn());
    expect(secondUser).toMatchObject({ email: 'forget@acme.test' });
    expect(secondUser.id).not.toBe(firstUser.id);
  });

  it('has no password, and gets no link for one by email or from the owner', async () => {
    const email = 'no-password@acme.test';
    const { id } = await readUser(await signInAs({ email, email_verified: true }));
    expect((await server.anonymous.post('/account/v2/password-reset/request', { email })).status).toBe(202);
    await server.runWork();
    expect(await server.db.selectFrom('password_link').selectAll().where('user_id', '=', id).execute()).toEqual([]);
    const { client, workspaceId } = await server.createTenant();
    await server.db.insertInto('membership').values({ user_id: id, workspace_id: workspaceId }).execute();
    const response = await client.post('/account/v2/password-reset/link', { user: id, workspace: workspaceId });
    expect([response.status, response.text]).toEqual([409, expect.stringContaining('has no password')]);
  });
});

describe('a server without passwords whose provider is down', () => {
  let strictServer: TestServer;
  let port: number;
  let emergencyUser: { email: string; password: string; id: string };
  let member: typeof emergencyUser;
  beforeAll(async () => {
    [emergencyUser, member] = [await server.createTestUser(), await server.createTestUser()];
    port = await findFreePort();
    const oidc = { ...config.oidc!, issuer: `http://127.0.0.1:${port}` };
    const { publicUrl, mail } = config;
    strictServer = await createTestServer({
      sharedWith: server,
      config: { oidc, publicUrl, mail, passwordSignIn: false, emergencyAccount: emergencyUser.email },
    });
  });
  afterAll(() => strictServer.close());
  const postAnonymously = (path: string, body: object) => strictServer.anonymous.post(`/account/v2/${path}`, body);

  it('accepts only the password of the emergency account', async () => {
    const login = ({ email, password }: typeof member) => postAnonymously('login/', { email, password });
    const refusal = await login(member);
    expect([refusal.status, refusal.text]).toEqual([
      403,
      expect.stringContaining('Passwords are off on this server. Sign in with Acme ID.'),
    ]);
    // The response does not reveal which account it is.
    expect((await login({ ...emergencyUser, password: 'a guess' })).text).toBe(refusal.text);
    expect((await login(emergencyUser)).status).toBe(200);
  });

  it('sets passwords only for the emergency account', async () => {
    const setProviderUser = async (user: typeof member) => {
      const { secret } = await createPasswordLink(server.db, user.id);
      const linkResponse = await postAnonymously('password-reset/show', { token: secret });
      return [
        linkResponse.status,
        (await postAnonymously('password-reset/', { token: secret, password: 'another password' })).status,
      ];
    };
    expect(await setProviderUser(member)).toEqual([403, 403]);
    expect(await setProviderUser(emergencyUser)).toEqual([200, 204]);
    expect((await postAnonymously('password-reset/request', { email: member.email })).status).toBe(403);
    const account = { email: 'new@acme.test', username: 'New', password: 'some password' };
    expect((await postAnonymously('invitation/accept-with-new-account', { token: 'x', ...account })).status).toBe(403);
  });

  it('says that the provider is not available, until it responds', async () => {
    expect((await strictServer.anonymous.get('/account/v2/oidc/')).body).toEqual({ available: false });
    const browser = new TestBrowser(strictServer.origin);
    const response = await browser.start();
    expect([response.status, response.body]).toEqual([
      503,
      expect.objectContaining({ detail: "Acme ID isn't responding. Try again later.", code: 'identity_provider' }),
    ]);
    const recoveredProvider = await startProvider(PUBLIC_URL, port);
    await recoveredProvider.control({ users: { back: {} }, account: 'back' });
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 6000);
    expect((await strictServer.anonymous.get('/account/v2/oidc/')).body).toEqual({ available: true });
    jest.restoreAllMocks();
    expect((await browser.signIn()).status).toBe(200);
    await recoveredProvider.close();
  });
});

it('a server without a provider offers no sign-in with one', async () => {
  const serverWithoutProvider = await createTestServer({ sharedWith: server, config: { publicUrl: PUBLIC_URL } });
  expect((await serverWithoutProvider.anonymous.get('/account/v2/oidc/')).body).toEqual({ available: false });
  const browser = new TestBrowser(serverWithoutProvider.origin);
  expect([(await browser.start()).status, (await browser.finish('state=x')).status]).toEqual([409, 409]);
  await serverWithoutProvider.close();
});
