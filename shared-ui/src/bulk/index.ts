// What is done with many rows at once: the bar of a list, and the way back after it.
export { BulkBar, countSelected, EMPTY_SELECTION, type BulkBarProps, type BulkSelection } from './bulk-bar';
export { getChangedIds, changeInBatches, toIdBatches, type BatchedChange } from './batches';
export { useUndoNotice } from './use-undo-notice';
