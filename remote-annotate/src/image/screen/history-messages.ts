import { plural } from '../../text/plural';

/** Text about undo across visits. */
export const historyMessages = {
  dropped: (count: number) =>
    `${plural(count, 'earlier step', 'earlier steps')} can no longer be undone: the shapes were changed elsewhere.`,
} as const;
