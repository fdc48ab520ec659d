import { ConfirmDialog, describeRefusal } from '@console/shared-ui/basics';
import type { BulkDialogProps } from '@console/shared-ui/bulk';
import { wallBulkMessages as texts } from '../data/wall-messages';
import type { ShapeFilter } from '../data/wall.queries';
import { usePreview } from './relabel-dialog';

/** Asks the user to confirm a deletion, and shows how many shapes it will delete. */
export function DeleteDialog({ target, title, submitLabel, busy, progress, onSubmit, onClose }: BulkDialogProps<ShapeFilter>) {
  const { data, error } = usePreview('delete', target, '', !busy);
  const counts = data ? texts.willDelete(data.changes, data.images) : texts.counting;
  return (
    <ConfirmDialog
      open
      title={title}
      confirmLabel={submitLabel}
      busy={busy}
      confirmDisabled={!data || data.changes === 0}
      onConfirm={() => onSubmit('')}
      onCancel={onClose}
    >
      <span role="status">{error ? describeRefusal(error) : (progress ?? counts)}</span>
    </ConfirmDialog>
  );
}
