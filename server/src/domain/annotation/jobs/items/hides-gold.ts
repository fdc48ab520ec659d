import type { JobRow } from './items';

/** Whether a job must hide from annotators which items are gold. The work of others on closed items would reveal it. */
export const hidesGold = (job: Pick<JobRow, 'gold_rate' | 'done'>): boolean => job.gold_rate !== null && !job.done;
