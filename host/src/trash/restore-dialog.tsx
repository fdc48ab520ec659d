import type { DeletedRow } from '@console/shared-contract/api';
import { ConfirmDialog } from '@console/shared-ui/basics';
import { describeIncluded } from './describe-restore';
import { trashMessages } from './messages';

const { dialog } = trashMessages;
const MAX_NAMES = 5;

interface RestoreDialogProps {
  rows: readonly DeletedRow[];
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before rows are restored, and says what is restored with them. */
export function RestoreDialog({ rows, busy, onConfirm, onCancel }: RestoreDialogProps) {
  const included = describeIncluded(rows);
  const names = rows.slice(0, MAX_NAMES).map(({ name }) => name ?? trashMessages.noName);
  const others = rows.length - names.length;
  return (
    <ConfirmDialog
      title={dialog.title(rows)}
      confirmLabel={trashMessages.restore}
      danger={false}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {rows.length > 1 && (
        <>
          <strong>{names.join(', ')}</strong> {others > 0 && dialog.others(others)}
        </>
      )}
      <p>{included === '' ? dialog.nothingIncluded : dialog.included(included)}</p>
    </ConfirmDialog>
  );
}
