/** Interface text of the sign-in at an identity provider, which has a configured name. */
export const providerMessages = {
  title: 'Sign in',
  signIn: (name: string) => `Sign in with ${name}`,
  opening: (name: string) => `Opening ${name}…`,
  unavailable: (name: string) => `${name} isn't available at the moment. Try again later.`,
  checkAgain: 'Check again',
  or: 'Or with a password:',
  emergency: 'Use the emergency account',
  finishing: 'Signing in…',
  incomplete: 'This page finishes a sign-in, but its URL is incomplete. Sign in again.',
  unreachable: "The server isn't responding. Try again later.",
  back: 'Back to sign-in',
} as const;
