import { isAborted, isUnsupportedCall } from '@console/shared-auth';
import {
  Button,
  CheckIcon,
  describeRefusal,
  makeStyles,
  Picker,
  PredictIcon,
  ProgressBar,
  useNotify,
} from '@console/shared-ui/basics';
import { useState } from 'react';
import { useAbortOnUnmount } from '../data/use-abort-on-unmount';
import { predictMessages } from './predict-messages';
import { useKeyAction } from '../keys/use-key-action';
import { getRememberedPredictionTask, rememberPredictionTask } from '../preferences/user-preferences';
import { useScreen } from '../context/screen-context';
import { NARROW_FOOTER } from '../controls/bar-styles';
import { findNewPredictions } from './find-new-predictions';
import type { Prediction } from './predict-review';
import { predictShapes, useShapePredictionTasks, type ShapePredictionTask } from './predict.queries';

const useStyles = makeStyles({
  picker: { width: '180px', minWidth: 0, [NARROW_FOOTER]: { width: '132px' } },
  button: { position: 'relative', overflow: 'hidden' },
  progress: { position: 'absolute', insetInline: 0, bottom: 0 },
});

/** A picker of tasks, and a button that predicts shapes with the task's model. */
export function PredictBar({ onPredicted }: { onPredicted: (prediction: Prediction) => void }) {
  const styles = useStyles();
  const notify = useNotify();
  const { image, editor } = useScreen();
  const [chosenTask, setChosenTask] = useState(() => getRememberedPredictionTask(image.workspace));
  const tasks = useShapePredictionTasks();
  const [runState, setRunState] = useState<'idle' | 'running' | 'done'>('idle');
  const createRunSignal = useAbortOnUnmount();
  const task = tasks.find((candidate) => toChoiceValue(candidate) === chosenTask);

  const predict = async () => {
    if (!task || runState === 'running') return;
    const signal = createRunSignal();
    setRunState('running');
    try {
      const { shapes, recommended } = await predictShapes(
        task,
        { imageUrl: image.img_path, imageSize: editor.imageSize },
        { workspace: image.workspace, signal },
      );
      if (signal.aborted) return;
      setRunState('done');
      const newPredictions = findNewPredictions(editor.document.getShapes(), shapes, editor.imageSize);
      if (newPredictions.shapes.length > 0) return onPredicted({ taskId: task.id, shapes, recommended });
      const existingCount = newPredictions.matchedCount;
      notify.success({
        title: predictMessages.added(0),
        ...(existingCount > 0 && { text: predictMessages.drawnAlready(existingCount) }),
      });
    } catch (error) {
      if (signal.aborted || isAborted(error)) return;
      setRunState('idle');
      notify.danger({
        title: predictMessages.failed,
        text: isUnsupportedCall(error) ? predictMessages.noSuchModels : describeRefusal(error),
        error,
      });
    }
  };

  useKeyAction('predict', task ? () => void predict() : null);

  return (
    <>
      <div className={styles.picker}>
        <Picker
          aria-label={predictMessages.task}
          placeholder={predictMessages.choose}
          empty={predictMessages.noTasks}
          choices={tasks.map((listedTask) => ({
            value: toChoiceValue(listedTask),
            label: listedTask.name,
            detail: predictMessages.kinds[listedTask.kind],
          }))}
          selected={task ? [chosenTask] : []}
          onSelect={([value = '']) => {
            setChosenTask(value);
            setRunState('idle');
            rememberPredictionTask(image.workspace, value);
          }}
        />
      </div>
      <Button
        size="small"
        className={styles.button}
        icon={runState === 'done' ? <CheckIcon /> : <PredictIcon />}
        disabledFocusable={!task || runState === 'running'}
        aria-busy={runState === 'running'}
        onClick={() => void predict()}
      >
        {predictMessages.predict}
        {runState === 'running' && <ProgressBar className={styles.progress} aria-label={predictMessages.running} />}
      </Button>
    </>
  );
}

const toChoiceValue = ({ kind, id }: ShapePredictionTask) => `${kind}/${id}`;
