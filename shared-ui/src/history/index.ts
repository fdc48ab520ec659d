// Texts about entries of the change log, and earlier versions of a row.
export { compareKinds, describeSet, listFields, type FieldChange, type NamedRows } from './describe-changes';
export { toFieldName } from './field-names';
export { historyMessages } from './history-messages';
export { useVersionRestore } from './use-version-restore';
export { describePurpose, describeVersion, getSource, getUserName, listShapes, type ShapeState, type Version } from './versions';
export { mergeNames, useVersions, type VersionedRow } from './versions.queries';
export { finishUndo, UndoCancelledError, type UndoProgress } from '../undo';
