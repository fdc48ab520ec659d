import { useHasService } from '@console/shared-auth';
import {
  Button,
  ConfirmDialog,
  hasUnsavedChanges,
  makeStyles,
  NextIcon,
  PreviousIcon,
  RedoIcon,
  tokens,
  UndoIcon,
  useNotify,
  VerifiedIcon,
} from '@console/shared-ui/basics';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { visuallyHidden } from '../image/bar-styles';
import { useKeyActions } from '../image/keys/use-key-action';
import { messages } from '../messages';
import type { Walk } from './use-walk';

const jobMessages = messages.job;

/** A telephone has one line for them. */
const PHONE = '@media (max-width: 640px)';
const useStyles = makeStyles({
  small: { [PHONE]: { minWidth: '32px', paddingInline: tokens.spacingHorizontalS } },
  word: { [PHONE]: visuallyHidden },
});

/** What a person has seen of an item: nothing yet, itself, or that it cannot be had. */
export type ItemView = 'nothing' | 'item' | 'failure';

export interface JobStepsProps {
  walk: Walk;
  /** Of the present item. A step is taken from what has been on the screen, and nothing is verified that was not. */
  seen: ItemView;
  /** Marks the present item as done, verified if so said. */
  finish: (verify: boolean) => Promise<void>;
  /** Takes the last step back; null or absent: there is none, or the image's own undo does. */
  undoStep?: (() => void) | null;
  /** Takes a step again that was taken back; null or absent: there is none, or the image's own redo does. */
  redoStep?: (() => void) | null;
}

/** The steps of a job, each taken once, and from an item that has been on the screen. */
function useJobSteps({ walk, seen, finish }: JobStepsProps) {
  const notify = useNotify();
  /** The item that a step was taken from, until another is current. */
  const leftItem = useRef<string | undefined>(undefined);
  const { current } = walk;
  useEffect(() => {
    if (leftItem.current !== current) leftItem.current = undefined;
  }, [current]);
  const step = async (verify: boolean) => {
    if (current === undefined || leftItem.current === current || (verify ? seen !== 'item' : seen === 'nothing')) return;
    leftItem.current = current;
    try {
      const finished = finish(verify);
      // The next item is not waited for: the work is kept as that on a shape is. Of the last one it is: else it would be open still.
      if (walk.following === undefined) await finished;
      walk.next();
      await finished;
    } catch (error) {
      leftItem.current = undefined;
      throw error;
    }
  };
  return {
    verifyAndNext: () => void step(true),
    next: () => void step(false),
    previous: () => {
      if (!walk.previous()) notify.warning({ title: jobMessages.noPrevious });
    },
  };
}

/** Previous, Verify and Next, Next, by button and by key: for who may annotate. What is begun on the item is asked for first. */
export function JobSteps(props: JobStepsProps) {
  const { walk, seen, undoStep = null, redoStep = null } = props;
  const styles = useStyles();
  const canAnnotate = useHasService('annotate');
  const steps = useJobSteps(props);
  const [pendingStep, setPendingStep] = useState<(() => void) | null>(null);
  const leave = (go: () => void) => () => (hasUnsavedChanges() ? setPendingStep(() => go) : go());
  // Where there is none, nothing is left: the warning comes without a question.
  const hasPrevious = walk.seen.some((id) => id !== walk.current);
  const previous = hasPrevious ? leave(steps.previous) : steps.previous;
  const hasItem = walk.current !== undefined;
  const canVerify = hasItem && seen === 'item';
  const canGoOn = hasItem && seen !== 'nothing';
  useKeyActions({
    verify: canAnnotate && canVerify ? leave(steps.verifyAndNext) : null,
    'next-image': canAnnotate && canGoOn ? leave(steps.next) : null,
    'previous-image': canAnnotate ? previous : null,
    undo: canAnnotate && undoStep ? leave(undoStep) : null,
    redo: canAnnotate && redoStep ? leave(redoStep) : null,
  });
  if (!canAnnotate) return null;
  return (
    <>
      {undoStep && (
        <Button icon={<UndoIcon />} onKeyDown={ignoreKeyRepeat} onClick={ignoreDoubleClick(leave(undoStep))}>
          {jobMessages.undoStep}
        </Button>
      )}
      {redoStep && (
        <Button icon={<RedoIcon />} onKeyDown={ignoreKeyRepeat} onClick={ignoreDoubleClick(leave(redoStep))}>
          {jobMessages.redoStep}
        </Button>
      )}
      <Button className={styles.small} icon={<PreviousIcon />} onKeyDown={ignoreKeyRepeat} onClick={ignoreDoubleClick(previous)}>
        <span className={styles.word}>{jobMessages.previous}</span>
      </Button>
      <Button
        appearance="primary"
        icon={<VerifiedIcon />}
        disabledFocusable={!canVerify}
        onKeyDown={ignoreKeyRepeat}
        onClick={ignoreDoubleClick(leave(steps.verifyAndNext))}
      >
        {jobMessages.verifyAndNext}
      </Button>
      <Button
        className={styles.small}
        icon={<NextIcon />}
        disabledFocusable={!canGoOn}
        onKeyDown={ignoreKeyRepeat}
        onClick={ignoreDoubleClick(leave(steps.next))}
      >
        <span className={styles.word}>{jobMessages.next}</span>
      </Button>
      <ConfirmDialog
        open={pendingStep !== null}
        title={messages.canvas.leave.title}
        confirmLabel={messages.canvas.leave.discard}
        cancelLabel={messages.canvas.leave.keep}
        onConfirm={() => {
          setPendingStep(null);
          pendingStep?.();
        }}
        onCancel={() => setPendingStep(null)}
      >
        {messages.canvas.leave.text}
      </ConfirmDialog>
    </>
  );
}

/** With the next picture loaded ahead, the second click of a double click would meet a picture that nobody has looked at. */
const ignoreDoubleClick = (step: () => void) => (event: MouseEvent) => {
  if (event.detail !== 2) step();
};

/** A held Enter is one press: else it would run through the job as fast as pictures are painted. */
function ignoreKeyRepeat(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
