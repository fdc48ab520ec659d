import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog';
import { useDependents, type DependentsQuery } from './use-dependents';

export interface DeletionDialogProps extends Omit<ConfirmDialogProps, 'open' | 'confirmDisabled'> {
  /** Default: true. */
  open?: boolean;
  dependents?: DependentsQuery & { name: string };
}

/** Asks before a deletion and counts what it affects. `children` are shown if the server does not count it. */
export function DeletionDialog({ open = true, dependents, children, ...dialog }: DeletionDialogProps) {
  const { lines, isBlocked } = useDependents(open ? dependents : undefined);
  return (
    <ConfirmDialog open={open} confirmDisabled={isBlocked} {...dialog}>
      {dependents && lines ? (
        <>
          {dependents.name !== '' && <strong>{dependents.name}</strong>}
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </>
      ) : (
        children
      )}
    </ConfirmDialog>
  );
}
