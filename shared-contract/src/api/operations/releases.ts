import { z } from 'zod';
import { defineCalls } from '../base/core';
import { Timestamp, WorkspaceOnlyQuery } from '../base/primitives';

/** A rate, or milliseconds, with the limits of an interval that stays valid however often it is checked (a confidence sequence). */
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
  /** Null for a rollback or the end of a canary: the log does not name the version. */
  version: z.string().nullable(),
  /** Why the server decided. Null if a person did. */
  reason: z.string().nullable(),
});

/** The live versions of a remote. It does not contain the ids of workspaces that get a canary. */
export const ReleaseStatus = z.object({
  name: z.string(),
  title: z.string(),
  active: z.string().nullable(),
  canary: z
    .object({
      version: z.string(),
      /** Percentage of the users. */
      share: z.number().int(),
      workspaces: z.number().int(),
      /** Number of visits after which a person must decide. Null if the server only compares. */
      max_visits: z.number().int().nullable(),
      /** Null if the log no longer contains the start. */
      started: Timestamp.nullable(),
      comparison: CanaryComparison.nullable(),
    })
    .nullable(),
  /**
   * `collecting`: the canary has too few visits for a decision. `undecided`: a person must decide. `promoted` and `rolled_back`: the
   * last decision of the server, if nothing was changed since. Null: no canary, and no such decision.
   */
  state: z.enum(['collecting', 'undecided', 'promoted', 'rolled_back']).nullable(),
  /**
   * The final comparison of the canary that the latest change ended. Null if that change ended no canary, or bypassed the server.
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
