// Undo of changes from the change log.
export { finishUndo, UndoCancelledError, type UndoProgress } from './finish-undo';
export { describeConflicts } from './undo-change-set';
export { useUndo, useUndoNotice, type UndoOffer } from './use-undo-notice';
