import type { ReactNode } from 'react';
import { DeletionDialog } from '../dialogs/deletion-dialog';
import { DialogSlot, useDialog } from '../pages/dialog-slot';
import { countSelected, type ListSelection } from '../list-section/list-selection';
import type { BatchResult } from './batches';
import { BulkBar, type BulkMenu } from './bulk-bar';
import { useBulkChange, type BulkChanges, type BulkSelectionTarget } from './use-bulk-change';

/** Props of a custom dialog for a bulk change, for example if the change needs an input. */
export interface BulkDialogProps<Filter = unknown> {
  /** The rows to change. */
  target: BulkSelectionTarget<Filter>;
  title: string;
  submitLabel: string;
  busy: boolean;
  /** Text with the number of changed rows, while all matching rows are changed in batches. */
  progress: string | undefined;
  onSubmit: (input: string) => void;
  onClose: () => void;
}

export interface BulkActionsProps<Name extends string, Filter, Result extends BatchResult> {
  list: { selection: ListSelection; filter: Filter; total: number | undefined };
  bulk: BulkChanges<Name, Filter, Result>;
  /** Changes for which a button is shown, in this order. */
  available: readonly Name[];
  /** Shows the changes in a menu instead of buttons. */
  menu?: BulkMenu<Name>;
  /** Whether Shift+click selects a range of the list. Default: true. */
  hasRangeSelection?: boolean;
  /** Texts in the confirmation dialogs. The text for `delete` is shown only if the server cannot count the affected rows. */
  notes?: Partial<Readonly<Record<Name, string>>>;
  /** Dialogs of changes that need an input. Changes without an entry only ask for confirmation. */
  dialogs?: Partial<Readonly<Record<Name, (props: BulkDialogProps<Filter>) => ReactNode>>>;
}

/** Shows the number of selected rows and buttons that change the rows after a confirmation. `delete` is marked as dangerous. */
export function BulkActions<Name extends string, Filter, Result extends BatchResult>(
  props: BulkActionsProps<Name, Filter, Result>,
) {
  const { list, bulk, available, menu, hasRangeSelection, notes, dialogs } = props;
  const { selection, filter, total = 0 } = list;
  const { messages } = bulk;
  const dialog = useDialog<Name>();
  const { apply, isPending, changedCount } = useBulkChange(bulk);
  const count = countSelected(selection, total);
  const target = selection.all ? { filter } : { ids: [...selection.ids] };
  const confirmChange = async (name: Name, close: () => void, input?: string) => {
    const isDone = await apply({ name, target, input });
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
        menu={menu}
        hasRangeSelection={hasRangeSelection}
        busy={isPending}
        onChange={dialog.open}
        onSelectAll={selection.selectAll}
        onClear={selection.clear}
      />
      <DialogSlot dialog={dialog}>
        {(name, close) => {
          const progress = isPending && changedCount > 0 ? messages.progress(changedCount, count) : undefined;
          const commonProps = { title: messages.titles[name](count), busy: isPending };
          const isDeletion = name === 'delete';
          // While rows are deleted, the dialog shows the progress instead of the counts.
          const deletion = isDeletion && progress === undefined ? bulk.deletion : undefined;
          const renderDialog = dialogs?.[name];
          return renderDialog ? (
            renderDialog({
              ...commonProps,
              target,
              submitLabel: messages.labels[name],
              progress,
              onSubmit: (input) => void confirmChange(name, close, input),
              onClose: close,
            })
          ) : (
            <DeletionDialog
              {...commonProps}
              confirmLabel={messages.labels[name]}
              danger={isDeletion}
              dependents={deletion && { call: deletion.dependentsCall, target }}
              canUndo={isDeletion}
              onConfirm={() => void confirmChange(name, close)}
              onCancel={close}
            >
              {progress ?? notes?.[name]}
            </DeletionDialog>
          );
        }}
      </DialogSlot>
    </>
  );
}
