import type { Import, ImportOutcome, ImportResult } from '@console/shared-contract/api';
import {
  Button,
  DownloadIcon,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Subsection,
  Text,
  tokens,
  UndoIcon,
} from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { Counts } from '../exchange/counts';
import { importMessages, listShapeCounts } from './data/import-messages';
import { ImportItems } from './import-items';
import { NoteList } from './note-list';
import { fetchReport, useImportUndoCheck } from './data/imports.queries';

const texts = importMessages.result;

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

const MESSAGE_BAR_INTENT = { done: 'success', cancelled: 'warning', failed: 'error', undone: 'success' } as const;
type FinishedState = keyof typeof MESSAGE_BAR_INTENT;
export const isFinished = (state: Import['state']): state is FinishedState => state in MESSAGE_BAR_INTENT;

/** Shows the result of an import. The import can be undone until a user changes its images. */
export function ImportReport({ importRow: row, state, onUndo }: { importRow: Import; state: FinishedState; onUndo: () => void }) {
  const styles = useStyles();
  const { result, plan } = row;
  const statusTexts = { done: texts.done, cancelled: texts.cancelled, failed: texts.failed(row.error), undone: texts.undone };
  return (
    <div className={styles.part}>
      <MessageBar intent={MESSAGE_BAR_INTENT[state]}>
        <MessageBarBody>{statusTexts[state]}</MessageBarBody>
      </MessageBar>
      {result && state !== 'undone' && (
        <ResultDetails id={row.id} result={result} problems={getProblems(result, plan)} onUndo={onUndo} />
      )}
    </div>
  );
}

/** Returns the number of images that were not imported, by outcome. The plan counts unreadable and missing images. */
function getProblems({ pictures }: ImportResult, plan: Import['plan']): (readonly [ImportOutcome, number])[] {
  const { unreadable, missing } = plan?.pictures ?? { unreadable: 0, missing: 0 };
  const counts = { failed: pictures.failed - unreadable - missing, unreadable, missing };
  return (['failed', 'unreadable', 'missing'] as const).flatMap((countKey) =>
    counts[countKey] > 0 ? [[countKey, counts[countKey]] as const] : [],
  );
}

interface ResultProps {
  id: string;
  result: ImportResult;
  problems: readonly (readonly [ImportOutcome, number])[];
  onUndo: () => void;
}

function ResultDetails({ id, result, problems, onUndo }: ResultProps) {
  const { pictures, shapes, labels_created, products, declared, notes } = result;
  const styles = useStyles();
  const undoCheck = useImportUndoCheck(id);
  const report = useWrite({ send: () => downloadReport(id), failure: texts.reportFailed });
  return (
    <>
      <Subsection title={importMessages.plan.pictures}>
        <Counts
          values={(['added', 'here', 'failed'] as const).map(
            (countKey) => [texts.pictures[countKey], pictures[countKey]] as const,
          )}
        />
      </Subsection>
      <Subsection title={importMessages.plan.shapes}>
        <Counts
          values={[
            ...listShapeCounts(shapes),
            ...(['labels', 'same'] as const).map((countKey) => [texts.shapes[countKey], shapes[countKey]] as const),
            [texts.labelsCreated, labels_created],
            ...(['groups_created', 'jobs_created'] as const).flatMap((countKey) => {
              const count = result[countKey];
              return count === undefined ? [] : [[texts[countKey], count] as const];
            }),
            ...(products
              ? (['created', 'pictures'] as const).map((countKey) => [texts.products[countKey], products[countKey]] as const)
              : []),
          ]}
        />
      </Subsection>
      {declared && (
        <Subsection title={importMessages.plan.declared}>
          <Text>{texts.declaredAbout}</Text>
          <Counts
            values={(['images', 'shapes'] as const).map(
              (countKey) => [importMessages.plan.declaredCounts[countKey], declared[countKey]] as const,
            )}
          />
        </Subsection>
      )}
      <NoteList notes={notes} />
      {problems.length > 0 && <ImportItems id={id} outcomes={problems} />}
      {undoCheck.data && undoCheck.data.worked_on > 0 && (
        <MessageBar intent="info">
          <MessageBarBody>{texts.editedImages(undoCheck.data.worked_on)}</MessageBarBody>
        </MessageBar>
      )}
      <div className={styles.buttons}>
        <Button icon={<DownloadIcon />} disabledFocusable={report.isPending} onClick={() => void report.send()}>
          {texts.report}
        </Button>
        <Button icon={<UndoIcon />} disabledFocusable={!undoCheck.data?.possible} onClick={onUndo}>
          {texts.undo}
        </Button>
      </div>
    </>
  );
}

async function downloadReport(id: string): Promise<void> {
  const objectUrl = URL.createObjectURL(new Blob([await fetchReport(id)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = objectUrl;
  link.download = 'import-report.csv';
  link.click();
  // Revoke the URL after the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(objectUrl), 60_000);
}
