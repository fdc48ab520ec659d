import { api } from '@console/shared-auth';
import type { UndoConflict, UndoResult } from '@console/shared-contract/api';
import { undoMessages } from './undo-messages';

/** An undo of 100,000 rows takes longer than other calls. */
const TIMEOUT_MS = 600_000;

/** Undoes all writes of the change set with this key. */
export const undoChangeSet = (key: string): Promise<UndoResult> =>
  api.call('POST /history/v2/undo', { body: { key }, timeout: TIMEOUT_MS });

/** Describes why some rows were not restored, each reason once. */
export function describeConflicts(conflicts: readonly UndoConflict[]): string {
  const reasons = new Set(conflicts.map(({ reason }) => reason));
  return [...reasons].map((reason) => undoMessages.reasons[reason]).join(' ');
}
