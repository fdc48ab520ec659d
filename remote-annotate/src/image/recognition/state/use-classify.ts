import { api, ApiError, isAborted } from '@console/shared-auth';
import type { RecognitionTask } from '@console/shared-contract/api';
import { describeRefusal } from '@console/shared-ui/basics';
import { useEffect, useRef, useState } from 'react';
import { recognitionMessages } from './recognition-messages';
import { isRecord } from '../../../outbox';
import { useAbortOnUnmount } from '../../data/use-abort-on-unmount';
import { useScreen } from '../../context/screen-context';
import { getPredictedChanges, type LabelPrediction } from './predicted-changes';
import { toPredictedChanges } from './rules';
import type { Labelling } from './use-labelling';

/** Timeout in milliseconds. Predictions take longer than other calls. */
export const PREDICTION_TIMEOUT_MS = 180_000;

/** State of a prediction, with a function that starts it. */
export interface PredictionRun {
  readonly state: 'idle' | 'running' | 'done';
  /** Why the last prediction changed nothing, or null. */
  readonly problem: string | null;
  readonly predict: () => void;
}

/** Runs the model of a task on the image or object, and adds the predicted labels as one undo step. */
export function useClassify(task: RecognitionTask, labelling: Labelling): PredictionRun {
  const { image } = useScreen();
  const [{ state, problem }, setOutcome] = useState<Pick<PredictionRun, 'state' | 'problem'>>({ state: 'idle', problem: null });
  // Labels may change while the prediction is running, so read the latest labels.
  const latestLabelling = useRef(labelling);
  useEffect(() => {
    latestLabelling.current = labelling;
  });
  const createRunSignal = useAbortOnUnmount();

  const predict = () => {
    if (state === 'running') return;
    const signal = createRunSignal();
    setOutcome({ state: 'running', problem: null });
    predictLabels(task.id, image.img_path, image.workspace, latestLabelling.current.object?.data ?? null, signal).then(
      (predictions) => {
        if (signal.aborted) return;
        const { currentLabels = [], tasks, applyChanges } = latestLabelling.current;
        applyChanges(toPredictedChanges(getPredictedChanges(task, predictions, currentLabels, tasks)));
        setOutcome({ state: 'done', problem: predictions.length === 0 ? recognitionMessages.nothingPredicted : null });
      },
      (error: unknown) => {
        if (signal.aborted || isAborted(error)) return;
        setOutcome({ state: 'idle', problem: recognitionMessages.notPredicted(describeRefusal(error)) });
      },
    );
  };
  return { state, problem, predict };
}

/** Throws ApiError if a record of a prediction says that the model could not read the image. */
export function assertImageRead(record: unknown): void {
  const status = isRecord(record) && isRecord(record._status) ? record._status : null;
  if (typeof status?.code === 'number' && status.code >= 400) throw new ApiError(status.code, String(status.text));
}

/** Returns the predictions of a task's model for an image, or for a box on it (in image pixels). */
async function predictLabels(
  taskId: string,
  imageUrl: string,
  workspaceId: string,
  box: readonly number[] | null,
  signal: AbortSignal,
): Promise<readonly LabelPrediction[]> {
  const _url = new URL(imageUrl, window.location.href).href;
  const record = box ? { _url, _objects: [{ bound_box: [...box] }], _extract_object: true } : { _url };
  const { records } = await api.call('POST /recognition/v2/classify/', {
    body: { task_id: taskId, records: [record] },
    workspace: workspaceId,
    signal,
    timeout: PREDICTION_TIMEOUT_MS,
  });
  const [result] = records;
  assertImageRead(result);
  const labels = result?.labels.length ? result.labels : result?.best_label ? [result.best_label] : [];
  return labels.map(({ id, prob, value }) => ({ id, prob, value: typeof value === 'number' ? value : null }));
}
