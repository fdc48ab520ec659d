/** Interface text of the sign-in page. Messages quoted in the specification must stay letter for letter. */
export const loginMessages = {
  title: 'Sign in',
  intro:
    'Turn images into training data: draw boxes, polygons, masks, skeletons and points, label them, and review the results. Sign in with your workspace account.',
  email: 'Email',
  password: 'Password',
  submit: 'Login',
  busy: 'Signing in…',
  emailRequired: 'Enter your email',
  passwordRequired: 'Enter your password',
  failed: 'Unable to login. Invalid credentials',
  unreachable: "Unable to login. The server isn't responding. Try again later.",
  refused: (reason: string) => `Unable to login. ${reason}`,
  forgotPassword: 'Forgot your password?',
  development: 'Development environment',
  expired: 'Your session has expired. Sign in to continue where you left off.',
  unread:
    "You were signed out because the server isn't responding. When it is available again, sign in to continue where you left off.",
};
