import type { LoadFaultKind } from '@console/shared-contract/federation';

/** What a person reads when a part of the console that another team ships is slow or fails. */
export const messages = {
  slow: (part: string) => `${part} is taking longer than usual to load.`,
  failed: (part: string) => `${part} could not be loaded.`,
  crashed: (part: string) => `${part} stopped working.`,
  elsewhere: (part: string) => `${part} is available only inside the console.`,
  reason: {
    manifest: 'Its description could not be read.',
    network: 'Its files could not be fetched. Check your connection, or try again in a moment.',
    timeout: 'It did not answer in time.',
    integrity: 'Its files are not the ones that were published, so they were not run.',
    chunk: 'A piece of it could not be fetched. Try again; reload the page if that does not help.',
    evaluation: 'It stopped with an error while it was starting.',
    contract: 'It does not fit this version of the console. Reload the page; if that does not help, contact support.',
    'missing-export': 'It is not in the version that is in use now.',
    render: 'It stopped with an error. What was saved before is kept.',
  } satisfies Record<LoadFaultKind | 'render', string>,
  restWorks: 'Everything else in the console goes on working.',
  /** For a person to quote to support. */
  reference: (remote: string, version: string, kind: string) => [remote, version, kind].filter(Boolean).join(' · '),
} as const;
