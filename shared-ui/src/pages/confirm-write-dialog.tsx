import { ConfirmDialog, type ConfirmDialogProps } from '../dialogs/confirm-dialog';
import { useWrite, type WriteOptions } from './use-write';

type DialogProps = Pick<ConfirmDialogProps, 'title' | 'confirmLabel' | 'danger' | 'children'>;

export interface ConfirmWriteDialogProps extends DialogProps, Pick<WriteOptions<void, unknown>, 'send' | 'success' | 'failure'> {
  onClose: () => void;
}

/** Asks for confirmation, then sends a write and closes. A toast reports a failure. */
export function ConfirmWriteDialog({ send, success, failure, onClose, ...dialog }: ConfirmWriteDialogProps) {
  const write = useWrite({ send, success, failure });
  return (
    <ConfirmDialog {...dialog} busy={write.isPending} onConfirm={() => void write.send().then(onClose)} onCancel={onClose} />
  );
}
