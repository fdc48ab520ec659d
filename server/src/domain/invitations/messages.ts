import type { InvitationState } from '@console/shared-contract/api';

/** Texts of error responses of invitations. */
export const messages = {
  aboveOwnRights: 'You cannot invite users with more rights than your own.',
  tooManyOpen: (count: number) => `The workspace has ${count} open invitations. Revoke some of them first.`,
  alreadyMember: 'You are already a member of this workspace.',
  emailIsMember: 'belongs to a member of the workspace',
  invitationForOtherEmail: 'This invitation is for another email. Sign in with the account that has it.',
  emailHasAccount: 'belongs to an account. Sign in to accept the invitation',
  notInvitedEmail: 'must be the email of the invitation',
  usernameTaken: 'is already taken',
  usernameIsOtherEmail: 'must not be the email of another user',
  notOpen: {
    accepted: 'This invitation was already accepted.',
    expired: 'This invitation has expired. Ask for a new one.',
    revoked: 'This invitation was revoked. Ask for a new one.',
  } satisfies Record<Exclude<InvitationState, 'open'>, string>,
} as const;
