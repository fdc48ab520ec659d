import type { UndoConflict } from '@console/shared-contract/api';
import { formatCount } from '@console/shared-ui/basics';

const conflictReasons: Record<UndoConflict['reason'], string> = {
  changed: 'It exists already, with other values.',
  missing: 'The image, label or other row that it belongs to is deleted. Restore that first.',
  used: 'Other rows use it.',
  taken: 'Another row contradicts it, such as one with the same name.',
  confirmation: 'Only the user who confirmed it can restore it.',
  expired: 'Its files have been deleted, because it was deleted too long ago.',
  owner: 'The owner of the workspace does not change.',
  left: 'The user left the workspace and must be invited again.',
};

const formatRows = (count: number) => formatCount(count, 'row', 'rows');

/** Interface text of the page of deleted rows. */
export const trashMessages = {
  title: 'Recently deleted',
  intro: (days: number) => `Everything that was deleted in this workspace in the last ${days} days, and can be restored.`,
  search: 'Search by name',
  failed: "Couldn't load the deleted rows.",
  empty: (days: number) => `Nothing was deleted in the last ${days} days.`,
  noMatch: 'No deleted rows match these filters.',
  columns: {
    thumb: 'Image',
    name: 'Name',
    kind: 'Kind',
    included: 'Restored with it',
    user: 'Deleted by',
    deleted: 'Deleted (UTC)',
    daysLeft: 'Time left',
  },
  daysLeft: (days: number) => formatCount(days, 'day', 'days'),
  noName: 'No name',
  restore: 'Restore',
  more: 'Load more',
  selection: 'rows',
  dialog: {
    title: (rows: readonly { name: string | null }[]) =>
      `Restore ${rows.length === 1 ? (rows[0]?.name ?? formatRows(1)) : formatRows(rows.length)}?`,
    others: (count: number) => `and ${count.toLocaleString('en')} more`,
    included: (rows: string) => `Also restored: ${rows}.`,
    nothingIncluded: 'Nothing else is restored.',
  },
  /** `included` describes the rows that were restored together with `rows`. */
  restored: (rows: readonly { name: string | null }[], includedText: string) => {
    const names = rows.length === 1 ? (rows[0]?.name ?? formatRows(1)) : formatRows(rows.length);
    return `Restored ${[names, includedText].filter(Boolean).join(' and ')}`;
  },
  restoredPartly: (count: number) => `Restored ${formatRows(count)}`,
  notRestored: (count: number) => `Couldn't restore ${formatRows(count)}`,
  cancelled: 'Restore cancelled. Nothing was changed.',
  restoreFailed: 'Unable to restore!',
  conflicts: conflictReasons,
} as const;
