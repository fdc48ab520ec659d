import { useState } from 'react';
import { DialogSlot, useDialog } from '../pages/dialog-slot';
import { describeError } from '../states/error-state';
import { useNotify } from '../toasts/notify';
import { describeConflicts, useUndoNotice } from '../undo';
import { historyMessages } from './history-messages';
import { RestoreVersionDialog } from './restore-version-dialog';
import type { Version } from './versions';
import { useRestoreVersion, type VersionedRow } from './versions.queries';

export interface VersionRestoreOptions {
  /** Called after a restore and after its undo. */
  onRestored?: () => void;
  /** Whether Ctrl+Z undoes the restore while its toast is visible. Default: true. */
  hasShortcut?: boolean;
}

/** Restores a version after a confirmation. Toasts show what was restored, with Undo, and what was not. Render `dialog` once. */
export function useVersionRestore(versioned: VersionedRow, { onRestored, hasShortcut }: VersionRestoreOptions = {}) {
  const dialog = useDialog<Version>();
  const [isRestoring, setRestoring] = useState(false);
  const notify = useNotify();
  const offerUndo = useUndoNotice();
  const { restore, refetchAll } = useRestoreVersion(versioned);
  const onUndone = () => {
    refetchAll();
    onRestored?.();
  };
  const restoreVersion = async ({ lastChange }: Version) => {
    setRestoring(true);
    try {
      const { changeSet, undone, conflict_count: count, conflicts } = await restore(lastChange);
      if (undone > 0) offerUndo(historyMessages.restoredVersion(undone), { changeSet, changes: [], onUndone, hasShortcut });
      if (count > 0) notify.warning({ title: historyMessages.notRestored(count), text: describeConflicts(conflicts) });
      onRestored?.();
    } catch (error) {
      notify.danger({ title: historyMessages.restoreFailed, text: describeError(error), error });
    } finally {
      setRestoring(false);
    }
  };
  return {
    open: dialog.open,
    dialog: (
      <DialogSlot dialog={dialog}>
        {(version, close) => (
          <RestoreVersionDialog
            versioned={versioned}
            version={version}
            busy={isRestoring}
            onConfirm={() => void restoreVersion(version).then(close)}
            onCancel={close}
          />
        )}
      </DialogSlot>
    ),
  };
}
