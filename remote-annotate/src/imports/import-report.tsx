import type { Import, ImportOutcome, ImportResult } from '@console/shared-contract/api';
import {
  Button,
  DownloadIcon,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Subsection,
  tokens,
  UndoIcon,
} from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { Counts } from '../exchange/counts';
import { importMessages } from './data/import-messages';
import { ImportItems } from './import-items';
import { fetchReport, useUndoable } from './data/imports.queries';

const words = importMessages.result;

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  notes: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL, overflowWrap: 'anywhere' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

const INTENT = { done: 'success', cancelled: 'warning', failed: 'error', undone: 'success' } as const;
type Ended = keyof typeof INTENT;
export const hasEnded = (state: Import['state']): state is Ended => state in INTENT;

/** Shows the result of an import. It can be undone until somebody works on its images. */
export function ImportReport({ of: row, state, onUndo }: { of: Import; state: Ended; onUndo: () => void }) {
  const styles = useStyles();
  const { result, plan } = row;
  const said = { done: words.done, cancelled: words.cancelled, failed: words.failed(row.error), undone: words.undone };
  return (
    <div className={styles.part}>
      <MessageBar intent={INTENT[state]}>
        <MessageBarBody>{said[state]}</MessageBarBody>
      </MessageBar>
      {result && state !== 'undone' && <Result id={row.id} result={result} wrong={wrongOf(result, plan)} onUndo={onUndo} />}
    </div>
  );
}

/** Returns the number of images that were not imported, by outcome. The plan counts unreadable and missing images. */
function wrongOf({ pictures }: ImportResult, plan: Import['plan']): (readonly [ImportOutcome, number])[] {
  const { unreadable, missing } = plan?.pictures ?? { unreadable: 0, missing: 0 };
  const counts = { failed: pictures.failed - unreadable - missing, unreadable, missing };
  return (['failed', 'unreadable', 'missing'] as const).flatMap((each) =>
    counts[each] > 0 ? [[each, counts[each]] as const] : [],
  );
}

interface ResultProps {
  id: string;
  result: ImportResult;
  wrong: readonly (readonly [ImportOutcome, number])[];
  onUndo: () => void;
}

function Result({ id, result, wrong, onUndo }: ResultProps) {
  const { pictures, shapes, labels_created, products, notes } = result;
  const styles = useStyles();
  const undoable = useUndoable(id);
  const report = useWrite({ send: () => downloadReport(id), failure: words.reportFailed });
  return (
    <>
      <Subsection title={importMessages.plan.pictures}>
        <Counts values={(['added', 'here', 'failed'] as const).map((each) => [words.pictures[each], pictures[each]] as const)} />
      </Subsection>
      <Subsection title={importMessages.plan.shapes}>
        <Counts
          values={[
            ...(['boxes', 'polygons', 'points', 'labels', 'same'] as const).map(
              (each) => [words.shapes[each], shapes[each]] as const,
            ),
            [words.labelsCreated, labels_created],
            ...(['groups_created', 'jobs_created'] as const).flatMap((each) => {
              const count = result[each];
              return count === undefined ? [] : [[words[each], count] as const];
            }),
            ...(products
              ? (['created', 'pictures'] as const).map((each) => [words.products[each], products[each]] as const)
              : []),
          ]}
        />
      </Subsection>
      {notes.length > 0 && (
        <Subsection title={words.notes}>
          <ul className={styles.notes}>
            {notes.map(({ reason, count }) => (
              <li key={reason}>{importMessages.plan.note(reason, count)}</li>
            ))}
          </ul>
        </Subsection>
      )}
      {wrong.length > 0 && <ImportItems id={id} outcomes={wrong} />}
      {undoable.data && undoable.data.worked_on > 0 && (
        <MessageBar intent="info">
          <MessageBarBody>{words.workedOn(undoable.data.worked_on)}</MessageBarBody>
        </MessageBar>
      )}
      <div className={styles.buttons}>
        <Button icon={<DownloadIcon />} disabledFocusable={report.isPending} onClick={() => void report.send()}>
          {words.report}
        </Button>
        <Button icon={<UndoIcon />} disabledFocusable={!undoable.data?.possible} onClick={onUndo}>
          {words.undo}
        </Button>
      </div>
    </>
  );
}

async function downloadReport(id: string): Promise<void> {
  const address = URL.createObjectURL(new Blob([await fetchReport(id)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'import-report.csv';
  link.click();
  // Revoke the URL after the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
