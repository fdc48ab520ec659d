import { MIN_PASSWORD_LENGTH } from '@console/shared-contract/limits';
import { layoutMessages } from '../layout/layout-messages';

/** Interface text of the page of the user's own account. */
export const profileMessages = {
  title: layoutMessages.profile,
  account: {
    title: 'Account',
    email: 'Email',
    username: 'Name',
    workspaces: 'Workspaces',
    noPassword: (name = 'your identity provider') =>
      `Your account has no password here. You sign in with ${name}, where you can also change your password.`,
    providerHint: (name: string) => `If you sign in with ${name}, change your password there.`,
  },
  password: {
    title: 'Change password',
    current: 'Current password',
    currentRequired: 'Enter your current password',
    new: 'New password',
    newHint: `At least ${MIN_PASSWORD_LENGTH} characters`,
    tooShort: `Enter at least ${MIN_PASSWORD_LENGTH} characters`,
    endOthers: 'Sign out all other devices and delete API tokens',
    changed: 'Your password is changed.',
    failed: "Couldn't change your password.",
  },
  sessions: {
    title: 'Signed-in devices',
    failed: "Couldn't load your sessions.",
    columns: { device: 'Browser', signIn: 'Sign-in', created: 'Signed in', lastUsed: 'Last used', expires: 'Ends' },
    kinds: { password: 'Password', oidc: 'Identity provider' },
    neverExpires: 'When unused',
    unknownDevice: 'Unknown browser',
    current: 'This browser',
    none: 'No sessions.',
    end: 'Sign out this device',
    ended: 'Signed out.',
    endFailed: "Couldn't end the session.",
    endAll: 'Sign out everywhere',
    endAllTitle: 'Sign out everywhere?',
    endAllText: 'All your sessions end at once, also this one. API tokens keep working.',
    endAllFailed: "Couldn't end the sessions.",
  },
} as const;
