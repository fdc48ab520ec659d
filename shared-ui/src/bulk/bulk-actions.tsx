import type { ReactNode } from 'react';
import { ConfirmDialog } from '../dialogs/confirm-dialog';
import { DialogSlot, useDialog } from '../pages/dialog-slot';
import { countSelected, type ListSelection } from '../list-section/list-selection';
import type { BatchResult } from './batches';
import { BulkBar } from './bulk-bar';
import { useBulkChange, type BulkChanges } from './use-bulk-change';

/** Props for a dialog that asks for more than a confirmation. */
export interface BulkDialogProps {
  title: string;
  submitLabel: string;
  busy: boolean;
  /** Number of changed rows while all matching rows are changed in batches. */
  progress: string | undefined;
  onSubmit: (input: string) => void;
  onClose: () => void;
}

export interface BulkActionsProps<Name extends string, Filter, Result extends BatchResult> {
  list: { selection: ListSelection; filter: Filter; total: number | undefined };
  bulk: BulkChanges<Name, Filter, Result>;
  /** Changes to offer as buttons. */
  available: readonly Name[];
  /** Text of a confirmation. */
  notes?: Partial<Readonly<Record<Name, string>>>;
  /** Dialogs for changes that need an input. All other changes only need a confirmation. */
  dialogs?: Partial<Readonly<Record<Name, (props: BulkDialogProps) => ReactNode>>>;
}

/** The number of selected rows, and buttons that change them after a confirmation. A change named `delete` is marked as dangerous. */
export function BulkActions<Name extends string, Filter, Result extends BatchResult>(
  props: BulkActionsProps<Name, Filter, Result>,
) {
  const { list, bulk, available, notes, dialogs } = props;
  const { selection, filter, total = 0 } = list;
  const { messages } = bulk;
  const dialog = useDialog<Name>();
  const { apply, isPending, changedCount } = useBulkChange(bulk);
  const count = countSelected(selection, total);
  const confirm = async (name: Name, close: () => void, input?: string) => {
    const isDone = await apply({ name, target: selection.all ? { filter } : { ids: [...selection.ids] }, input });
    if (isDone === null) return;
    close();
    if (isDone) selection.clear();
  };
  return (
    <>
      <BulkBar
        selection={selection}
        total={total}
        noun={messages.noun}
        changes={available.map((change) => ({ change, label: messages.labels[change] }))}
        busy={isPending}
        isBatched
        onChange={dialog.open}
        onSelectAll={selection.selectAll}
        onClear={selection.clear}
      />
      <DialogSlot dialog={dialog}>
        {(name, close) => {
          const progress = isPending && changedCount > 0 ? messages.progress(changedCount, count) : undefined;
          const common = { title: messages.titles[name](count), busy: isPending };
          const renderDialog = dialogs?.[name];
          return renderDialog ? (
            renderDialog({
              ...common,
              submitLabel: messages.labels[name],
              progress,
              onSubmit: (input) => void confirm(name, close, input),
              onClose: close,
            })
          ) : (
            <ConfirmDialog
              open
              {...common}
              confirmLabel={messages.labels[name]}
              danger={name === 'delete'}
              onConfirm={() => void confirm(name, close)}
              onCancel={close}
            >
              {progress ?? notes?.[name]}
            </ConfirmDialog>
          );
        }}
      </DialogSlot>
    </>
  );
}
