import type { DeletedRow } from '@console/shared-contract/api';
import { Caption1, ConfirmDialog } from '@console/shared-ui/basics';
import type { UndoProgress } from '@console/shared-ui/history';
import { undoMessages } from '../activity/undo-messages';
import { describeIncludedRows } from './describe-restore';
import { trashMessages } from './messages';

const { dialog } = trashMessages;
const MAX_NAMES = 5;

interface RestoreDialogProps {
  rows: readonly DeletedRow[];
  busy: boolean;
  /** Progress of the background work that restores very many rows. */
  progress: UndoProgress | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks for confirmation before rows are restored, and lists the dependent rows that are restored too. */
export function RestoreDialog({ rows, busy, progress, onConfirm, onCancel }: RestoreDialogProps) {
  const included = describeIncludedRows(rows);
  const names = rows.slice(0, MAX_NAMES).map(({ name }) => name ?? trashMessages.noName);
  const otherCount = rows.length - names.length;
  return (
    <ConfirmDialog
      title={dialog.title(rows)}
      confirmLabel={trashMessages.restore}
      danger={false}
      busy={busy}
      // Only a restore of very many rows, which is background work, can be cancelled.
      cancelDisabled={busy && progress === null}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {rows.length > 1 && (
        <>
          <strong>{names.join(', ')}</strong> {otherCount > 0 && dialog.others(otherCount)}
        </>
      )}
      {progress && <Caption1 block>{undoMessages.progress(progress)}</Caption1>}
      <p>{included === '' ? dialog.nothingIncluded : dialog.included(included)}</p>
    </ConfirmDialog>
  );
}
