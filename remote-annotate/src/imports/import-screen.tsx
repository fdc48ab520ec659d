import type { Import } from '@console/shared-contract/api';
import { makeStyles, tokens } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { useEffect, useRef } from 'react';
import { importMessages as words } from './data/import-messages';
import { SendProgress, WorkProgress } from './import-progress';
import { ImportPlan } from './import-plan';
import { hasEnded, ImportReport } from './import-report';
import { importChanged, importedRowsChanged, isWorking, useImport } from './data/imports.queries';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0, outlineStyle: 'none' },
});

/** Shows one import in its current state. */
export function ImportScreen({ id, onUndo }: { id: string; onUndo: (row: Import) => void }) {
  const styles = useStyles();
  const found = useImport(id);
  const state = found.data?.state;
  const last = useRef(state);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const was = last.current;
    last.current = state;
    if (state === undefined || was === state) return;
    // The button that opened this view was removed, so move the focus to keep it in the dialog.
    if (document.activeElement === document.body) body.current?.focus();
    if (was === undefined) return;
    void importChanged();
    if (was === 'running' || was === 'undoing') void importedRowsChanged();
  }, [state]);
  return (
    <QueryState query={found} notFound={words.notFound} failed={words.loadFailed}>
      {(row) => (
        <div ref={body} role="group" aria-label={row.name} tabIndex={-1} className={styles.body}>
          <InState row={row} onUndo={() => onUndo(row)} />
        </div>
      )}
    </QueryState>
  );
}

interface InStateProps {
  row: Import;
  onUndo: () => void;
}

function InState({ row, onUndo }: InStateProps) {
  const { state, plan } = row;
  if (state === 'collecting') return <SendProgress of={row} />;
  if (isWorking(row)) return <WorkProgress of={row} />;
  return (
    <>
      {hasEnded(state) && <ImportReport of={row} state={state} onUndo={onUndo} />}
      {plan && (state === 'planned' || state === 'cancelled' || state === 'failed') && (
        <ImportPlan key={`${plan.format} ${state}`} of={row} plan={plan} />
      )}
    </>
  );
}
