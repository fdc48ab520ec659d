import { cancelWork, useCanCall } from '@console/shared-auth';
import type { ModelDomain, PredictionRun } from '@console/shared-contract/api';
import { Button, Caption1, makeStyles, PageLink, ProgressBar, Subsection, Text, tokens } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { modelsMessages } from './models-messages';
import { getModelChanges, isRunning, startRun, useRun } from '../models.queries';

const runMessages = modelsMessages.run;
const useStyles = makeStyles({
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  progress: { flexGrow: 1, minWidth: '120px' },
});

/** Starts a background run of the model in use that finds suspected label errors and uncertain predictions. */
export function RunPanel({ domain, task: taskId, isTrained }: { domain: ModelDomain; task: string; isTrained: boolean }) {
  const styles = useStyles();
  const canRun = useCanCall<'POST /detection/v2/task/{id}/predict-images'>('train');
  const canCancel = useCanCall<'POST /annotate/v2/work/{id}/cancel'>('manage');
  const { data } = useRun(domain, taskId);
  const options = { failure: runMessages.failed, changes: () => getModelChanges(domain) };
  const runStart = useWrite({ ...options, send: () => startRun(domain, taskId) });
  const runCancellation = useWrite({ ...options, send: ({ id, workspace }: BackgroundWork) => cancelWork(id, workspace) });
  if (!data || (!canRun && !data.run)) return null;
  const { run } = data;
  const isInProgress = isRunning(run);
  const runningMessage = runMessages.running[getPurpose(run?.work)];
  return (
    <Subsection title={runMessages.title}>
      <p className={styles.hint}>{runMessages.hint}</p>
      <div className={styles.line}>
        {run?.work && isInProgress ? (
          <>
            <ProgressBar
              className={styles.progress}
              aria-label={runningMessage}
              value={run.work.total ? run.work.done / run.work.total : undefined}
            />
            <Caption1>{run.work.total === null ? runningMessage : runMessages.progress(run.work.done, run.work.total)}</Caption1>
            {canCancel && (
              <Button
                size="small"
                disabledFocusable={runCancellation.isPending}
                onClick={() => run.work && void runCancellation.send(run.work)}
              >
                {runMessages.cancel}
              </Button>
            )}
          </>
        ) : (
          canRun && (
            <>
              <Button disabledFocusable={!isTrained || runStart.isPending} onClick={() => void runStart.send()}>
                {run ? runMessages.startAgain : runMessages.start}
              </Button>
              {!isTrained && <Caption1>{runMessages.needsModel}</Caption1>}
            </>
          )
        )}
      </div>
      {run && !isInProgress && <RunResult run={run} />}
    </Subsection>
  );
}

type BackgroundWork = NonNullable<PredictionRun['work']>;

/** Returns the purpose of a run: pre-labelling, or a check of the annotations. */
const getPurpose = (work: PredictionRun['work'] | undefined) => (work?.kind === 'pre-label' ? 'preLabel' : 'check');

function RunResult({ run: { id, images, suspects, decisions, work, note } }: { run: PredictionRun }) {
  const styles = useStyles();
  const decidedCount = decisions ? decisions.accepted + decisions.dismissed : 0;
  const isCompared = work?.kind === 'predict-images';
  const endedTexts = runMessages.ended[getPurpose(work)];
  return (
    <>
      {work?.status === 'failed' && <Text>{endedTexts.failed(work.error ?? '')}</Text>}
      {work?.status === 'cancelled' && <Text>{endedTexts.cancelled}</Text>}
      {note && <Text>{note}</Text>}
      <div className={styles.line}>
        <Text>{isCompared ? runMessages.checked(images) : runMessages.predicted(images)}</Text>
        {suspects > 0 && <Text>{runMessages.suspects(suspects)}</Text>}
        {isCompared && images > 0 && suspects === 0 && <Text>{runMessages.noSuspects}</Text>}
        {decisions && decidedCount > 0 && <Text>{runMessages.precision(decisions.accepted, decidedCount)}</Text>}
        {suspects > 0 && (
          <PageLink to="/images" query={`?suspects-of=${id}&sort=surest`}>
            {runMessages.openSuspects}
          </PageLink>
        )}
        {images > 0 && (
          <PageLink to="/images" query={`?predicted-by=${id}&sort=uncertain`}>
            {runMessages.openUncertain}
          </PageLink>
        )}
      </div>
      {suspects > 0 && <p className={styles.hint}>{runMessages.precisionHint}</p>}
    </>
  );
}
