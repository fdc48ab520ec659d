import { useHasService } from '@console/shared-auth';
import {
  Button,
  ConfirmDialog,
  hasUnsaved,
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
import { onlyRead } from '../image/bar-room';
import { useKeyActions } from '../image/keys/use-key-action';
import { messages } from '../messages';
import type { Walk } from './use-walk';

const words = messages.job;

/** A telephone has one line for them. */
const PHONE = '@media (max-width: 640px)';
const useStyles = makeStyles({
  small: { [PHONE]: { minWidth: '32px', paddingInline: tokens.spacingHorizontalS } },
  word: { [PHONE]: onlyRead },
});

/** What a person has seen of an item: nothing yet, itself, or that it cannot be had. */
export type Seen = 'nothing' | 'item' | 'failure';

export interface JobStepsProps {
  walk: Walk;
  /** Of the present item. A step is taken from what has been on the screen, and nothing is verified that was not. */
  seen: Seen;
  /** Marks the present item as done, verified if so said. */
  finish: (verify: boolean) => Promise<void>;
  /** Takes the last step back; null or absent: there is none, or the image's own undo does. */
  takeBack?: (() => void) | null;
  /** Takes a step again that was taken back; null or absent: there is none, or the image's own redo does. */
  takeAgain?: (() => void) | null;
}

/** The steps of a job, each taken once, and from an item that has been on the screen. */
function useJobSteps({ walk, seen, finish }: JobStepsProps) {
  const notify = useNotify();
  /** The item that a step was taken from, until another is current. */
  const left = useRef<string | undefined>(undefined);
  const { current } = walk;
  useEffect(() => {
    if (left.current !== current) left.current = undefined;
  }, [current]);
  const step = async (verify: boolean) => {
    if (current === undefined || left.current === current || (verify ? seen !== 'item' : seen === 'nothing')) return;
    left.current = current;
    try {
      const finished = finish(verify);
      // The next item is not waited for: the work is kept as that on a shape is. Of the last one it is: else it would be open still.
      if (walk.following === undefined) await finished;
      walk.next();
      await finished;
    } catch (error) {
      left.current = undefined;
      throw error;
    }
  };
  return {
    verifyAndNext: () => void step(true),
    next: () => void step(false),
    previous: () => {
      if (!walk.previous()) notify.warning({ title: words.noPrevious });
    },
  };
}

/** Previous, Verify and Next, Next, by button and by key: for who may annotate. What is begun on the item is asked for first. */
export function JobSteps(props: JobStepsProps) {
  const { walk, seen, takeBack = null, takeAgain = null } = props;
  const styles = useStyles();
  const mayAnnotate = useHasService('annotate');
  const steps = useJobSteps(props);
  const [asked, setAsked] = useState<(() => void) | null>(null);
  const leave = (go: () => void) => () => (hasUnsaved() ? setAsked(() => go) : go());
  // Where there is none, nothing is left: the warning comes without a question.
  const hasPrevious = walk.seen.some((id) => id !== walk.current);
  const previous = hasPrevious ? leave(steps.previous) : steps.previous;
  const hasItem = walk.current !== undefined;
  const canVerify = hasItem && seen === 'item';
  const canGoOn = hasItem && seen !== 'nothing';
  useKeyActions({
    verify: mayAnnotate && canVerify ? leave(steps.verifyAndNext) : null,
    'next-image': mayAnnotate && canGoOn ? leave(steps.next) : null,
    'previous-image': mayAnnotate ? previous : null,
    undo: mayAnnotate && takeBack ? leave(takeBack) : null,
    redo: mayAnnotate && takeAgain ? leave(takeAgain) : null,
  });
  if (!mayAnnotate) return null;
  return (
    <>
      {takeBack && (
        <Button icon={<UndoIcon />} onKeyDown={onceAPress} onClick={once(leave(takeBack))}>
          {words.takeBack}
        </Button>
      )}
      {takeAgain && (
        <Button icon={<RedoIcon />} onKeyDown={onceAPress} onClick={once(leave(takeAgain))}>
          {words.takeAgain}
        </Button>
      )}
      <Button className={styles.small} icon={<PreviousIcon />} onKeyDown={onceAPress} onClick={once(previous)}>
        <span className={styles.word}>{words.previous}</span>
      </Button>
      <Button
        appearance="primary"
        icon={<VerifiedIcon />}
        disabledFocusable={!canVerify}
        onKeyDown={onceAPress}
        onClick={once(leave(steps.verifyAndNext))}
      >
        {words.verifyAndNext}
      </Button>
      <Button
        className={styles.small}
        icon={<NextIcon />}
        disabledFocusable={!canGoOn}
        onKeyDown={onceAPress}
        onClick={once(leave(steps.next))}
      >
        <span className={styles.word}>{words.next}</span>
      </Button>
      <ConfirmDialog
        open={asked !== null}
        title={messages.canvas.leave.title}
        confirmLabel={messages.canvas.leave.discard}
        cancelLabel={messages.canvas.leave.keep}
        onConfirm={() => {
          setAsked(null);
          asked?.();
        }}
        onCancel={() => setAsked(null)}
      >
        {messages.canvas.leave.text}
      </ConfirmDialog>
    </>
  );
}

/** With the next picture loaded ahead, the second click of a double click would meet a picture that nobody has looked at. */
const once = (step: () => void) => (event: MouseEvent) => {
  if (event.detail !== 2) step();
};

/** A held Enter is one press: else it would run through the job as fast as pictures are painted. */
function onceAPress(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
