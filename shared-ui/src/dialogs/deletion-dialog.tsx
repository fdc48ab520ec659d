import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { dependentMessages } from './dependent-messages';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog';
import { useDependents, type BulkDependentsQuery, type DependentsQuery } from './use-dependents';

export interface DeletionDialogProps extends Omit<ConfirmDialogProps, 'confirmDisabled'> {
  /** The call that counts the rows affected by the deletion. `name` is the name of the row. */
  dependents?: (DependentsQuery & { name: string }) | BulkDependentsQuery;
  /** Whether to state that the user can undo the deletion, and for how long the rows can be restored. */
  canUndo?: boolean;
  /** Error message of the server, if the deletion failed. */
  error?: string | null;
}

/** Asks for confirmation before a deletion and counts the affected rows. `children` are shown if the server cannot count them. */
export function DeletionDialog({ open = true, dependents, canUndo, error, children, ...dialog }: DeletionDialogProps) {
  const { lines, isBlocked, restorableDays } = useDependents(open ? dependents : undefined);
  const name = dependents && 'name' in dependents ? dependents.name : '';
  return (
    <ConfirmDialog open={open} confirmDisabled={isBlocked} {...dialog}>
      {error && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{error}</MessageBarBody>
        </MessageBar>
      )}
      {lines ? (
        <>
          {name !== '' && <strong>{name}</strong>}
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </>
      ) : (
        children
      )}
      {canUndo && !isBlocked && (
        <p>{restorableDays === null ? dependentMessages.undoable : dependentMessages.restorable(restorableDays)}</p>
      )}
    </ConfirmDialog>
  );
}
