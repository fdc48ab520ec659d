/** Messages of the standalone page of a remote. */
export const messages = {
  email: 'Email',
  password: 'Password',
  login: 'Login',
  failed: 'Unable to login. Invalid credentials',
  pages: 'Pages',
  needsId: 'Open this page by a URL with an id.',
} as const;
