/** Interface text that several folders of the application shell use. */
export const messages = {
  product: 'Annotation console',
  roles: { owner: 'owner', manager: 'manager', reviewer: 'reviewer', annotator: 'annotator', viewer: 'viewer' },
  diagnostics: 'Diagnostics',
  about: {
    title: 'About',
    host: 'Console',
    contract: 'Contract',
    remotes: 'Parts of the console',
    part: 'Part',
    version: 'Version',
    state: 'State',
    unknown: 'unknown',
    states: {
      live: 'Active',
      canary: 'Canary',
      fallback: 'Previous version',
      override: 'Override',
      disabled: 'Turned off',
      failed: 'Failed',
    },
    copied: 'for support',
    copyHint: 'Copy this information for support',
  },
};
