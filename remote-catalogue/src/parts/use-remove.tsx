import { ConfirmDialog } from '@console/shared-ui/basics';
import { DialogSlot, useDialog, useWrite, type WriteOptions } from '@console/shared-ui/pages';
import type { ReactNode } from 'react';

export interface RemovalOptions<Row> extends Pick<WriteOptions<Row, unknown>, 'send' | 'success' | 'failure' | 'changes'> {
  title: string;
  /** Which one, and what goes with it. */
  about: (row: Row) => ReactNode;
  onRemoved?: (row: Row) => void;
}

/** Removes after a question. `ask` is stable; draw `dialog` beside the list. */
export function useRemoval<Row>({ title, about, onRemoved, ...options }: RemovalOptions<Row>) {
  const dialog = useDialog<{ row: Row }>();
  const write = useWrite<Row>(options);
  const remove = async (row: Row, close: () => void) => {
    const written = await write.send(row);
    if (!written) return;
    close();
    if (written.ok) onRemoved?.(row);
  };
  return {
    ask: dialog.open,
    dialog: (
      <DialogSlot of={dialog}>
        {({ row }, close) => (
          <ConfirmDialog open title={title} busy={write.isPending} onConfirm={() => void remove(row, close)} onCancel={close}>
            {about(row)}
          </ConfirmDialog>
        )}
      </DialogSlot>
    ),
  };
}
