import type { ReactNode } from 'react';
import { DeletionDialog } from '../dialogs/deletion-dialog';
import type { DependentsQuery } from '../dialogs/use-dependents';
import { messages } from '../messages';
import { DialogSlot, useDialog } from '../pages/dialog-slot';
import { useWrite, type WriteOptions } from '../pages/use-write';

export interface DeletionOptions<Row> extends Pick<WriteOptions<Row, unknown>, 'send' | 'success' | 'failure' | 'changes'> {
  title: string;
  /** Default: "Delete". */
  confirmLabel?: string;
  /** Text of the dialog: the name of the row, and what else is deleted for servers that do not count it. */
  about: (row: Row) => ReactNode;
  /** Returns the call that counts what the deletion affects. `name` replaces `about` if the server counts. */
  dependents?: (row: Row) => DependentsQuery & { name: string };
  /** Whether the page offers Undo after the deletion. The dialog then says so. */
  canUndo?: boolean;
  onDeleted?: (row: Row) => void;
}

/** Deletes a row after confirmation. Render `dialog` next to the list. The identity of `open` is stable. */
export function useDeletion<Row>({
  title,
  confirmLabel = messages.rows.deleteRow,
  about,
  dependents,
  canUndo = false,
  onDeleted,
  ...options
}: DeletionOptions<Row>) {
  const dialog = useDialog<{ row: Row }>();
  const write = useWrite<Row>(options);
  const deleteRow = async (row: Row, close: () => void) => {
    const result = await write.send(row);
    if (!result) return;
    close();
    if (result.ok) onDeleted?.(row);
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
            note={canUndo ? messages.dependents.undoable : undefined}
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
