/** What a developer reads on a remote's own page. */
export const messages = {
  email: 'Email',
  password: 'Password',
  login: 'Login',
  failed: 'Unable to login. Invalid credentials',
  pages: 'Pages',
  needsId: 'Open it by its address, with an id in it.',
} as const;
