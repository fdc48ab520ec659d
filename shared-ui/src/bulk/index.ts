// Bulk actions on the rows of a list, with undo.
export { BulkActions, type BulkActionsProps, type BulkDialogProps } from './bulk-actions';
export { BulkBar, type BulkBarProps, type BulkMenu } from './bulk-bar';
export { getChangedIds, changeInBatches, toIdBatches, type BatchedChange } from './batches';
export type { BulkChanges, BulkMessages, BulkSelectionTarget, BulkTarget } from './use-bulk-change';
export { describeConflicts, useUndoNotice, type UndoOffer } from '../undo';
export {
  countSelected,
  EMPTY_SELECTION,
  useListSelection,
  type BulkSelection,
  type ListSelection,
} from '../list-section/list-selection';
