import { z } from 'zod';
import { INVITATION_DAYS } from '../../limits';
import { Email, LinkToken, NewPassword, NewUsername, SessionTokens } from './credentials';
import { defineCalls } from '../base/core';
import { Id, ListQuery, Page, Timestamp, UserReference, WorkspaceBody } from '../base/primitives';
import { AssignableRole } from '../base/roles';

/**
 * `revoked`: a member revoked it, or its creator may no longer invite users with this role, for example because they have left the
 * workspace.
 */
export const InvitationState = z.enum(['open', 'accepted', 'expired', 'revoked']);
export type InvitationState = z.output<typeof InvitationState>;

/** What happened to the email with the link. `failed`: the last attempt failed; the server tries again while the invitation is open. */
export const InvitationMail = z.enum(['none', 'pending', 'sent', 'failed']);
export type InvitationMail = z.output<typeof InvitationMail>;

/** An invitation to a workspace. Its link works once. */
export const Invitation = z.object({
  id: Id,
  workspace: Id,
  created: Timestamp,
  expires: Timestamp,
  role: AssignableRole,
  /** Only the account with this email may accept. Null: anyone who has the link. */
  email: z.string().nullable(),
  mail: InvitationMail,
  state: InvitationState,
  /** Null if the account was deleted. */
  invited_by: UserReference.nullable(),
  accepted_by: UserReference.nullable(),
  accepted: Timestamp.nullable(),
});
export type Invitation = z.output<typeof Invitation>;

export const CreatedInvitation = Invitation.extend({
  link: z.string().describe('URL that the invited user opens. It is shown only once'),
});
export type CreatedInvitation = z.output<typeof CreatedInvitation>;

/** An invitation as shown to the user who has its link. */
export const InvitationOffer = z.object({
  workspace_name: z.string(),
  /** Null if the account was deleted. */
  invited_by: z.string().nullable(),
  role: AssignableRole,
  email: z.string().nullable(),
  expires: Timestamp,
  state: InvitationState,
  /** Whether an account with the email of the invitation exists. The user must then sign in to accept. */
  has_account: z.boolean(),
});
export type InvitationOffer = z.output<typeof InvitationOffer>;

export const invitationCalls = defineCalls({
  'POST /account/v2/invitation/': {
    summary: 'Invite a user to a workspace. The role must not exceed the rights of the caller',
    permission: 'members',
    secret: true,
    body: z.object({
      role: AssignableRole,
      /** If set, and if the operator has set up email, the server sends the link to this address. */
      email: Email.nullish(),
      expires_in_days: z.number().int().min(1).max(INVITATION_DAYS.max).default(INVITATION_DAYS.default),
      ...WorkspaceBody,
    }),
    response: CreatedInvitation,
    status: 201,
  },
  'GET /account/v2/invitation/': {
    summary: 'The invitations to a workspace, newest first',
    permission: 'members',
    query: z.object({ ...ListQuery, state: InvitationState.optional() }),
    response: Page(Invitation),
  },
  'DELETE /account/v2/invitation/{id}': {
    summary: 'Revoke an open invitation. Its link stops working at once',
    permission: 'members',
  },
  'POST /account/v2/invitation/show': {
    summary: 'What the link of an invitation offers',
    auth: false,
    body: z.object({ token: LinkToken }),
    response: InvitationOffer,
  },
  'POST /account/v2/invitation/accept': {
    summary: 'Accept an invitation as the signed-in user',
    permission: null,
    session: true,
    body: z.object({ token: LinkToken }),
    response: z.object({ workspace: Id }),
  },
  'POST /account/v2/invitation/accept-with-new-account': {
    summary: 'Accept an invitation with a new account, and sign in',
    auth: false,
    secret: true,
    body: z.object({ token: LinkToken, email: Email, username: NewUsername, password: NewPassword }),
    response: SessionTokens.extend({ workspace: Id }),
  },
});
