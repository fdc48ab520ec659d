import { formatCount } from '@console/shared-ui/format';

/** Interface text of the history panel of the image screen. */
export const changeHistoryMessages = {
  title: 'History',
  historyOf: (name: string) => `History of ${name}`,
  open: 'History',
  provenance: 'Verifications and origin',
  historyOfShape: 'History of this shape',
  historyOfImage: 'History of the image',
  close: 'Close the history',
  deletedShape: 'a deleted shape',
  chosen: 'Chosen version',
  loading: 'Loading the history',
  failed: "Couldn't load the history.",
  offline: 'You are offline. The history is shown when the connection returns.',
  empty: 'No changes are recorded.',
  loadMore: 'Load more',
  older: 'Previous version',
  newer: 'Next version',
  hide: 'Hide the earlier shapes',
  current: 'Current version',
  shapesFailed: "Couldn't load the shapes of this version.",
  retry: 'Retry',
  choose: 'Choose a version to see its shapes under the current ones.',
  unsentChanges:
    'Your latest changes are not saved yet. The history shows them, and versions can be restored, when they are saved.',
  legend: {
    label: 'Legend',
    current: 'Now',
    earlier: (time: string, count: number) => `${time} UTC (${formatCount(count, 'shape', 'shapes')})`,
  },
} as const;
