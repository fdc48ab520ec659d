import { SIGN_IN_CALLBACK_PATH } from '@console/shared-contract/limits';
import * as client from 'openid-client';
import type { Config, OidcSettings } from '../config';
import { parseClaims, type ProviderAccount } from './provider-account';
import { toProviderFailure } from './provider-failure';

const TIMEOUT_SECONDS = 10;
/** Time for which the discovery document of the provider is cached, so that each sign-in page does not request it again. */
const DISCOVERY_CACHE_MS = 60_000;
const FAILURE_CACHE_MS = 5_000;

/** The values that bind the response of the provider to one sign-in. */
export interface SignInChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The identity provider of a server. Its functions throw HttpError with a message for the user. */
export interface IdentityProvider {
  settings: OidcSettings;
  isAvailable: () => Promise<boolean>;
  createAuthorizationUrl: (checks: SignInChecks) => Promise<string>;
  /** Exchanges the code in the query of the redirect for the account of the user. */
  exchangeCode: (query: string, checks: SignInChecks) => Promise<ProviderAccount>;
  /** Returns the page that ends the session at the provider. Null if the provider has none or does not respond. */
  createLogoutUrl: (idToken: string) => Promise<string | null>;
}

const providers = new WeakMap<OidcSettings, IdentityProvider>();

/** Returns the identity provider of the configuration, or null if there is none. */
export function getIdentityProvider({ oidc, publicUrl }: Pick<Config, 'oidc' | 'publicUrl'>): IdentityProvider | null {
  if (!oidc || !publicUrl) return null;
  const provider = providers.get(oidc) ?? createIdentityProvider(oidc, publicUrl);
  providers.set(oidc, provider);
  return provider;
}

/** Creates the values for a new sign-in. */
export const createChecks = (): SignInChecks => ({
  state: client.randomState(),
  nonce: client.randomNonce(),
  codeVerifier: client.randomPKCECodeVerifier(),
});

function createIdentityProvider(settings: OidcSettings, publicUrl: string): IdentityProvider {
  const redirectUri = `${publicUrl}${SIGN_IN_CALLBACK_PATH}`;
  const getDiscovery = cacheDiscovery(settings);
  const withUserMessage = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toProviderFailure(error, settings.name);
    }
  };
  return {
    settings,
    isAvailable: () =>
      getDiscovery().then(
        () => true,
        () => false,
      ),
    createAuthorizationUrl: (checks) =>
      withUserMessage(async () => buildAuthorizationUrl(await getDiscovery(), redirectUri, settings, checks)),
    exchangeCode: (query, checks) => withUserMessage(() => exchangeCode(settings, new URL(`${redirectUri}?${query}`), checks)),
    createLogoutUrl: async (idToken) => {
      const configuration = await getDiscovery().catch(() => null);
      if (!configuration?.serverMetadata().end_session_endpoint) return null;
      const parameters = { id_token_hint: idToken, post_logout_redirect_uri: `${publicUrl}/login` };
      return client.buildEndSessionUrl(configuration, parameters).href;
    },
  };
}

async function buildAuthorizationUrl(
  configuration: client.Configuration,
  redirectUri: string,
  { scopes }: OidcSettings,
  { state: oidcState, nonce, codeVerifier }: SignInChecks,
): Promise<string> {
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: scopes,
    state: oidcState,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  return url.href;
}

async function exchangeCode(settings: OidcSettings, url: URL, checks: SignInChecks): Promise<ProviderAccount> {
  // A new configuration requests the keys of the provider again, so that keys can be rotated at any time.
  const configuration = await discover(settings);
  const tokens = await client.authorizationCodeGrant(configuration, url, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.codeVerifier,
    idTokenExpected: true,
  });
  const idClaims = tokens.claims();
  if (!idClaims || !tokens.id_token) throw new client.ClientError('the response contains no ID token');
  // Many providers send the groups and the email only in the response about the user.
  const userInfo = configuration.serverMetadata().userinfo_endpoint
    ? await client.fetchUserInfo(configuration, tokens.access_token, idClaims.sub)
    : {};
  return parseClaims({ ...userInfo, ...idClaims }, settings, tokens.id_token);
}

/** Returns a function that requests the discovery document, at most once within the time for which its result is stored. */
function cacheDiscovery(settings: OidcSettings): () => Promise<client.Configuration> {
  let cachedConfiguration: { configuration: Promise<client.Configuration>; expiresAt: number } | null = null;
  return () => {
    if (cachedConfiguration && cachedConfiguration.expiresAt > Date.now()) return cachedConfiguration.configuration;
    const cacheEntry = { configuration: discover(settings), expiresAt: Date.now() + DISCOVERY_CACHE_MS };
    cacheEntry.configuration.catch(() => {
      cacheEntry.expiresAt = Date.now() + FAILURE_CACHE_MS;
    });
    cachedConfiguration = cacheEntry;
    return cacheEntry.configuration;
  };
}

function discover({ issuer, clientId, clientSecret, clockToleranceSeconds }: OidcSettings): Promise<client.Configuration> {
  return client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: clockToleranceSeconds },
    clientSecret === null ? client.None() : authenticateWith(clientSecret),
    {
      timeout: TIMEOUT_SECONDS,
      execute: [
        // Checks the signature of the ID token. The OpenID specification allows omitting this check for tokens that come directly from the
        // provider.
        client.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    },
  );
}

/** Uses the header that all providers must support, unless the provider only accepts the secret in the body. */
function authenticateWith(secret: string): client.ClientAuth {
  const [basicAuthentication, postAuthentication] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, metadata, body, headers) => {
    const { token_endpoint_auth_methods_supported: supportedMethods } = server;
    const isPostOnly = supportedMethods !== undefined && !supportedMethods.includes('client_secret_basic');
    return (isPostOnly ? postAuthentication : basicAuthentication)(server, metadata, body, headers);
  };
}
