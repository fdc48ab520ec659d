/** Interface text of loading and error states. */
export const stateMessages = {
  retry: 'Retry',
  loading: (contentName: string) => `Loading ${contentName}`,
  loadFailed: 'This could not be loaded.',
  notReadAgain: 'This data may be out of date. Refreshing failed.',
  offline: 'No connection to the server.',
  server: 'The server reported an error. Try again later.',
  forbidden: "You don't have access to this.",
  missingCall: 'This server does not support this action yet.',
  missing: "This item was deleted, or you don't have access to it.",
};
