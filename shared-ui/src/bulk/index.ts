// Bulk actions on the rows of a list, with undo.
export { BulkActions, type BulkDialogProps } from './bulk-actions';
export { AddToGoldButton, type AddToGoldButtonProps } from '../gold/add-to-gold-button';
export { BulkBar } from './bulk-bar';
export { getChangedIds, changeInBatches, toIdBatches } from './batches';
export { useBulkChange, type BulkChanges, type BulkSelectionTarget } from './use-bulk-change';
export { describeConflicts, useUndoNotice } from '../undo';
export { countSelected, EMPTY_SELECTION, useListSelection, type ListSelection } from '../list-section/list-selection';
