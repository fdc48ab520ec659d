import type { ConflictingField, UndoConflict } from '@console/shared-contract/api';
import type { NetChange } from './net-changes';

/** Why a change was not undone, or only in part. */
export interface Failure {
  change: NetChange;
  reason: UndoConflict['reason'];
  fields?: ConflictingField[];
}
