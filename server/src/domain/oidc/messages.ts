/** Texts of error responses of sign-ins by OpenID Connect. `name` is the name of the identity provider. */
export const messages = {
  noProvider: 'This server has no identity provider.',
  notInMappedGroup: (name: string) =>
    `Your account at ${name} is in no group that has access to this console. Ask your administrator to add you to one, then sign in again.`,
  emailTaken: (email: string, name: string) =>
    `An account with the email ${email} exists, which is not linked with ${name}. Sign in with its password, or ask the operator of this server to link it.`,
} as const;
