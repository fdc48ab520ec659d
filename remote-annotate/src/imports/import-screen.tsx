import type { Import } from '@console/shared-contract/api';
import { makeStyles, tokens } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { useEffect, useRef } from 'react';
import { importMessages as texts } from './data/import-messages';
import { SendProgress, WorkProgress } from './import-progress';
import { ImportPlan } from './import-plan';
import { isFinished, ImportReport } from './import-report';
import { refreshImports, announceImportedRows, isInProgress, useImport } from './data/imports.queries';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0, outlineStyle: 'none' },
});

/** Shows one import in its current state. */
export function ImportScreen({ id, onUndo }: { id: string; onUndo: (row: Import) => void }) {
  const styles = useStyles();
  const query = useImport(id);
  const state = query.data?.state;
  const previousState = useRef(state);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const previousValue = previousState.current;
    previousState.current = state;
    if (state === undefined || previousValue === state) return;
    // The button that opened this view has been removed, so move the focus to keep it in the dialog.
    if (document.activeElement === document.body) body.current?.focus();
    if (previousValue === undefined) return;
    void refreshImports();
    // A short import may finish before a poll has shown it as running, so announce the changes in any finished state.
    if (isFinished(state)) void announceImportedRows();
  }, [state]);
  return (
    <QueryState query={query} notFound={texts.notFound} failed={texts.loadFailed}>
      {(row) => (
        <div ref={body} role="group" aria-label={row.name} tabIndex={-1} className={styles.body}>
          <ImportStateView row={row} onUndo={() => onUndo(row)} />
        </div>
      )}
    </QueryState>
  );
}

interface ImportStateViewProps {
  row: Import;
  onUndo: () => void;
}

function ImportStateView({ row, onUndo }: ImportStateViewProps) {
  const { state, plan } = row;
  if (state === 'collecting') return <SendProgress importRow={row} />;
  if (isInProgress(row)) return <WorkProgress importRow={row} />;
  return (
    <>
      {isFinished(state) && <ImportReport importRow={row} state={state} onUndo={onUndo} />}
      {plan && (state === 'planned' || state === 'cancelled' || state === 'failed') && (
        <ImportPlan key={`${plan.format} ${state}`} importRow={row} plan={plan} />
      )}
    </>
  );
}
