import type { Import, ImportOutlines } from '@console/shared-contract/api';
import { QueryState } from '@console/shared-ui/pages';
import { useEffect, useRef, useState } from 'react';
import { importMessages as words } from '../import-messages';
import { SendProgress, WorkProgress } from './import-progress';
import { ImportPlan } from './import-plan';
import { hasEnded, ImportReport } from './import-report';
import { importChanged, importedRowsChanged, isWorking, useImport } from './imports.queries';

/** One import, in whichever state it is. */
export function ImportScreen({ id, onUndo }: { id: string; onUndo: (row: Import) => void }) {
  const found = useImport(id);
  // A plan that is read again is drawn anew.
  const [outlines, setOutlines] = useState<ImportOutlines>('polygons');
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
      {(row) => <InState row={row} outlines={outlines} onOutlines={setOutlines} onUndo={() => onUndo(row)} />}
    </QueryState>
  );
}

interface InStateProps {
  row: Import;
  outlines: ImportOutlines;
  onOutlines: (outlines: ImportOutlines) => void;
  onUndo: () => void;
}

function InState({ row, outlines, onOutlines, onUndo }: InStateProps) {
  const { state, plan } = row;
  if (state === 'collecting') return <SendProgress of={row} />;
  if (isWorking(row)) return <WorkProgress of={row} />;
  return (
    <>
      {hasEnded(state) && <ImportReport of={row} state={state} onUndo={onUndo} />}
      {plan && (state === 'planned' || state === 'cancelled' || state === 'failed') && (
        <ImportPlan key={`${plan.format} ${state}`} of={row} plan={plan} outlines={outlines} onOutlines={onOutlines} />
      )}
    </>
  );
}
