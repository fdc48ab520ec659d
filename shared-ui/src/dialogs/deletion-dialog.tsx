import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { dependentMessages } from './dependent-messages';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog';
import { useDependents, type BulkDependentsQuery, type DependentsQuery } from './use-dependents';

export interface DeletionDialogProps extends Omit<ConfirmDialogProps, 'confirmDisabled'> {
  /** The call that counts what the deletion affects. `name` is the name of the row. */
  dependents?: (DependentsQuery & { name: string }) | BulkDependentsQuery;
  /** States below the counts, or below `children`, that the user can undo the deletion, and for how long it can be restored. */
  canUndo?: boolean;
  /** Error of the server. */
  error?: string | null;
}

/** Asks before a deletion and counts what it affects. `children` are shown if the server does not count it. */
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
