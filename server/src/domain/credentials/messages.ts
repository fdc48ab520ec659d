/** Texts of error responses of password links and API tokens. */
export const messages = {
  mailNotConfigured: 'This server sends no emails. Ask the owner of your workspace or the operator for a link.',
  linkInvalid: 'This link is invalid, was used before or has expired. Request a new one.',
  wrongPassword: 'is not your current password',
  mustBeOtherUser: 'must be another user',
  memberOfOtherWorkspaces: 'This user is also a member of workspaces that you do not own. Ask the operator for a link.',
  userHasNoPassword: 'This user signs in at the identity provider and has no password.',
  tooManyTokens: (limit: number) => `You have ${limit} API tokens. Delete some of them first.`,
} as const;
