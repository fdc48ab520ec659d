import { sql } from 'kysely';

/**
 * SQL condition: annotators work on layers (their own versions of groups) in the similarity job `j`. The job is open, and either its users
 * work independently or it has gold-standard items.
 */
export const hasOpenLayers = sql`((j.gold_rate is not null or j.blind) and not j.done)`;

/** The columns of a job that decide whether annotators work on layers of groups. */
export interface GroupJobState {
  type: string;
  gold_rate: number | null;
  blind: boolean;
  done: boolean;
}

/** Like `hasOpenLayers`, for a job of any type that is already in memory. */
export const hasGroupLayers = (job: GroupJobState): boolean =>
  job.type === 'similarity' && (job.gold_rate !== null || job.blind) && !job.done;
