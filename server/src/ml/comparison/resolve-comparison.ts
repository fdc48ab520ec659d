import type { Db } from '../../platform/database/connection';
import { createFieldError } from '../../platform/errors';
import type { ComparedStates } from './differences';
import { comparePeriod, findLogStart, type ComparedPeriod } from './logged-states';
import { messages } from './messages';
import { compareSinceTraining, findTraining, type Training } from './training-state';

/** A comparison that a user requests: from `since` until `until` or now, or since the training of a dataset version. */
export interface ComparisonRequest {
  since?: Date;
  until?: Date;
  training?: string;
}

/** A comparison of a training with the current training data, or of two moments of a workspace. */
export type StateComparison = { states: ComparedStates } & ({ training: Training } | { period: ComparedPeriod });

/** End of comparisons with the present. It is later than any change, so that rows that are created during the request are included. */
const END_OF_TIME = new Date('9999-12-31T00:00:00Z');

/**
 * Resolves a comparison within a workspace, to which the dataset version must belong. Throws 400 if the log lacks changes of the period,
 * or if no training of an existing task created the version. `prefix` precedes the field names in error messages.
 */
export async function resolveComparison(
  db: Db,
  workspaceId: string,
  { since: periodStart, until: periodEnd, training: datasetId }: ComparisonRequest,
  prefix = '',
): Promise<StateComparison | null> {
  if (datasetId !== undefined) {
    const training = await findTraining(db, datasetId);
    if (!training) throw createFieldError(`${prefix}training`, messages.noTraining);
    return { training, states: compareSinceTraining(training) };
  }
  if (periodStart === undefined) {
    if (periodEnd !== undefined) throw createFieldError(`${prefix}until`, messages.untilNeedsSince);
    return null;
  }
  const logStart = await findLogStart(db, workspaceId);
  if (logStart && periodStart < logStart) throw createFieldError(`${prefix}since`, messages.beforeLog(logStart));
  const period = { workspaceId, since: periodStart, until: periodEnd ?? END_OF_TIME };
  return { period, states: comparePeriod(period) };
}
