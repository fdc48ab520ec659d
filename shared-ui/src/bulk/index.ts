// Bulk actions on the rows of a list, with undo.
export { BulkBar, countSelected, EMPTY_SELECTION, type BulkBarProps, type BulkSelection } from './bulk-bar';
export { getChangedIds, changeInBatches, toIdBatches, type BatchedChange } from './batches';
export { useUndoNotice } from './use-undo-notice';
