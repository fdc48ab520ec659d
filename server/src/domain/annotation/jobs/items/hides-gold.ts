import type { JobRow } from './items';

/**
 * Whether a job must hide from annotators which items are gold-standard items. Gold items are never closed, so annotators who see others'
 * work on closed items could tell them apart.
 */
export const hidesGold = (job: Pick<JobRow, 'gold_rate' | 'done'>): boolean => job.gold_rate !== null && !job.done;
