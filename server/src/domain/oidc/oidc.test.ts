import type { AuditEntry, Session, Workspace } from '@console/shared-contract/api';
import type { OidcSettings } from '../../platform/config';
import { expectBody, TestClient, type TestResponse } from '../../testing/api/client';
import { createTestServer, type TestServer } from '../../testing/api/test-server';
import { CLIENT_ID, CLIENT_SECRET, PUBLIC_CLIENT_ID, startProvider, type TestProvider } from '../../testing/oidc/start-provider';
import { TestBrowser } from '../../testing/oidc/test-browser';
import { addMember, createWorkspace, setOwner, setRole } from '../account/workspaces';

const PUBLIC_URL = 'https://console.test';

let provider: TestProvider;
let server: TestServer;
/** The mapping from groups to workspaces in the server's settings. The tests fill it with their workspaces. */
const groups: NonNullable<OidcSettings['groups']>[number][] = [];
let settings: OidcSettings;
let count = 0;

beforeAll(async () => {
  provider = await startProvider(PUBLIC_URL);
  settings = {
    issuer: provider.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    name: 'Acme ID',
    scopes: 'openid email profile groups',
    groupsClaim: 'groups',
    groups,
    linkAccounts: false,
    trustEmails: false,
    clockToleranceSeconds: 30,
    sessionHours: 12,
  };
  server = await createTestServer({ config: { oidc: settings, publicUrl: PUBLIC_URL } });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

/** Creates a workspace for the members of a new group. */
async function createMappedWorkspace(role: 'manager' | 'annotator' = 'annotator') {
  const owner = await server.createTestUser();
  const workspace = await createWorkspace(server.db, { name: 'Shelves', services: ['annotate'], ownerId: owner.id });
  await addMember(server.db, workspace, owner.id);
  const group = `group-${(count += 1)}`;
  groups.push({ group, workspace, role });
  return { workspace, group, owner };
}

/** Creates a user at the provider. This user signs in next. */
async function createProviderUser(claims: { groups?: string[]; email?: string; email_verified?: boolean; name?: string }) {
  const subject = `subject-${(count += 1)}`;
  const setClaims = (changes: typeof claims) =>
    provider.control({
      users: { [subject]: { ...claims, ...changes } },
      account: subject,
      idToken: {},
      clockOffset: 0,
      isForged: false,
    });
  await setClaims({});
  return { subject, set: setClaims };
}

const toClient = (response: TestResponse) =>
  new TestClient(server.origin, `Bearer ${expectBody<{ access: string }>(response).access}`);
const signIn = () => new TestBrowser(server.origin).signIn();
const listRoles = async (client: TestClient) =>
  expectBody<Workspace[]>(await client.get('/account/v2/workspace/')).map(({ id, role }) => [id, role]);
const listAccounts = (email: string) => server.db.selectFrom('app_user').selectAll().where('email', '=', email).execute();

describe('sign-in at the identity provider', () => {
  it('creates an account with the role of the group, and finds it again', async () => {
    const { workspace, group } = await createMappedWorkspace();
    await createProviderUser({ groups: [group], email: 'Ada@acme.test', email_verified: true, name: 'Ada L.' });
    const client = toClient(await signIn());
    expect((await client.get('/account/v2/details/')).body).toMatchObject({ email: 'ada@acme.test', username: 'Ada L.' });
    expect(await listRoles(client)).toEqual([[workspace, 'annotator']]);
    expect(await listRoles(toClient(await signIn()))).toEqual([[workspace, 'annotator']]);
    expect(await listAccounts('ada@acme.test')).toMatchObject([{ has_password: false }]);
  });

  it('works with a public client', async () => {
    const secondServer = await createTestServer({
      sharedWith: server,
      config: { oidc: { ...settings, clientId: PUBLIC_CLIENT_ID, clientSecret: null }, publicUrl: PUBLIC_URL },
    });
    const { group } = await createMappedWorkspace();
    await createProviderUser({ groups: [group] });
    expect((await new TestBrowser(secondServer.origin).signIn()).status).toBe(200);
    await secondServer.close();
  });

  it('can be completed on another server', async () => {
    const secondServer = await createTestServer({ sharedWith: server, config: { oidc: { ...settings }, publicUrl: PUBLIC_URL } });
    const { group } = await createMappedWorkspace();
    await createProviderUser({ groups: [group] });
    const browser = new TestBrowser(server.origin);
    expect((await browser.finish(await browser.visitProvider(), secondServer.origin)).status).toBe(200);
    await secondServer.close();
  });

  it('binds the sign-in to the browser by a cookie that scripts cannot read', async () => {
    const { headers } = await new TestBrowser(server.origin).start();
    expect(headers['set-cookie']?.[0]).toMatch(
      /^__Host-console-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is listed among the sessions, and ends after the configured time', async () => {
    const { group } = await createMappedWorkspace();
    await createProviderUser({ groups: [group] });
    const response = await signIn();
    const client = toClient(response);
    const [session] = expectBody<Session[]>(await client.get('/account/v2/session/'));
    expect(session?.sign_in).toBe('oidc');
    expect((Date.parse(session?.expires ?? '') - Date.now()) / 3_600_000).toBeCloseTo(12, 1);
    await server.db.updateTable('session').set({ expires: new Date() }).where('id', '=', session!.id).execute();
    expect((await client.get('/account/v2/details/')).status).toBe(401);
    const { refresh } = expectBody<{ refresh: string }>(response);
    expect((await server.anonymous.post('/account/v2/jwt/refresh/', { refresh })).status).toBe(401);
  });

  it('returns the page that ends the session at the provider after the logout', async () => {
    const { group } = await createMappedWorkspace();
    await createProviderUser({ groups: [group] });
    const client = toClient(await signIn());
    const { provider_url: url = '' } = expectBody<{ provider_url?: string }>(await client.get('/account/v2/logout'));
    expect(url).toContain(`${provider.issuer}/session/end?`);
    expect(new URL(url).searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/login`);
    expect((await fetch(url)).status).toBe(200);
    expect((await client.get('/account/v2/details/')).status).toBe(401);
  });
});

describe('a sign-in is refused', () => {
  const tryRefusedSignIn = async (changes: Parameters<TestProvider['control']>[0]): Promise<[number, string]> => {
    const { group } = await createMappedWorkspace();
    await createProviderUser({ groups: [group] });
    await provider.control(changes);
    const { status, body } = await signIn();
    return [status, (body as { detail: string }).detail];
  };

  it.each([
    ['for another audience', { idToken: { aud: 'another-client' } }],
    ['from another issuer', { idToken: { iss: 'https://evil.example' } }],
    ['with another nonce', { idToken: { nonce: 'of another sign-in' } }],
    ['with a forged signature', { isForged: true }],
  ])('if the ID token is %s', async (_title, changes) => {
    const [status, detail] = await tryRefusedSignIn(changes);
    expect([status, detail]).toEqual([502, expect.stringContaining("Acme ID sent a response that this server doesn't accept")]);
  });

  it('if the clocks differ by more than the tolerance', async () => {
    // The ID token is valid for an hour.
    expect(await tryRefusedSignIn({ clockOffset: -3600 - 60 })).toEqual([
      502,
      expect.stringContaining('The clock of Acme ID differs'),
    ]);
    expect(await tryRefusedSignIn({ clockOffset: 0, idToken: { nbf: Math.floor(Date.now() / 1000) + 90 } })).toEqual([
      502,
      expect.stringContaining('The clock of Acme ID differs'),
    ]);
    await provider.control({ idToken: {}, clockOffset: -3600 - 10 });
    expect((await signIn()).status).toBe(200);
    await provider.control({ clockOffset: 0, idToken: { nbf: Math.floor(Date.now() / 1000) + 15 } });
    expect((await signIn()).status).toBe(200);
  });

  it('if the user denies it', async () => {
    expect(await tryRefusedSignIn({ account: null })).toEqual([403, expect.stringContaining('was canceled or denied')]);
  });

  it('if the provider fails or does not respond', async () => {
    const { group } = await createMappedWorkspace();
    await createProviderUser({ groups: [group] });
    const browser = new TestBrowser(server.origin);
    const query = await browser.visitProvider();
    await provider.control({ isBroken: true });
    const response = await browser.finish(query);
    await provider.control({ isBroken: false });
    expect([response.status, response.body]).toEqual([503, expect.objectContaining({ code: 'identity_provider' })]);
  });

  it('if state or code were used before', async () => {
    const { group } = await createMappedWorkspace();
    await createProviderUser({ groups: [group] });
    const browser = new TestBrowser(server.origin);
    const query = await browser.visitProvider();
    const responses = await Promise.all([browser.finish(query), browser.finish(query), browser.finish(query)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    const usedCode = new URLSearchParams(query).get('code') ?? '';
    const nextQuery = new URLSearchParams(await browser.visitProvider());
    nextQuery.set('code', usedCode);
    expect((await browser.finish(nextQuery.toString())).status).toBe(410);
  });

  it('in a browser that did not start the sign-in', async () => {
    const { group } = await createMappedWorkspace();
    await createProviderUser({ groups: [group] });
    const [attacker, victim] = [new TestBrowser(server.origin), new TestBrowser(server.origin)];
    const query = await attacker.visitProvider();
    expect((await victim.finish(query)).status).toBe(410);
    await victim.visitProvider();
    expect((await victim.finish(query)).status).toBe(410);
    // The failed attempts of other browsers do not end the sign-in.
    expect((await attacker.finish(query)).status).toBe(200);
  });

  it('after ten minutes', async () => {
    await createProviderUser({});
    const browser = new TestBrowser(server.origin);
    const query = await browser.visitProvider();
    await server.db.updateTable('oidc_sign_in').set({ expires: new Date() }).execute();
    expect((await browser.finish(query)).status).toBe(410);
  });
});

it('accepts a key that the provider has just rotated', async () => {
  const { group } = await createMappedWorkspace();
  await createProviderUser({ groups: [group] });
  expect((await signIn()).status).toBe(200);
  await provider.control({ rotate: true });
  expect((await signIn()).status).toBe(200);
});

describe('groups', () => {
  it('add, change and remove memberships, with their origin in the history and the audit log', async () => {
    const [annotatorWorkspace, managerWorkspace] = [await createMappedWorkspace(), await createMappedWorkspace('manager')];
    groups.push({ group: managerWorkspace.group, workspace: annotatorWorkspace.workspace, role: 'manager' });
    const user = await createProviderUser({ groups: [annotatorWorkspace.group], name: 'Grace' });
    expect(await listRoles(toClient(await signIn()))).toEqual([[annotatorWorkspace.workspace, 'annotator']]);
    await user.set({ groups: [annotatorWorkspace.group, managerWorkspace.group] });
    const roles = await listRoles(toClient(await signIn()));
    expect(new Map(roles as [string, string][])).toEqual(
      new Map([
        [annotatorWorkspace.workspace, 'manager'],
        [managerWorkspace.workspace, 'manager'],
      ]),
    );
    await user.set({ groups: [managerWorkspace.group] });
    groups.pop();
    expect(await listRoles(toClient(await signIn()))).toEqual([[managerWorkspace.workspace, 'manager']]);
    const { results } = expectBody<{ results: AuditEntry[] }>(
      await annotatorWorkspace.owner.client.get('/account/v2/audit/', { workspace: annotatorWorkspace.workspace }),
    );
    const entries = results
      .filter(({ origin }) => origin === 'oidc')
      .map(({ action, user: actor }) => `${action} ${actor?.username}`);
    expect(entries.slice(0, 2)).toEqual(['member-removed Grace', 'role-changed Grace']);
    // These entries have the same time, so their order is undefined.
    expect(entries.slice(2).sort()).toEqual(['account-created undefined', 'member-added Grace']);
    const auditLog = expectBody<{ results: { origin: string }[] }>(
      await annotatorWorkspace.owner.client.get('/history/v2/set/', { workspace: annotatorWorkspace.workspace, origin: 'oidc' }),
    );
    expect(auditLog.results).toHaveLength(3);
  });

  it('do not change manually added memberships or owners', async () => {
    const [manual, owned] = [await createMappedWorkspace(), await createMappedWorkspace()];
    const user = await createProviderUser({ groups: [owned.group] });
    const client = toClient(await signIn());
    const { id } = expectBody<{ id: string }>(await client.get('/account/v2/details/'));
    await setOwner(server.db, owned.workspace, id);
    await addMember(server.db, manual.workspace, id, 'reviewer');
    await user.set({ groups: [manual.group] });
    const roles = new Map((await listRoles(toClient(await signIn()))) as [string, string][]);
    expect([roles.get(manual.workspace), roles.get(owned.workspace)]).toEqual(['reviewer', 'owner']);
  });

  it('replace a role that was changed manually', async () => {
    const { workspace, group } = await createMappedWorkspace();
    await createProviderUser({ groups: [group] });
    const client = toClient(await signIn());
    const { id } = expectBody<{ id: string }>(await client.get('/account/v2/details/'));
    await setRole(server.db, workspace, id, 'manager');
    expect(await listRoles(toClient(await signIn()))).toEqual([[workspace, 'annotator']]);
  });

  it('are required: without one, the user gets no account and loses former memberships', async () => {
    const { workspace, group } = await createMappedWorkspace();
    await createProviderUser({ groups: ['unknown'], email: 'nobody@acme.test', email_verified: true });
    const refusal = await signIn();
    expect([refusal.status, refusal.text]).toEqual([403, expect.stringContaining('is in no group that has access')]);
    expect(await listAccounts('nobody@acme.test')).toEqual([]);

    const user = await createProviderUser({ groups: [group] });
    const client = toClient(await signIn());
    await user.set({ groups: [] });
    expect((await signIn()).status).toBe(403);
    expect(await listRoles(client)).toEqual([]);
    const members = await server.db.selectFrom('membership').selectAll().where('workspace_id', '=', workspace).execute();
    expect(members).toHaveLength(1);
  });
});
