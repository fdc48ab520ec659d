import { randomUUID } from 'node:crypto';
import { createUser } from '../../../../../server/src/domain/account/users';
import { TestClient, type TestResponse } from '../../../../../server/src/testing/api/client';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startProvider,
  type ProviderChanges,
  type TestProvider,
} from '../../../../../server/src/testing/oidc/start-provider';
import { TestBrowser } from '../../../../../server/src/testing/oidc/test-browser';
import { createAttempt, type AttackClass, type AttackServer, type Attempt } from '../../harness/attack-class';

const PUBLIC_URL = 'https://console.example';
const ALLOWED_GROUP = 'annotators';
const PARALLEL_CALLBACKS = 20;
const FORGED_QUERIES = [
  'state=',
  'x',
  '%',
  'state=%00',
  "state=' or true --&code=x",
  'state=a&state=b&code=c',
  `state=${'x'.repeat(8000)}`,
];
const WRONG_TOKENS: Record<string, ProviderChanges> = {
  'another audience': { idToken: { aud: 'another-client' } },
  'several audiences without an authorized party': { idToken: { aud: [CLIENT_ID, 'another-client'] } },
  'another issuer': { idToken: { iss: 'https://evil.example' } },
  'another nonce': { idToken: { nonce: 'x' } },
  'no nonce': { idToken: { nonce: null } },
  'no subject': { idToken: { sub: null } },
  'the subject of another user': { idToken: { sub: 'victim' } },
  'an expiry in the past': { clockOffset: -86_400 },
  'a forged signature': { isForged: true },
};

const FOREIGN_HEADERS: Record<string, string>[] = [
  { 'x-forwarded-host': 'evil.example' },
  { origin: 'https://evil.example' },
  { host: 'evil.example' },
];

/** The attacked server and its identity provider. The attacker controls everything except the keys and users of the provider. */
interface OpenIdSetup {
  server: AttackServer;
  provider: TestProvider;
}

/** Attackers with an account at the identity provider, or with a link for a victim, try to sign in as somebody else. */
export const openIdConnect: AttackClass = {
  name: 'open-id-connect',
  run: async ({ startServer }) => {
    const provider = await startProvider(PUBLIC_URL);
    try {
      const workspace = randomUUID();
      const server = await startServer({
        PUBLIC_URL,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: CLIENT_ID,
        OIDC_CLIENT_SECRET: CLIENT_SECRET,
        OIDC_SCOPES: 'openid email profile groups',
        OIDC_LINK_ACCOUNTS: 'on',
        OIDC_GROUPS: JSON.stringify([{ group: ALLOWED_GROUP, workspace, role: 'viewer' }]),
      });
      await server.db.insertInto('workspace').values({ id: workspace, name: 'Mapped' }).execute();
      const setup = { server, provider };
      return [
        ...(await forgeQueries(setup)),
        ...(await sendWrongTokens(setup)),
        ...(await reuseCallbackOfOtherBrowser(setup)),
        ...(await takeOverByEmail(setup)),
        ...(await sendForgedHosts(setup)),
        await sendWithTokenAfterRemoval(setup),
      ];
    } finally {
      await provider.close();
    }
  },
};

const isRefused = ({ status, text }: TestResponse) => status >= 400 && status !== 500 && !text.includes('"access"');
const formatResponse = ({ status, text }: TestResponse) => `${status} ${text.slice(0, 200)}`;
const login = async ({ provider }: OpenIdSetup, account: string, claims: object = {}) =>
  provider.control({
    users: { [account]: { groups: [ALLOWED_GROUP], ...claims } },
    account,
    idToken: {},
    clockOffset: 0,
    isForged: false,
  });

async function forgeQueries({ server }: OpenIdSetup): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const query of FORGED_QUERIES) {
    const browser = new TestBrowser(server.origin);
    await browser.start();
    const response = await browser.finish(query);
    attempts.push(createAttempt(`the query ${query.slice(0, 40)}`, isRefused(response), formatResponse(response)));
  }
  return attempts;
}

