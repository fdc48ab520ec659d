import type { ReactNode } from 'react';
import { ConfirmDialog } from '../dialogs/confirm-dialog';
import { messages } from '../messages';
import { DialogSlot, useDialog } from '../pages/dialog-slot';
import { useWrite, type WriteOptions } from '../pages/use-write';

export interface DeletionOptions<Row> extends Pick<WriteOptions<Row, unknown>, 'send' | 'success' | 'failure' | 'changes'> {
  title: string;
  /** Default: "Delete". */
  confirmLabel?: string;
  /** Text of the dialog: the name of the row and what else is deleted. */
  about: (row: Row) => ReactNode;
  onDeleted?: (row: Row) => void;
}

/** Deletes a row after confirmation. Render `dialog` next to the list. The identity of `open` is stable. */
export function useDeletion<Row>({
  title,
  confirmLabel = messages.rows.deleteRow,
  about,
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
          <ConfirmDialog
            open
            title={title}
            confirmLabel={confirmLabel}
            busy={write.isPending}
            onConfirm={() => void deleteRow(row, close)}
            onCancel={close}
          >
            {about(row)}
          </ConfirmDialog>
        )}
      </DialogSlot>
    ),
  };
}
