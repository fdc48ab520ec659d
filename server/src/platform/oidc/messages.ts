/** Texts of error responses about the identity provider. `name` is its configured name. */
export const messages = {
  denied: (name: string) => `The sign-in with ${name} was canceled or denied. Try again, or ask your administrator for access.`,
  refused: (name: string, code: string) => `${name} refused the sign-in (${code}). Try again, or tell your administrator.`,
  unreachable: (name: string) => `${name} isn't responding. Try again later.`,
  clocks: (name: string) =>
    `The clock of ${name} differs too much from the clock of this server. Ask the operator of this server to check its time.`,
  invalidResponse: (name: string) =>
    `${name} sent a response that this server doesn't accept. Tell the operator of this server; its log has the reason.`,
  ended: 'This sign-in has expired, was already used, or was started in another browser. Sign in again.',
} as const;
