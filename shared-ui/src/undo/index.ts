// Undo of changes from the change log.
export { registerUndoShortcut } from './undo-shortcut';
export { finishUndo, UndoCancelledError, type UndoProgress } from './finish-undo';
export { describeConflicts, undoChangeSet } from './undo-change-set';
export { useUndo, useUndoNotice, type UndoOffer } from './use-undo-notice';
