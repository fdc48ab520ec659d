import { z } from 'zod';
import { defineCalls } from '../base/core';
import { Timestamp, WorkspaceOnlyQuery } from '../base/primitives';

/** A rate or a time in milliseconds, with the limits of a confidence sequence: an interval that stays valid however often it is checked. */
const Estimate = z.object({ value: z.number(), low: z.number(), high: z.number() });

/** The visits to pages of a canary release and of the active version in the same period. */
const CanaryComparison = z.object({
  visits: z.object({ canary: z.number().int(), active: z.number().int() }),
  measures: z.array(
    z.object({
      /**
       * `ready`, `failed`: rate of visits in which the page became ready or failed. `p75`: 75th percentile of the time until ready,
       * in ms.
       */
      name: z.enum(['ready', 'failed', 'p75']),
      canary: Estimate,
      active: Estimate,
      finding: z.enum(['worse', 'equal', 'unknown']),
    }),
  ),
  reason: z.string(),
});

/** A change of the live version or the canary of a remote. */
const ReleaseMove = z.object({
  at: Timestamp,
  action: z.enum(['activate', 'rollback', 'canary', 'canary_off']),
  /** Null for a rollback and for the end of a canary, because the log does not contain the version. */
  version: z.string().nullable(),
  /** Why the server made the change. Null if a person made it. */
  reason: z.string().nullable(),
});

/** The live versions of a remote. The ids of workspaces that get a canary are not included. */
export const ReleaseStatus = z.object({
  name: z.string(),
  title: z.string(),
  active: z.string().nullable(),
  canary: z
    .object({
      version: z.string(),
      /** Percentage of users who get the canary. */
      share: z.number().int(),
      workspaces: z.number().int(),
      /** Number of visits after which a person must decide. Null if the server only compares. */
      max_visits: z.number().int().nullable(),
      /** Start of the canary. Null if the log no longer contains it. */
      started: Timestamp.nullable(),
      comparison: CanaryComparison.nullable(),
    })
    .nullable(),
  /**
   * `collecting`: the canary has too few visits for a decision. `undecided`: a person must decide. `promoted` or `rolled_back`: the server
   * has decided, and nothing was changed after that. Null in all other cases.
   */
  state: z.enum(['collecting', 'undecided', 'promoted', 'rolled_back']).nullable(),
  /**
   * The final comparison of the canary that the latest change ended. Null if the latest change did not end a canary, or bypassed the server.
   */
  last_comparison: CanaryComparison.nullable(),
  /** The latest changes, newest first. */
  history: z.array(ReleaseMove),
});
export type ReleaseStatus = z.output<typeof ReleaseStatus>;

export const releaseCalls = defineCalls({
  'GET /account/v2/release/': {
    summary: 'The live versions of all remotes of this server, the comparisons of their canaries, and the latest changes',
    permission: 'manage',
    query: WorkspaceOnlyQuery,
    response: z.object({ results: z.array(ReleaseStatus) }),
  },
});
