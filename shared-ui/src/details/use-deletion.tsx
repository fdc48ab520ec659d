import { sendAsChangeSet, type ChangeSetOption } from '@console/shared-auth';
import type { ReactNode } from 'react';
import { DeletionDialog } from '../dialogs/deletion-dialog';
import type { DependentsQuery } from '../dialogs/use-dependents';
import { rowMessages } from '../forms/row-messages';
import { DialogSlot, useDialog } from '../pages/dialog-slot';
import { useWrite, type WriteOptions } from '../pages/use-write';
import { useUndoNotice } from '../undo';

export interface DeletionOptions<Row> extends Pick<WriteOptions<Row, unknown>, 'failure'> {
  title: string;
  /** Default: "Delete". */
  confirmLabel?: string;
  /**
   * Text of the confirmation dialog if the server cannot count the affected rows. It names the row and the other rows that are deleted.
   */
  about: (row: Row) => ReactNode;
  /** Returns the call that counts the rows affected by the deletion. If the call succeeds, the dialog shows `name` instead of `about`. */
  dependents?: (row: Row) => DependentsQuery & { name: string };
  /** Deletes the row. Pass `options` to the call: it contains the change set key for the undo. */
  send: (row: Row, options: ChangeSetOption) => Promise<unknown>;
  /** Title of the toast that offers Undo. */
  deleted: string;
  /** Whether the dialog states that the deletion can be undone. Default: true. */
  mentionsUndo?: boolean;
  /** Changes to announce after the deletion, so that affected queries are refetched. */
  changes: (row: Row) => ReturnType<NonNullable<WriteOptions<Row, unknown>['changes']>>;
  /** Changes to announce after the undo. Default: `changes`. */
  undoChanges?: DeletionOptions<Row>['changes'];
  onDeleted?: (row: Row) => void;
  onUndone?: () => void;
}

/** Deletes a row after confirmation and offers Undo. Render `dialog` next to the list. The identity of `open` is stable. */
export function useDeletion<Row>({
  title,
  confirmLabel = rowMessages.deleteRow,
  about,
  dependents,
  send,
  deleted: deletedText,
  mentionsUndo = true,
  changes,
  undoChanges = changes,
  onDeleted,
  onUndone,
  failure,
}: DeletionOptions<Row>) {
  const dialog = useDialog<{ row: Row }>();
  const offerUndo = useUndoNotice();
  const write = useWrite({
    send: (row: Row) => sendAsChangeSet([title, getIdentity(row)], (options) => send(row, options)),
    failure,
    changes,
  });
  const deleteRow = async (row: Row, close: () => void) => {
    const result = await write.send(row);
    if (!result) return;
    close();
    if (!result.ok) return;
    offerUndo(deletedText, { changeSet: result.result.changeSet, changes: undoChanges(row), onUndone });
    onDeleted?.(row);
  };
  return {
    open: dialog.open,
    dialog: (
      <DialogSlot dialog={dialog}>
        {({ row }, close) => (
          <DeletionDialog
            title={title}
            confirmLabel={confirmLabel}
            busy={write.isPending}
            dependents={dependents?.(row)}
            canUndo={mentionsUndo}
            onConfirm={() => void deleteRow(row, close)}
            onCancel={close}
          >
            {about(row)}
          </DeletionDialog>
        )}
      </DialogSlot>
    ),
  };
}

/** Returns a value that identifies the row in a repeated attempt, usually its id. Other fields may have changed after a refetch. */
function getIdentity(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'id' in row ? row.id : row;
}
