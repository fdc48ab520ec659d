import { isAborted, isMissingCall, ApiError } from '@console/shared-auth';
import {
  Button,
  CheckIcon,
  describeError,
  makeStyles,
  Picker,
  PredictIcon,
  ProgressBar,
  useNotify,
} from '@console/shared-ui/basics';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../../messages';
import { useKeyAction } from '../keys/use-key-action';
import { rememberedDrawingTask, rememberDrawingTask } from '../memory';
import { useScreen } from '../screen-context';
import { NARROW_FOOTER } from '../bar-room';
import { addPredicted } from './add-predicted';
import { predictShapes, useDrawingTasks, type DrawingTask } from './predict.queries';

const words = messages.predict;
const useStyles = makeStyles({
  picker: { width: '180px', minWidth: 0, [NARROW_FOOTER]: { width: '132px' } },
  button: { position: 'relative', overflow: 'hidden' },
  progress: { position: 'absolute', insetInline: 0, bottom: 0 },
});

/** A task to be chosen, and its model's objects to be added. */
export function PredictBar() {
  const styles = useStyles();
  const notify = useNotify();
  const { image, editor } = useScreen();
  const [chosen, setChosen] = useState(() => rememberedDrawingTask(image.workspace));
  const tasks = useDrawingTasks();
  const [state, setState] = useState<'idle' | 'running' | 'done'>('idle');
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const task = tasks.find((each) => valueOf(each) === chosen);

  const predict = async () => {
    if (!task || state === 'running') return;
    const controller = new AbortController();
    running.current = controller;
    setState('running');
    try {
      const shapes = await predictShapes(task, image.img_path, { workspace: image.workspace, signal: controller.signal });
      if (controller.signal.aborted) return;
      setState('done');
      const { added, drawn } = addPredicted(editor, shapes);
      notify.success({ title: words.added(added), ...(drawn > 0 && { text: words.drawnAlready(drawn) }) });
    } catch (error) {
      if (controller.signal.aborted || isAborted(error)) return;
      setState('idle');
      notify.danger({ title: words.failed, text: answerOf(error) });
    }
  };

  useKeyAction('predict', task ? () => void predict() : null);

  return (
    <>
      <div className={styles.picker}>
        <Picker
          aria-label={words.task}
          placeholder={words.choose}
          empty={words.none}
          choices={tasks.map((each) => ({ value: valueOf(each), label: each.name, detail: words.kinds[each.kind] }))}
          chosen={task ? [chosen] : []}
          onChoose={([value = '']) => {
            setChosen(value);
            setState('idle');
            rememberDrawingTask(image.workspace, value);
          }}
        />
      </div>
      <Button
        size="small"
        className={styles.button}
        icon={state === 'done' ? <CheckIcon /> : <PredictIcon />}
        disabledFocusable={!task || state === 'running'}
        aria-busy={state === 'running'}
        onClick={() => void predict()}
      >
        {words.predict}
        {state === 'running' && <ProgressBar className={styles.progress} aria-label={words.running} />}
      </Button>
    </>
  );
}

const valueOf = ({ kind, id }: DrawingTask) => `${kind}/${id}`;

/** What the server answered, as text. */
function answerOf(error: unknown): string {
  if (isMissingCall(error)) return words.noSuchModels;
  if (!(error instanceof ApiError) || error.status === 0) return describeError(error);
  return typeof error.body === 'string' && error.body !== '' ? error.body : error.detail;
}
