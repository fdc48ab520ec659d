import {
  announce,
  api,
  cancelWork,
  followWork,
  isAborted,
  useWorkspace,
  useWorkspaceQuery,
  WorkStoppedError,
} from '@console/shared-auth';
import type { GoldDomain, PreLabelPreview, Work } from '@console/shared-contract/api';
import { Button, Caption1, describeRefusal, FormDialog, makeStyles, ProgressBar, Text, tokens } from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { DomainTaskField, type DomainTask } from '@console/shared-ui/choices';
import { useEffect, useState } from 'react';
import { toSelectionBody, type ImageSelection } from '../../exchange/image-selection';
import { useAbortOnUnmount } from '../../image/data/use-abort-on-unmount';
import { ThresholdRow } from '../../image/prelabel/threshold-row';
import type { Thresholds } from '../../image/prelabel/thresholds';
import { AcceptanceCounts, AcceptanceFields } from './acceptance-fields';
import { preLabelMessages as messages } from './pre-label-messages';

const useStyles = makeStyles({
  labels: { display: 'flex', flexDirection: 'column', maxHeight: '40vh', overflowY: 'auto' },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  progress: { flexGrow: 1, minWidth: '120px' },
});

/** Delay after a change of a slider before the predictions are counted again. */
const COUNT_DELAY_MS = 300;
const PREVIEW_TOPICS = [{ topic: 'objects' }, { topic: 'images' }] as const;

type ImageTask = DomainTask<Exclude<GoldDomain, 'similarity'>>;

interface PreLabelDialogProps {
  selection: ImageSelection;
  onClose: () => void;
}

/**
 * Asks for the task and the minimum confidence of each label, shows how many predictions would be added, and adds them in
 * background work.
 */
export function PreLabelDialog({ selection, onClose }: PreLabelDialogProps) {
  const { workspaceId } = useWorkspace();
  const offerUndo = useUndoNotice();
  const createRunSignal = useAbortOnUnmount();
  const [task, setTask] = useState<ImageTask | null>(null);
  const [thresholds, setThresholds] = useState<Thresholds>({});
  const [maxError, setMaxError] = useState<number | null>(null);
  const [work, setWork] = useState<Work | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { preview, isCurrent } = usePreview(task, selection, { thresholds, maxError });
  const texts = maxError === null ? messages : messages.acceptance;
  const isRunning = work !== null;
  // Show the previous counts while a slider moves. Hide them after the user has switched the acceptance on or off, because the counts then
  // have another meaning.
  const counts = preview.data && (preview.data.acceptance !== undefined) === (maxError !== null) ? preview.data : undefined;
  const addsNothing = !counts || !canAdd(counts) || (maxError !== null && !isCurrent);

  const startRun = async (mode: 'predict' | 'add') => {
    if (!task || !workspaceId || isRunning) return;
    const scope = { workspace: workspaceId, signal: createRunSignal() };
    setError(null);
    try {
      const response = await preLabel(task, selection, { mode, thresholds, maxError, scope });
      if (response.work) await followWork(response.work, scope, setWork);
      await Promise.all(PREVIEW_TOPICS.map((change) => announce(change)));
      if (mode === 'predict') return void (await preview.refetch());
      if (response.work) offerUndo(texts.done, { changeSet: response.work.id, changes: PREVIEW_TOPICS });
      onClose();
    } catch (runError) {
      if (isAborted(runError)) return;
      const isCancelled = runError instanceof WorkStoppedError && runError.work.status === 'cancelled';
      if (runError instanceof WorkStoppedError)
        setError(isCancelled ? messages.stopped.cancelled : `${messages.stopped.failed} ${runError.message}`);
      else setError(`${messages.failed} ${describeRefusal(runError)}`);
    } finally {
      if (!scope.signal.aborted) setWork(null);
    }
  };

  return (
    <FormDialog
      title={texts.title(selection.total)}
      submitLabel={texts.submit}
      submitDisabled={addsNothing || isRunning}
      {...(isRunning && { closeLabel: messages.close })}
      error={error}
      dirty={false}
      onSubmit={(event) => {
        event.preventDefault();
        void startRun('add');
      }}
      onClose={onClose}
    >
      <Text>{messages.intro}</Text>
      <DomainTaskField
        label={messages.task}
        hint={messages.taskHint}
        value={task}
        onChange={(selected) => {
          setTask(selected);
          setThresholds({});
          setMaxError(null);
        }}
      />
      {task && task.domain !== 'segmentation' && (
        <AcceptanceFields maxError={maxError} onChange={setMaxError} disabled={isRunning} />
      )}
      {work ? (
        <WorkState work={work} />
      ) : (
        task && (
          <div role="status">
            {preview.error ? describeRefusal(preview.error) : !counts && messages.counting}
            {counts && (
              <PredictionCounts
                counts={counts}
                thresholds={thresholds}
                onThresholdsChange={setThresholds}
                onPredict={() => void startRun('predict')}
              />
            )}
          </div>
        )
      )}
    </FormDialog>
  );
}

