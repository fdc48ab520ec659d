import { ConfirmDialog, describeError, formatDateTime } from '@console/shared-ui/basics';
import { describeConflicts } from '@console/shared-ui/bulk';
import { usePreview, type HistorySubject } from './history.queries';
import { historyMessages } from './messages';
import type { Version } from './versions';

const { dialog } = historyMessages;

interface RestoreVersionDialogProps {
  subject: HistorySubject;
  version: Version;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a version is restored, and says how many rows change and which cannot. */
export function RestoreVersionDialog({ subject, version, busy, onConfirm, onCancel }: RestoreVersionDialogProps) {
  const { data, error } = usePreview(subject, version.lastChange);
  const describe = () => {
    if (error) return describeError(error);
    if (!data) return dialog.checking;
    return data.undone === 0 ? dialog.nothing : dialog.text(data.undone, formatDateTime(version.set.created));
  };
  return (
    <ConfirmDialog
      open
      title={historyMessages.restore}
      confirmLabel={historyMessages.restore}
      danger={false}
      busy={busy}
      confirmDisabled={!data || data.undone === 0}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p aria-live="polite">{describe()}</p>
      {data && data.conflict_count > 0 && <p>{dialog.conflicts(data.conflict_count, describeConflicts(data.conflicts))}</p>}
    </ConfirmDialog>
  );
}
