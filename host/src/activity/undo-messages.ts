import type { UndoConflictReason } from '@console/shared-contract/api';
import { formatCount } from '@console/shared-ui/basics';
import type { UndoProgress } from '@console/shared-ui/history';

const conflictReasons: Record<UndoConflictReason, string> = {
  changed: 'Changed later',
  missing: 'Deleted later, or refers to something deleted',
  used: 'In use now',
  taken: 'Contradicts another row, such as one with the same name',
  confirmation: 'Only the user who verified or completed it can undo it',
  expired: 'Its files are no longer stored',
  owner: 'The owner of the workspace does not change',
  left: 'Left the workspace and must be invited again',
};
const formatRows = (rows: number) => formatCount(rows, 'row', 'rows');

/** Interface text of the undo of change sets. */
export const undoMessages = {
  undo: 'Undo',
  redo: 'Redo',
  undone: 'Undone',
  titles: { undo: 'Undo this change?', redo: 'Redo this change?' },
  checking: 'Checking what can be undone…',
  checkFailed: "This change can't be undone.",
  rows: (rows: number) => (rows === 0 ? 'Nothing is left to undo.' : `${formatRows(rows)} will be changed back.`),
  progress: ({ done, total }: UndoProgress) =>
    total === null ? 'Waiting for earlier work…' : `${done.toLocaleString('en')} of ${formatRows(total)} processed`,
  cancelled: 'Undo cancelled. Nothing was changed.',
  members: (names: readonly string[]) => `${names.length === 1 ? 'Member' : 'Members'}: ${names.join(', ')}`,
  training:
    'A running training is cancelled. Its model is deleted, and its task uses the previous model. You can restore the model in Recently deleted.',
  work: 'The import is undone step by step in the background. This can take a few minutes.',
  conflicts: (rows: number) =>
    `${formatRows(rows)} can't be undone without overwriting later work. Select the rows that you want to undo anyway.`,
  moreConflicts: (rows: number) => `${formatRows(rows)} more keep their current values.`,
  conflictTable: 'Conflicts',
  applyRow: (row: string) => `Apply anyway: ${row}`,
  reasons: conflictReasons,
  columns: { kind: 'Row', field: 'Field', before: 'Before', after: 'Change', current: 'Now', choice: 'Apply anyway' },
  done: (rows: number) => `${formatRows(rows)} changed back.`,
  started: 'The import is being undone.',
  failed: 'Unable to undo',
  cancel: 'Cancel',
  lastTitle: 'Undo your last change?',
} as const;
