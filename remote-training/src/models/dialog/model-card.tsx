import { useCanCall } from '@console/shared-auth';
import type { ModelDomain, ModelScores } from '@console/shared-contract/api';
import {
  Badge,
  Button,
  Caption1,
  DownloadIcon,
  Facts,
  formatDateTime,
  formatScore,
  makeStyles,
  ProgressBar,
  Text,
  tokens,
} from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useLayoutEffect, useRef } from 'react';
import { modelsMessages } from './models-messages';
import { trainingMessages } from '../training-messages';
import { cardMessages } from '../card/card-messages';
import { downloadModelCard } from '../card/download-model-card';
import { DatasetImages } from './dataset-images';
import { DeleteModel } from './delete-model';
import { cancelTraining, getModelChanges, activateModel, type TaskModel } from '../models.queries';
import { ModelComparison } from './model-comparison';
import { ruleMessages } from '../training-rule/rule-messages';
import { ScoresByLabel } from './scores-by-label';
import { TrainStatus } from '../train-status';
import { isTrainingInProgress } from '../training-state';
import { ChangeModel } from '../upload/change-model';
import { uploadMessages } from '../upload/upload-messages';
import { useModelDownload } from '../use-model-download';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    paddingBlock: tokens.spacingVerticalM,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  date: { color: tokens.colorNeutralForeground3, marginInlineEnd: 'auto' },
  error: { color: tokens.colorPaletteRedForeground1, overflowWrap: 'anywhere' },
  progress: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
});

interface ModelCardProps {
  domain: ModelDomain;
  task: { id: string; name: string };
  model: TaskModel;
  /** Number of the model within the task; the oldest model is number 1. */
  number: number;
  /** Label names by id. */
  labels: ReadonlyMap<string, string>;
  canDownload: boolean;
  onDeleted: () => void;
}

/** One model of a task with its training progress, its scores or the reason why it failed. */
export function ModelCard({ domain, task, model, number, labels, canDownload, onDeleted }: ModelCardProps) {
  const styles = useStyles();
  const cancellation = useWrite({
    send: () => cancelTraining(domain, model.id),
    failure: modelsMessages.cancelFailed,
    changes: () => getModelChanges(domain),
  });
  const activation = useWrite({
    send: () => activateModel(domain, model.id),
    success: { title: modelsMessages.activated(number) },
    failure: modelsMessages.activateFailed,
    changes: () => getModelChanges(domain),
  });
  const canChange = useCanCall<'POST /detection/v2/model/{id}/take-back'>('train');
  const cardDownload = useWrite({
    send: async () =>
      downloadModelCard({
        domain,
        task,
        model,
        number,
        labels,
        name: modelsMessages.model(number, uploaded?.name),
        calibration: scores?.calibration ? modelsMessages.calibrated(scores.calibration) : null,
      }),
    failure: cardMessages.failed,
  });
  const canDelete = useCanCall<'DELETE /detection/v2/model/{id}'>('train');
  const download = useModelDownload(domain);
  const { train_status: status, error, scores, uploaded } = model;
  const isInProgress = isTrainingInProgress(status);
  const cardRef = useRef<HTMLLIElement>(null);
  const hasUsedButton = useRef(false);
  const isUsable = status === 'TRAINED' && model.in_use === false;
  const hasButton = isInProgress || isUsable;
  // The buttons to cancel a training and to use a model disappear. Focus the card, or the focus would leave the dialog.
  useLayoutEffect(() => {
    if (hasButton || !hasUsedButton.current) return;
    hasUsedButton.current = false;
    cardRef.current?.focus();
  }, [hasButton]);
  return (
    <li ref={cardRef} tabIndex={-1} className={styles.card}>
      <div className={styles.head}>
        <Text weight="semibold">{modelsMessages.model(number, uploaded?.name)}</Text>
        {uploaded ? <Badge appearance="outline">{uploadMessages.uploaded}</Badge> : <TrainStatus status={status} />}
        {model.in_use && (
          <Badge appearance="outline" color="brand">
            {modelsMessages.inUse}
          </Badge>
        )}
        <Caption1 className={styles.date}>{formatDateTime(model.finished ?? model.created)}</Caption1>
        {isInProgress && canChange && (
          <Button
            size="small"
            disabledFocusable={cancellation.isPending}
            onClick={() => {
              hasUsedButton.current = true;
              void cancellation.send();
            }}
          >
            {modelsMessages.cancel}
          </Button>
        )}
        {isUsable && canChange && (
          <Button
            size="small"
            disabledFocusable={activation.isPending}
            onClick={() => {
              hasUsedButton.current = true;
              void activation.send();
            }}
          >
            {modelsMessages.activate}
          </Button>
        )}
        {status === 'TRAINED' && canDownload && (
          <Button
            size="small"
            icon={<DownloadIcon />}
            disabledFocusable={download.isPending}
            onClick={() => void download.send({ model: model.id, name: `${task.name} ${number}` })}
          >
            {trainingMessages.download.action}
          </Button>
        )}
        {status === 'TRAINED' && model.number !== undefined && (
          <Button size="small" disabledFocusable={cardDownload.isPending} onClick={() => void cardDownload.send()}>
            {cardMessages.action}
          </Button>
        )}
        {uploaded && canChange && <ChangeModel domain={domain} model={model.id} uploaded={uploaded} labels={labels} />}
        {!isInProgress && canDelete && model.number !== undefined && (
          <DeleteModel domain={domain} model={model} name={modelsMessages.model(number, uploaded?.name)} onDeleted={onDeleted} />
        )}
      </div>
      {model.awaits_promotion && <Caption1>{ruleMessages.awaits}</Caption1>}
      {isInProgress && <TrainingProgressBar model={model} />}
      {model.started_by && (
        <Caption1>{`${uploaded ? modelsMessages.uploadedBy : modelsMessages.startedBy} ${model.started_by.username}`}</Caption1>
      )}
      {error && <Text className={styles.error}>{status === 'FAILED' ? trainingMessages.trainingFailed(error) : error}</Text>}
      {uploaded && <Facts values={uploadMessages.details(uploaded, labels)} />}
      {scores && <ModelMeasures model={model} scores={scores} labels={labels} />}
      {status === 'TRAINED' && model.number !== undefined && <ModelComparison domain={domain} task={task.id} model={model} />}
      {model.dataset && <DatasetImages dataset={model.dataset} imageCount={model.pictures ?? 0} />}
    </li>
  );
}