async function sendWrongTokens(setup: OpenIdSetup): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const [name, changes] of Object.entries(WRONG_TOKENS)) {
    await login(setup, 'attacker');
    await setup.provider.control(changes);
    const response = await new TestBrowser(setup.server.origin).signIn();
    attempts.push(createAttempt(`an ID token with ${name}`, isRefused(response), formatResponse(response)));
  }
  await login(setup, 'attacker');
  const browser = new TestBrowser(setup.server.origin);
  const query = new URLSearchParams(await browser.visitProvider());
  query.set('iss', 'https://evil.example');
  const response = await browser.finish(query.toString());
  return [...attempts, createAttempt('a response of another issuer', isRefused(response), formatResponse(response))];
}

async function reuseCallbackOfOtherBrowser(setup: OpenIdSetup): Promise<Attempt[]> {
  const { origin } = setup.server;
  await login(setup, 'attacker');
  const [attacker, victim] = [new TestBrowser(origin), new TestBrowser(origin)];
  const query = await attacker.visitProvider();
  await victim.start();
  const response = await victim.finish(query);
  const callbackResponses = await Promise.all(Array.from({ length: PARALLEL_CALLBACKS }, () => attacker.finish(query)));
  const successes = callbackResponses.filter(({ status }) => status === 200).length;
  return [
    createAttempt("the attacker's link in the browser of a victim", isRefused(response), formatResponse(response)),
    createAttempt(`${PARALLEL_CALLBACKS} uses of one code`, successes === 1, `${successes} sessions`),
  ];
}

/** Tries to take over an account that has a password, with an external identity that has the same email. */
async function takeOverByEmail(setup: OpenIdSetup): Promise<Attempt[]> {
  const { db, origin } = setup.server;
  const attempts: Attempt[] = [];
  for (const verified of [{ email_verified: false }, {}, { email_verified: 'maybe' }]) {
    const email = `${randomUUID()}@attack.example`;
    const { id } = await createUser(db, { email, password: 'a long password' });
    await login(setup, `attacker-of-${email}`, { email, name: email, ...verified });
    const response = await new TestBrowser(origin).signIn();
    const identity = await db.selectFrom('oidc_identity').select('subject').where('user_id', '=', id).executeTakeFirst();
    attempts.push(createAttempt(`an email with ${JSON.stringify(verified)}`, identity === undefined, formatResponse(response)));
  }
  return attempts;
}

/** Tries to make the provider return the user to another site. */
async function sendForgedHosts({ server }: OpenIdSetup): Promise<Attempt[]> {
  const client = new TestClient(server.origin, null);
  const attempts: Attempt[] = [];
  for (const headers of FOREIGN_HEADERS) {
    const body = { redirect_uri: 'https://evil.example', return: '//evil.example' };
    const response = await client.post('/account/v2/oidc/start', body, { headers });
    attempts.push(createAttempt(JSON.stringify(headers), !response.text.includes('evil.example'), formatResponse(response)));
  }
  return attempts;
}

/** Uses an API token after the provider has removed the user from the group that gave the membership. */
async function sendWithTokenAfterRemoval(setup: OpenIdSetup): Promise<Attempt> {
  await login(setup, 'leaver');
  const { body } = await new TestBrowser(setup.server.origin).signIn();
  const client = new TestClient(setup.server.origin, `Bearer ${(body as { access: string }).access}`);
  const creation = await client.post('/account/v2/api-token/', { name: 'x', scopes: ['read'] });
  const { token } = creation.body as { token: string };
  await login(setup, 'leaver', { groups: [] });
  await new TestBrowser(setup.server.origin).signIn();
  const response = await new TestClient(setup.server.origin, `Token ${token}`).get('/recognition/v2/label/');
  return createAttempt('an API token after the removal from the group', response.status >= 400, formatResponse(response));
}
