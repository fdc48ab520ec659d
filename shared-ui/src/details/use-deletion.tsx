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
   * Text of the dialog if the server cannot count the affected rows: the name of the row, and which other rows are deleted.
   */
  about: (row: Row) => ReactNode;
  /** Returns the call that counts the rows affected by the deletion. If the server can count them, `name` replaces `about`. */
  dependents?: (row: Row) => DependentsQuery & { name: string };
  /** Deletes the row. `options` contains the key of the change set. */
  send: (row: Row, options: ChangeSetOption) => Promise<unknown>;
  /** Title of the toast, which offers Undo. */
  deleted: string;
  /** Whether the dialog states that the deletion can be undone. Default: true. */
  mentionsUndo?: boolean;
  /** Topics whose cached data is refetched after the deletion. */
  changes: (row: Row) => ReturnType<NonNullable<WriteOptions<Row, unknown>['changes']>>;
  /** Topics whose cached data is refetched after the undo. Default: `changes`. */
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

/** Returns the id of the row. The other fields may have been refetched since a failed attempt. */
function getIdentity(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'id' in row ? row.id : row;
}
