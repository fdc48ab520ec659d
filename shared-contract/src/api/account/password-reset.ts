import { z } from 'zod';
import { Email, LinkToken, NewPassword } from './credentials';
import { defineCalls } from '../base/core';
import { Empty, Id, Text, Timestamp, WorkspaceBody } from '../base/primitives';

export const passwordResetCalls = defineCalls({
  'POST /account/v2/password-reset/request': {
    summary: 'Send a link for a new password to an email. The response does not reveal whether an account has it',
    auth: false,
    body: z.object({ email: Email }),
    response: Empty,
    status: 202,
  },
  'POST /account/v2/password-reset/show': {
    summary: 'The account for which a link sets a password. Returns 410 if the link is invalid, used or expired',
    auth: false,
    body: z.object({ token: LinkToken }),
    response: z.object({ username: z.string(), email: z.string(), expires: Timestamp }),
  },
  'POST /account/v2/password-reset/': {
    summary: 'Set a password with a link. Ends all sessions and API tokens of the account',
    auth: false,
    body: z.object({ token: LinkToken, password: NewPassword }),
  },
  'POST /account/v2/change-password': {
    summary: 'Change the password of the caller. The session of the request continues',
    permission: null,
    session: true,
    body: z.object({
      current_password: Text(1024).min(1, 'is required'),
      new_password: NewPassword,
      /** Ends the other sessions and deletes the API tokens: anyone who knew the old password may have created them. */
      end_others: z.boolean().default(true),
    }),
  },
  'POST /account/v2/password-reset/link': {
    summary: 'Create a link for a new password of a member, all of whose workspaces the caller owns',
    permission: 'own',
    session: true,
    secret: true,
    body: z.object({ user: Id, ...WorkspaceBody }),
    response: z.object({ link: z.string(), expires: Timestamp }),
    status: 201,
  },
});
