import { z } from 'zod';
import { SessionTokens } from './credentials';
import { defineCalls } from '../base/core';
import { Text } from '../base/primitives';

/** Calls for signing in with OpenID Connect. A browser sends them before and after it visits the identity provider. */
export const oidcCalls = defineCalls({
  'GET /account/v2/oidc/': {
    summary: 'Whether users can sign in at the identity provider at the moment',
    auth: false,
    response: z.object({ available: z.boolean() }),
  },
  'POST /account/v2/oidc/start': {
    summary: 'Start a sign-in at the identity provider. Sets a cookie, with which only this browser can finish it',
    auth: false,
    secret: true,
    response: z.object({ url: z.string().describe('The page of the identity provider to open') }),
  },
  'POST /account/v2/oidc/finish': {
    summary: 'Finish a sign-in with the query that the identity provider has added to the redirect URI',
    auth: false,
    secret: true,
    body: z.object({ query: Text(8192).min(1, 'is required') }),
    response: SessionTokens,
  },
});
