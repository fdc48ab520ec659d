import { ConfirmDialog } from '../dialogs/confirm-dialog';
import { formatDateTime } from '../format/dates';
import { describeError } from '../states/error-state';
import { describeConflicts } from '../undo';
import { historyMessages } from './history-messages';
import type { Version } from './versions';
import { usePreview, type VersionedRow } from './versions.queries';

const { dialog } = historyMessages;

interface RestoreVersionDialogProps {
  versioned: VersionedRow;
  version: Version;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a version is restored, and shows how many rows change and which cannot. */
export function RestoreVersionDialog({ versioned, version, busy, onConfirm, onCancel }: RestoreVersionDialogProps) {
  const { data, error } = usePreview(versioned, version.lastChange);
  const describePreview = () => {
    if (error) return describeError(error);
    if (!data) return dialog.checking;
    return data.undone === 0 ? dialog.nothing : dialog.text(data.undone, formatDateTime(version.set.created));
  };
  return (
    <ConfirmDialog
      title={historyMessages.restore}
      confirmLabel={historyMessages.restore}
      danger={false}
      busy={busy}
      confirmDisabled={!data || data.undone === 0}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p aria-live="polite">{describePreview()}</p>
      {data && data.conflict_count > 0 && <p>{dialog.conflicts(data.conflict_count, describeConflicts(data.conflicts))}</p>}
    </ConfirmDialog>
  );
}
