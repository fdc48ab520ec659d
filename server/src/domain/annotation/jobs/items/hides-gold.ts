import type { JobRow } from './items';

/**
 * Whether a job must hide from annotators which items are gold items, whose known result measures annotators. The work of others on
 * closed items would reveal them, because gold items are never closed.
 */
export const hidesGold = (job: Pick<JobRow, 'gold_rate' | 'done'>): boolean => job.gold_rate !== null && !job.done;
