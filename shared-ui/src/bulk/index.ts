// What is done with many rows at once: the bar of a list, and the way back after it.
export { BulkBar, countOf, nothingSelected, type BulkBarProps, type BulkSelection } from './bulk-bar';
export { getChangedCount, changeInParts, piecesOf, type ChangedInParts } from './in-parts';
export { useUndoNotice } from './use-undo-notice';
