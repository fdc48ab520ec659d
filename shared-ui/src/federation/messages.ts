import type { RemotePartFaultKind } from '@console/shared-contract/federation';

/**
 * Messages about slow or failed components of micro-frontends. `part` is the name of the component at the start of a sentence.
 */
export const messages = {
  slow: (part: string) => `Still loading ${part}. This takes longer than usual.`,
  failed: (part: string) => `${part} could not be loaded.`,
  crashed: (part: string) => `${part} stopped working.`,
  disabled: (part: string) => `${part}: switched off in this tab.`,
  onlyInConsole: (part: string) => `${part}: available only inside the console.`,
  reason: {
    manifest: 'The manifest of this part could not be read.',
    network: 'The files could not be fetched. Check your connection, or try again in a moment.',
    timeout: 'The server did not respond in time. Try again.',
    integrity: 'The files differ from the published ones, so they were not run.',
    chunk: 'A file could not be fetched. Try again, or reload the page if that does not help.',
    evaluation: 'An error occurred while this part was starting.',
    contract:
      'This part is not compatible with this version of the console. Reload the page, or contact support if that does not help.',
    'missing-export': 'The current version does not contain this part.',
    disabled: 'You can switch this part on again in the bar at the top of the page.',
    render: 'An error occurred. Saved changes are not affected.',
  } satisfies Record<RemotePartFaultKind, string>,
  overridden: (from: string) => `This tab uses the override ${from}, which could not be loaded.`,
  notAvailable: 'Check that the version is published or the development server is running.',
  restWorks: 'The rest of the console still works.',
  retrying: (part: string) => `Trying again: ${part}`,
  /** Text that identifies a failed component to support. `load` is the id of the load in the diagnostics of the host. */
  reference: (remote: string, version: string, kind: string, load = '') =>
    `For support: ${[remote, version, kind, load].filter(Boolean).join(' · ')}`,
  copied: 'for support',
} as const;
