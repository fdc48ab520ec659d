import { useCanCall, useSession } from '@console/shared-auth';
import type { ModelDomain } from '@console/shared-contract/api';
import {
  Button,
  ContentDialog,
  makeStyles,
  type Notice,
  Text,
  tokens,
  TrainIcon,
  UploadIcon,
  useRestoreFocusTarget,
} from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { useRef, useState } from 'react';
import { modelsMessages } from './models-messages';
import { trainingMessages } from '../training-messages';
import { ChangesSinceTraining } from './changes-since-training';
import { EffortPanel } from './effort-panel';
import { EvaluatePanel } from './evaluate-panel';
import { ModelCard } from './model-card';
import { getModelChanges, useModels, useSplit, type ModelTask } from '../models.queries';
import { isTrainingInProgress } from '../training-state';
import { useTrain } from '../use-train';
import { LearningCurve } from '../learning-curve/learning-curve';
import { NextBatchPanel } from '../next-batch/next-batch-panel';
import { TrainingRule } from '../training-rule/training-rule';
import { UploadDialog } from '../upload/upload-dialog';
import { uploadMessages } from '../upload/upload-messages';
import { RunPanel } from './run-panel';
import { SplitNotice } from './split-notice';

const useStyles = makeStyles({
  train: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  missing: { color: tokens.colorPaletteRedForeground1 },
  hint: { color: tokens.colorNeutralForeground3 },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
});

interface ModelsDialogProps {
  domain: ModelDomain;
  task: ModelTask & { labels: readonly { id: string; name: string }[] };
  /** Messages of the page for a training that was queued or rejected. */
  trainMessages: { trainQueued: Notice; trainFailed: string };
  onClose: () => void;
}

/** Dialog with the models of a task: train, cancel, evaluate, download, and find label errors. */
export function ModelsDialog({ domain, task, trainMessages, onClose }: ModelsDialogProps) {
  const styles = useStyles();
  const canTrain = useCanCall<'POST /detection/v2/task/{id}/train'>('train');
  const canDownload = useSession().user?.can_download_model === true && canTrain;
  const models = useModels(domain, task.id);
  const list = useRef<HTMLUListElement>(null);
  const [isUploading, setUploading] = useState(false);
  // Return the focus to the upload button when its dialog closes. Otherwise, Fluent would focus a button of the table row.
  const restoreFocus = useRestoreFocusTarget();
  const train = useTrain(domain, trainMessages, getModelChanges(domain));
  const labels = new Map(task.labels.map(({ id, name }) => [id, name]));
  const isInProgress = models.data?.some(({ train_status: status }) => isTrainingInProgress(status)) ?? false;
  const isTrained = models.data?.some(({ train_status: status }) => status === 'TRAINED') ?? false;
  const lastTraining =
    models.data?.find(({ train_status, uploaded }) => train_status === 'TRAINED' && !uploaded)?.dataset ?? null;
  const { data: split } = useSplit(domain, task.id);
  const reason = task.labels.length === 0 ? modelsMessages.noLabels : (split?.cannot_train ?? null);
  const blocker = isInProgress ? modelsMessages.inProgress : reason;
  return (
    <ContentDialog title={modelsMessages.title(task.name)} maxWidth="864px" onClose={onClose}>
      <div className={styles.train}>
        {canTrain && (
          <Button
            appearance="primary"
            icon={<TrainIcon />}
            disabledFocusable={train.isPending || blocker !== null || !models.data}
            onClick={() => void train.send(task)}
          >
            {trainingMessages.train}
          </Button>
        )}
        {canTrain && task.labels.length > 0 && (
          <Button icon={<UploadIcon />} {...restoreFocus} onClick={() => setUploading(true)}>
            {uploadMessages.action}
          </Button>
        )}
        <SplitNotice domain={domain} task={task.id} />
      </div>
      {canTrain && blocker && <Text className={isInProgress ? styles.hint : styles.missing}>{blocker}</Text>}
      {lastTraining && <ChangesSinceTraining domain={domain} task={task.id} training={lastTraining} />}
      <QueryState query={models} isEmpty={(rows) => rows.length === 0} empty={modelsMessages.none}>
        {(rows) => (
          <ul ref={list} tabIndex={-1} className={styles.list} aria-label={trainingMessages.models}>
            {rows.map((model, index) => (
              <ModelCard
                key={model.id}
                domain={domain}
                task={task}
                model={model}
                number={model.number ?? rows.length - index}
                labels={labels}
                canDownload={canDownload}
                onDeleted={() => list.current?.focus()}
              />
            ))}
          </ul>
        )}
      </QueryState>
      {models.data?.some(({ number }) => number !== undefined) && <LearningCurve domain={domain} task={task.id} />}
      <TrainingRule domain={domain} task={task.id} />
      <EvaluatePanel domain={domain} task={task.id} isTrained={isTrained} />
      <RunPanel domain={domain} task={task.id} isTrained={isTrained} />
      <NextBatchPanel domain={domain} task={task} />
      <EffortPanel domain={domain} task={task.id} />
      {isUploading && <UploadDialog domain={domain} task={task} onClose={() => setUploading(false)} />}
    </ContentDialog>
  );
}
