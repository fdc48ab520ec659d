import { MIN_PASSWORD_LENGTH } from '@console/shared-contract/limits';

/** Interface text of the pages for invitations and for password resets. */
export const linkMessages = {
  loading: 'Loading',
  noToken: 'This link is incomplete. Copy the complete link into the address bar.',
  failed: "The server isn't responding. Try again later.",
  retry: 'Retry',
  toSignIn: 'Go to sign-in',
  toConsole: 'Go to the dashboard',
  passwordsOff: (provider: string) => `This console has no passwords. Sign in with ${provider}.`,
  email: 'Email',
  emailRequired: 'Enter your email',
  name: 'Name',
  nameRequired: 'Enter your name',
  password: 'New password',
  passwordHint: `At least ${MIN_PASSWORD_LENGTH} characters`,
  passwordTooShort: `Enter at least ${MIN_PASSWORD_LENGTH} characters`,

  invitation: {
    title: 'Invitation',
    text: (workspace: string, role: string) => `You are invited to the workspace ${workspace} as ${role}.`,
    textBy: (user: string, workspace: string, role: string) => `${user} invites you to the workspace ${workspace} as ${role}.`,
    closed: {
      accepted: 'This invitation was already accepted.',
      expired: 'This invitation has expired. Ask for a new one.',
      revoked: 'This invitation was revoked. Ask for a new one.',
    },
    invalid: 'This invitation is invalid. Ask for a new one.',
    acceptAs: (user: string) => `Accept as ${user}`,
    otherAccount: 'Use another account',
    forOther: (email: string) => `This invitation is for ${email}. Sign in with that account to accept.`,
    signIn: 'Sign in to accept',
    signInHint: (email: string) => `An account with ${email} exists.`,
    newAccount: 'Create account and accept',
    or: 'Already have an account?',
  },

  newPassword: {
    title: 'Set a new password',
    text: (user: string) => `For the account ${user}. All its sessions end.`,
    submit: 'Set password',
    done: 'Your password is set. Sign in with it.',
  },

  forgotPassword: {
    title: 'Forgot your password?',
    text: 'Enter your email. If an account has it, you get a link for a new password.',
    submit: 'Send link',
    sent: (email: string) => `If an account with ${email} exists, a link is on its way. It works once.`,
  },
} as const;
