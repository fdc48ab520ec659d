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
import { messages } from '../messages';
import { DatasetPictures } from './dataset-pictures';
import { cancelTraining, changesOf, takeBack, type TaskModel } from './models.queries';
import { ScoresByLabel } from './scores-by-label';
import { TrainStatus } from './train-status';
import { useModelDownload } from './use-model-download';

const words = messages.models;
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

export interface ModelCardProps {
  domain: ModelDomain;
  /** The name of the task. */
  task: string;
  model: TaskModel;
  /** 1 for the first of the task. */
  number: number;
  labels: ReadonlyMap<string, string>;
  canDownload: boolean;
}

/** One model of a task: how far it is, how good it is, or why it failed. */
export function ModelCard({ domain, task, model, number, labels, canDownload }: ModelCardProps) {
  const styles = useStyles();
  const cancel = useWrite({
    send: () => cancelTraining(domain, model.id),
    failure: words.cancelFailed,
    changes: () => changesOf(domain),
  });
  const use = useWrite({
    send: () => takeBack(domain, model.id),
    success: { title: words.used(number) },
    failure: words.useFailed,
    changes: () => changesOf(domain),
  });
  const download = useModelDownload(domain);
  const { train_status: status, error, scores } = model;
  const isGoingOn = status === 'QUEUED' || status === 'TRAINING';
  const card = useRef<HTMLLIElement>(null);
  const wasCancelled = useRef(false);
  // The button that cancels goes with the training; without it the focus would leave the dialog.
  useLayoutEffect(() => {
    if (isGoingOn || !wasCancelled.current) return;
    wasCancelled.current = false;
    card.current?.focus();
  }, [isGoingOn]);
  return (
    <li ref={card} tabIndex={-1} className={styles.card}>
      <div className={styles.head}>
        <Text weight="semibold">{words.model(number)}</Text>
        <TrainStatus status={status} />
        {model.in_use && (
          <Badge appearance="outline" color="brand">
            {words.inUse}
          </Badge>
        )}
        <Caption1 className={styles.date}>{formatDateTime(model.finished ?? model.created)}</Caption1>
        {isGoingOn && (
          <Button
            size="small"
            disabledFocusable={cancel.isPending}
            onClick={() => {
              wasCancelled.current = true;
              void cancel.send();
            }}
          >
            {words.cancel}
          </Button>
        )}
        {status === 'TRAINED' && model.in_use === false && (
          <Button size="small" disabledFocusable={use.isPending} onClick={() => void use.send()}>
            {words.use}
          </Button>
        )}
        {status === 'TRAINED' && canDownload && (
          <Button
            size="small"
            icon={<DownloadIcon />}
            disabledFocusable={download.isPending}
            onClick={() => void download.send({ model: model.id, name: `${task} ${number}` })}
          >
            {messages.download.action}
          </Button>
        )}
      </div>
      {isGoingOn && <Progress model={model} />}
      {model.started_by && <Caption1>{`${words.startedBy} ${model.started_by.username}`}</Caption1>}
      {error && <Text className={styles.error}>{status === 'FAILED' ? messages.failedBecause(error) : error}</Text>}
      {scores && <Measures model={model} scores={scores} labels={labels} />}
      {model.dataset && <DatasetPictures dataset={model.dataset} pictures={model.pictures ?? 0} />}
    </li>
  );
}

function Progress({ model: { train_status: status, progress } }: { model: TaskModel }) {
  const styles = useStyles();
  if (status === 'QUEUED' || !progress) return <Caption1>{status === 'QUEUED' ? words.waiting : words.phase.reading}</Caption1>;
  const { phase, done, total, loss, secondsLeft } = progress;
  const text = [
    words.phase[phase],
    total > 0 ? words.step(done, total) : null,
    loss === undefined ? null : words.loss(loss),
    secondsLeft === undefined ? null : words.secondsLeft(Math.ceil(secondsLeft)),
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <div className={styles.progress}>
      <ProgressBar value={total > 0 ? done / total : undefined} aria-label={words.phase[phase]} aria-valuetext={text} />
      <Caption1>{text}</Caption1>
    </div>
  );
}

function Measures({
  model: { pictures, seed },
  scores,
  labels,
}: {
  model: TaskModel;
  scores: ModelScores;
  labels: ReadonlyMap<string, string>;
}) {
  const measures: [string, number | null][] = [
    [words.map50, scores.map50],
    [words.map75, scores.map75],
    [words.accuracy, scores.accuracy],
    [words.error, scores.error],
  ];
  const counts: [string, number | null | undefined][] = [
    [words.learnedFrom, pictures],
    [words.seed, seed],
  ];
  return (
    <>
      <Facts
        values={Object.fromEntries([
          ...measures.filter(([, value]) => value !== null).map(([name, value]) => [name, formatScore(value)]),
          ...counts.filter(([, value]) => value != null).map(([name, value]) => [name, String(value)]),
        ])}
      />
      <Caption1>{words.measuredOn(scores.pictures, scores.heldOut)}</Caption1>
      <ScoresByLabel scores={scores} labels={labels} />
    </>
  );
}
