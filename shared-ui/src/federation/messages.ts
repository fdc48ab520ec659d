import type { RemotePartFaultKind } from '@console/shared-contract/federation';

/** What a person reads when a part of the console that another team ships is slow or fails. */
export const messages = {
  slow: (part: string) => `Still loading ${part}. This takes longer than usual.`,
  failed: (part: string) => `${part} could not be loaded.`,
  crashed: (part: string) => `${part} stopped working.`,
  disabled: (part: string) => `${part}: switched off in this tab.`,
  elsewhere: (part: string) => `${part}: available only inside the console.`,
  reason: {
    manifest: 'The description of this part could not be read.',
    network: 'The files could not be fetched. Check your connection, or try again in a moment.',
    timeout: 'There was no answer in time.',
    integrity: 'The files are not the ones that were published, so they were not run.',
    chunk: 'A piece could not be fetched. Try again; reload the page if that does not help.',
    evaluation: 'An error occurred while it was starting.',
    contract: 'This part does not fit this version of the console. Reload the page; if that does not help, contact support.',
    'missing-export': 'This part is not in the version that is in use now.',
    disabled: 'The strip at the top switches it on again.',
    render: 'An error occurred. What was saved before is kept.',
  } satisfies Record<RemotePartFaultKind, string>,
  overridden: (from: string) => `This tab takes it from ${from} (an override), which could not be loaded.`,
  notThere: 'It is not there: a version may not be published, a development server not running.',
  restWorks: 'Everything else in the console goes on working.',
  again: (part: string) => `Trying again: ${part}`,
  reference: (remote: string, version: string, kind: string) =>
    `For support: ${[remote, version, kind].filter(Boolean).join(' · ')}`,
} as const;
