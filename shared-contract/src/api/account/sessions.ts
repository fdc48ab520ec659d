import { z } from 'zod';
import { defineCalls } from '../base/core';
import { Empty, Id, Timestamp } from '../base/primitives';

/** How a user signed in: with a password, or at an identity provider by OpenID Connect. */
export const SignInKind = z.enum(['password', 'oidc']);
export type SignInKind = z.output<typeof SignInKind>;

/** A sign-in of the caller on a device. */
export const Session = z.object({
  id: Id,
  created: Timestamp,
  /** Time of the last renewal of the session. A browser that is in use renews it within `ACCESS_TTL_SECONDS`. */
  last_used: Timestamp,
  /** The browser that signed in. Null if unknown. */
  user_agent: z.string().nullable(),
  sign_in: SignInKind,
  /** When the session ends even if it is in use. Null for never. */
  expires: Timestamp.nullable(),
  /** Whether this request uses the session. */
  is_current: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const sessionCalls = defineCalls({
  'GET /account/v2/session/': {
    summary: 'The sessions of the caller, most recently used first, as a bare array',
    permission: null,
    session: true,
    response: z.array(Session),
  },
  'DELETE /account/v2/session/{id}': {
    summary: 'End a session of the caller. Its access and refresh tokens stop working at once',
    permission: null,
    session: true,
  },
  'POST /account/v2/session/end-others': {
    summary: 'Sign out everywhere else: end all sessions of the caller, except that of this request',
    permission: null,
    session: true,
    response: Empty,
  },
});