/** Whether there is anything to add. Predictions can be accepted only after the user has seen all counts. */
const canAdd = ({ acceptance, labels, unpredicted }: PreLabelPreview): boolean =>
  acceptance ? acceptance.problem === null && unpredicted === 0 : unpredicted > 0 || labels.some(({ count }) => count > 0);

interface CountsProps {
  counts: PreLabelPreview;
  thresholds: Thresholds;
  onThresholdsChange: (thresholds: Thresholds) => void;
  onPredict: () => void;
}

function PredictionCounts({
  counts: { matched: matchedCount, images, unpredicted, labels, acceptance },
  thresholds,
  onThresholdsChange,
  onPredict,
}: CountsProps) {
  const styles = useStyles();
  return (
    <>
      <p>{messages.candidates(images, matchedCount)}</p>
      {unpredicted > 0 && (
        <div className={styles.line}>
          <Text>{(acceptance ? messages.acceptance : messages).unpredicted(unpredicted)}</Text>
          <Button size="small" onClick={onPredict}>
            {messages.predict(unpredicted)}
          </Button>
        </div>
      )}
      {acceptance && unpredicted === 0 && <AcceptanceCounts acceptance={acceptance} />}
      {!acceptance && unpredicted < images && (
        <div role="group" aria-label={messages.labels} className={styles.labels}>
          {labels.map(({ id, name, recommended, count }) => (
            <ThresholdRow
              key={id}
              name={name}
              threshold={thresholds[id] ?? Math.round(100 * recommended)}
              onChange={(threshold) => onThresholdsChange({ ...thresholds, [id]: threshold })}
              count={String(count)}
            />
          ))}
        </div>
      )}
      {!acceptance && Object.keys(thresholds).length > 0 && (
        <Button size="small" appearance="subtle" onClick={() => onThresholdsChange({})}>
          {messages.reset}
        </Button>
      )}
    </>
  );
}

function WorkState({ work }: { work: Work }) {
  const styles = useStyles();
  return (
    <>
      <div className={styles.line}>
        <ProgressBar
          className={styles.progress}
          aria-label={messages.running}
          value={work.total ? work.done / work.total : undefined}
        />
        <Caption1>{messages.progress(work.done, work.total)}</Caption1>
        <Button size="small" onClick={() => void cancelWork(work.id, work.workspace)}>
          {messages.cancelWork}
        </Button>
      </div>
      <Caption1>{messages.background}</Caption1>
    </>
  );
}

interface PreLabelSettings {
  /** Minimum confidence in percent, by label. */
  thresholds: Thresholds;
  /** Maximum error in percent. Null to add the predictions without accepting them. */
  maxError: number | null;
}

interface PreLabelRequest extends PreLabelSettings {
  mode: 'count' | 'predict' | 'add';
  scope: { workspace: string; signal: AbortSignal };
}

function preLabel({ domain, id }: ImageTask, selection: ImageSelection, { mode, thresholds, maxError, scope }: PreLabelRequest) {
  const ratios = Object.fromEntries(Object.entries(thresholds).map(([label, percent]) => [label, percent / 100]));
  const acceptance = maxError === null ? {} : { target_error: maxError / 100 };
  const body = { ...toSelectionBody(selection), mode, thresholds: ratios, ...acceptance };
  return api.call(`POST /${domain}/v2/task/{id}/pre-label`, { params: { id }, body, ...scope });
}

/** Counts the predictions that would be added. After a slider moves, the counts are outdated until the delay has passed. */
function usePreview(task: ImageTask | null, selection: ImageSelection, { thresholds, maxError }: PreLabelSettings) {
  const [committed, setCommitted] = useState({ thresholds, maxError });
  useEffect(() => {
    const timer = setTimeout(() => setCommitted({ thresholds, maxError }), COUNT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [thresholds, maxError]);
  const preview = useWorkspaceQuery({
    // Keys that start with `own:` are for rows that only this micro-frontend shows and changes.
    key: ['own:annotate', 'pre-label', task?.id ?? '', JSON.stringify([toSelectionBody(selection), committed])],
    enabled: task !== null,
    load: (scope) => preLabel(task!, selection, { mode: 'count', ...committed, scope }),
    // Do not show the labels and counts of another task.
    placeholderData: (previous, query) => (query?.queryKey.includes(task?.id) ? previous : undefined),
    gcTime: 0,
    retry: false,
  });
  const isCommitted = committed.thresholds === thresholds && committed.maxError === maxError;
  return { preview, isCurrent: isCommitted && !preview.isPlaceholderData };
}
