import type { JobRow } from './items';

/**
 * Whether a job must hide from annotators which items are gold-standard items. Gold items are never closed, so annotators who see the work
 * of other users on closed items could recognize gold items.
 */
export const hidesGold = (job: Pick<JobRow, 'gold_rate' | 'done'>): boolean => job.gold_rate !== null && !job.done;
