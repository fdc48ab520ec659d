import { formatCount } from '@console/shared-ui/basics';

const formatRows = (count: number) => formatCount(count, 'row', 'rows');

/** Interface text of the history of a row. */
export const historyMessages = {
  title: 'History',
  titleOf: (name: string) => `History of ${name}`,
  failed: "Couldn't load the history.",
  empty: 'No changes are recorded.',
  columns: { created: 'Time (UTC)', user: 'User', changes: 'Changes' },
  more: 'Load more',
  show: 'Show on the image',
  restore: 'Restore this version',
  field: (field: string, before: string, after: string) => `${field}: ${before || '–'} → ${after || '–'}`,
  others: (count: number) => `and ${count.toLocaleString('en')} more changes`,
  picture: {
    title: 'Changes on the image',
    label: 'Shapes before and after the change',
    before: 'Before the change',
    after: 'After the change',
    noShapes: 'No shape was changed at that time.',
    imageFailed: "Couldn't load the image. It may be deleted.",
  },
  dialog: {
    text: (count: number, created: string) => `${formatRows(count)} change back to the state of ${created}.`,
    nothing: 'Nothing has changed since then.',
    conflicts: (count: number, reasons: string) => `${formatRows(count)} can't be restored. ${reasons}`,
    checking: 'Checking what changes …',
  },
  restored: (count: number) => `Restored an earlier version (${formatRows(count)})`,
  notRestored: (count: number) => `Couldn't restore ${formatRows(count)}`,
  restoreFailed: 'Unable to restore!',
} as const;
