/** What the host says of remotes as a whole; what it says of one part is in shared-ui. */
export const messages = {
  missing: (names: string) => `A part of the console could not be read, so its pages are not shown (${names}).`,
  retry: 'Retry',
  outdated: 'A new version is ready',
  reload: 'Reload',
} as const;
