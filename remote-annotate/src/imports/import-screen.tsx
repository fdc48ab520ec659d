import type { Import } from '@console/shared-contract/api';
import { QueryState } from '@console/shared-ui/pages';
import { useEffect, useRef } from 'react';
import { importMessages as words } from '../import-messages';
import { SendProgress, WorkProgress } from './import-progress';
import { ImportPlan } from './import-plan';
import { hasEnded, ImportReport } from './import-report';
import { importChanged, importedRowsChanged, isWorking, useImport } from './imports.queries';

/** One import, in whichever state it is. */
export function ImportScreen({ id, onUndo }: { id: string; onUndo: (row: Import) => void }) {
  const found = useImport(id);
  const state = found.data?.state;
  const last = useRef(state);
  useEffect(() => {
    const was = last.current;
    last.current = state;
    if (state === undefined || was === undefined || was === state) return;
    void importChanged();
    if (was === 'running' || was === 'undoing') void importedRowsChanged();
  }, [state]);
  return (
    <QueryState query={found} notFound={words.notFound} failed={words.loadFailed}>
      {(row) => <InState row={row} onUndo={() => onUndo(row)} />}
    </QueryState>
  );
}

function InState({ row, onUndo }: { row: Import; onUndo: () => void }) {
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
