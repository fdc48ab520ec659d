import { formatCount } from '@console/shared-ui/format';

/** Text about undoing steps of an earlier visit. */
export const historyMessages = {
  dropped: (count: number) =>
    `${formatCount(count, 'earlier step', 'earlier steps')} can no longer be undone: the shapes were changed elsewhere.`,
} as const;