function TrainingProgressBar({ model: { train_status: status, progress } }: { model: TaskModel }) {
  const styles = useStyles();
  if (status === 'QUEUED' || !progress)
    return <Caption1>{status === 'QUEUED' ? modelsMessages.waiting : trainingMessages.phase.reading}</Caption1>;
  const { phase, done: doneCount, total, loss, secondsLeft } = progress;
  const text = [
    trainingMessages.phase[phase],
    total > 0 ? modelsMessages.step(doneCount, total) : null,
    loss === undefined ? null : modelsMessages.loss(loss),
    secondsLeft === undefined ? null : trainingMessages.secondsLeft(Math.ceil(secondsLeft)),
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <div className={styles.progress}>
      <ProgressBar
        value={total > 0 ? doneCount / total : undefined}
        aria-label={trainingMessages.phase[phase]}
        aria-valuetext={text}
      />
      <Caption1>{text}</Caption1>
    </div>
  );
}

function ModelMeasures({
  model: { pictures, seed },
  scores,
  labels,
}: {
  model: TaskModel;
  scores: ModelScores;
  labels: ReadonlyMap<string, string>;
}) {
  const measures: [string, number | null][] = [
    [modelsMessages.map50, scores.map50],
    [modelsMessages.map75, scores.map75],
    [modelsMessages.accuracy, scores.accuracy],
    [modelsMessages.error, scores.error],
  ];
  const counts: [string, number | null | undefined][] = [
    [modelsMessages.datasetImages, pictures],
    [modelsMessages.seed, seed],
  ];
  return (
    <>
      <Facts
        values={Object.fromEntries([
          ...measures.filter(([, value]) => value !== null).map(([name, value]) => [name, formatScore(value)]),
          ...counts.filter(([, value]) => value != null).map(([name, value]) => [name, String(value)]),
        ])}
      />
      <Caption1>{modelsMessages.measuredOn(scores.pictures, scores.heldOut)}</Caption1>
      {scores.calibration && <Caption1>{modelsMessages.calibrated(scores.calibration)}</Caption1>}
      <ScoresByLabel scores={scores} labels={labels} />
    </>
  );
}
