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
  const importState = query.data?.state;
  const previousState = useRef(importState);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const previousValue = previousState.current;
    previousState.current = importState;
    if (importState === undefined || previousValue === importState) return;
    // If the focused button has been removed, move the focus to the content, so that it stays in the dialog.
    if (document.activeElement === document.body) body.current?.focus();
    if (previousValue === undefined) return;
    void refreshImports();
    // Announce changes whenever the import is finished. A short import may finish before a poll has shown it as running.
    if (isFinished(importState)) void announceImportedRows();
  }, [importState]);
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
  const { state: importState, plan } = row;
  if (importState === 'collecting') return <SendProgress importRow={row} />;
  if (isInProgress(row)) return <WorkProgress importRow={row} />;
  return (
    <>
      {isFinished(importState) && <ImportReport importRow={row} state={importState} onUndo={onUndo} />}
      {plan && (importState === 'planned' || importState === 'cancelled' || importState === 'failed') && (
        <ImportPlan key={`${plan.format} ${importState}`} importRow={row} plan={plan} />
      )}
    </>
  );
}
