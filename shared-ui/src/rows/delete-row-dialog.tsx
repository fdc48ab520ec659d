import { sendAsChangeSet, type ChangeSetOption } from '@console/shared-auth';
import type { Change, WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { useState } from 'react';
import { DeletionDialog } from '../dialogs/deletion-dialog';
import type { DependentsQuery } from '../dialogs/use-dependents';
import { rowMessages } from '../forms/row-messages';
import { useWrite } from '../pages/use-write';
import { useUndoNotice } from '../undo';
import type { NamedRow, RowNoun } from './named-row';

export interface DeleteRowDialogProps<Row extends NamedRow> {
  row: Row;
  noun: RowNoun;
  /** Text about other rows that are deleted. Shown if the server cannot count the affected rows. */
  note?: string;
  dependents?: DependentsQuery;
  /** Deletes the row. Pass `options` to the call: it contains the change set key for the undo. */
  deleteRow: (row: Row, options: ChangeSetOption) => Promise<unknown>;
  changes: readonly Change[];
  updatedLists?: readonly WorkspaceKey[];
  onChanged?: () => void;
  onClose: () => void;
}

/** Asks for confirmation, then deletes a row. A toast offers Undo. The dialog shows errors of the server. */
export function DeleteRowDialog<Row extends NamedRow>({
  row,
  noun,
  note,
  dependents,
  deleteRow,
  changes,
  updatedLists,
  onChanged,
  onClose,
}: DeleteRowDialogProps<Row>) {
  const [error, setError] = useState<string | null>(null);
  const offerUndo = useUndoNotice();
  const write = useWrite({
    send: (deletedRow: Row) => sendAsChangeSet(['delete', noun, deletedRow.id], (options) => deleteRow(deletedRow, options)),
    failure: rowMessages.removeFailed(noun),
    failureIn: 'form',
    changes: () => changes,
    updatedLists,
  });
  const confirmDeletion = async () => {
    const result = await write.send(row);
    onChanged?.();
    if (result?.ok) {
      offerUndo(rowMessages.removed(noun, row.name), {
        changeSet: result.result.changeSet,
        changes,
        text: note,
        onUndone: onChanged,
      });
      onClose();
    } else if (result) setError(result.message);
  };
  return (
    <DeletionDialog
      title={rowMessages.confirmRemove(noun)}
      busy={write.isPending}
      dependents={dependents && { ...dependents, name: row.name }}
      canUndo
      error={error}
      onConfirm={() => void confirmDeletion()}
      onCancel={onClose}
    >
      <strong>{row.name}</strong>
      {note !== undefined && <p>{note}</p>}
    </DeletionDialog>
  );
}
