// An identity provider for tests, as a process of its own. It signs in the account that the last call of /control named, without a
// form. Environment: PORT (0 for a free one), REDIRECT_URIS and LOGOUT_URIS (separated by spaces).
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';

const { PORT = '0', REDIRECT_URIS = '', LOGOUT_URIS = '' } = process.env;
const toList = (text) => text.split(' ').filter(Boolean);

const providerState = {
  /** Claims of the users by subject. */
  users: {},
  /** The subject that signs in next. Null: the sign-in is denied. */
  account: null,
  /** Claims that are replaced in the next ID tokens. */
  idToken: {},
  /** Seconds that are added to the times in the next ID tokens. */
  clockOffset: 0,
  /** Whether ID tokens are signed with a key that the provider does not publish. */
  isForged: false,
  /** Whether all requests fail. */
  isBroken: false,
};

let privateKey;
let provider;
let callback;

/** Starts to sign with a new key. The previous one is not published any more. */
function rotateKey(issuer) {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomUUID();
  privateKey = pair.privateKey;
  const client = {
    redirect_uris: toList(REDIRECT_URIS),
    post_logout_redirect_uris: toList(LOGOUT_URIS),
    response_types: ['code'],
    grant_types: ['authorization_code'],
  };
  provider = new Provider(issuer, {
    clients: [
      { ...client, client_id: 'console', client_secret: 'secret-of-the-console' },
      { ...client, client_id: 'public-console', token_endpoint_auth_method: 'none' },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...providerState.users[subject] }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    if (context.path === '/token' && context.body?.id_token) context.body.id_token = changeToken(context.body.id_token, kid);
  });
  callback = provider.callback();
}

/** Applies the requested faults to an ID token and signs it again with the published key. */
function changeToken(token, kid) {
  const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url'));
  const changed = {
    ...claims,
    iat: claims.iat + providerState.clockOffset,
    exp: claims.exp + providerState.clockOffset,
    ...providerState.idToken,
  };
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${encode({ alg: 'RS256', kid })}.${encode(changed)}`;
  const key = providerState.isForged ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey : privateKey;
  return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`;
}

async function control(request, response) {
  const { rotate, ...changes } = await json(request);
  Object.assign(providerState, changes);
  if (rotate) rotateKey(provider.issuer);
  response.writeHead(204).end();
}

async function finishInteraction(request, response) {
  const result =
    providerState.account === null
      ? { error: 'access_denied', error_description: 'canceled' }
      : { login: { accountId: providerState.account } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

const server = createServer((request, response) => {
  if (request.url === '/control') return void control(request, response);
  if (providerState.isBroken) return void response.writeHead(500).end();
  if (request.url?.startsWith('/interaction/')) return void finishInteraction(request, response);
  return void callback(request, response);
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  rotateKey(issuer);
  process.stdout.write(`issuer ${issuer}\n`);
});
process.on('disconnect', () => process.exit());
