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
import { visuallyHidden } from '../image/controls/bar-styles';
import { useKeyActions } from '../image/keys/use-key-action';
import { requestVerification } from '../image/rules/gate';
import { jobMessages } from './job-messages';
import { leaveMessages } from './leave-messages';
import type { ItemNavigation } from './use-item-navigation';

/** On a phone the buttons must fit on one line. */
const PHONE = '@media (max-width: 640px)';
const useStyles = makeStyles({
  small: { [PHONE]: { minWidth: '32px', paddingInline: tokens.spacingHorizontalS } },
  word: { [PHONE]: visuallyHidden },
});

/** What is on the screen for an item: nothing yet, the item, or an error. */
export type ItemView = 'nothing' | 'item' | 'failure';

interface JobStepsProps {
  navigation: ItemNavigation;
  /** What the screen shows of the current item. Verify is enabled when the item is shown, Next also when an error is shown. */
  seen: ItemView;
  /** Marks the current item as done, and verifies it if requested. If `statesEmpty`, states that it has nothing to annotate. */
  finish: (verify: boolean, statesEmpty: boolean) => Promise<void>;
  /** Undoes the last step. Null or absent if there is none, or if the undo of the shown image does this. */
  undoStep?: (() => void) | null;
  /** Redoes an undone step. Null or absent if there is none, or if the redo of the shown image does this. */
  redoStep?: (() => void) | null;
}

/** Returns the functions of the buttons Verify, Next and Previous. Each item is finished at most once, and only after it was shown. */
function useJobSteps({ navigation, seen: shownView, finish }: JobStepsProps) {
  const notify = useNotify();
  /** The item that the user has just left by a step, until the next item is current. */
  const lastLeftItem = useRef<string | undefined>(undefined);
  const { current: currentItem } = navigation;
  useEffect(() => {
    if (lastLeftItem.current !== currentItem) lastLeftItem.current = undefined;
  }, [currentItem]);
  const completeItem = async ({ verify, statesEmpty = false }: { verify: boolean; statesEmpty?: boolean }) => {
    if (
      currentItem === undefined ||
      lastLeftItem.current === currentItem ||
      (verify ? shownView !== 'item' : shownView === 'nothing')
    )
      return;
    lastLeftItem.current = currentItem;
    try {
      const finishPromise = finish(verify, statesEmpty);
      // Show the next item at once, because the outbox stores the unsent work. After the last item, wait for the outbox, because the batch
      // still contains the item until then.
      if (navigation.following === undefined) await finishPromise;
      navigation.next();
      await finishPromise;
    } catch (error) {
      lastLeftItem.current = undefined;
      throw error;
    }
  };
  return {
    verifyAndNext: () => requestVerification((statesEmpty) => void completeItem({ verify: true, statesEmpty })),
    next: () => void completeItem({ verify: false }),
    previous: () => {
      if (!navigation.previous()) notify.warning({ title: jobMessages.noPrevious });
    },
  };
}

/** Returns a function that shows a notice: the pressed key had no effect, because the item is not shown yet. */
function useEarlyKeyNotice(seenView: ItemView): () => void {
  const notify = useNotify();
  const hideNotice = useRef<() => void>(undefined);
  useEffect(() => {
    if (seenView !== 'nothing') hideNotice.current?.();
  }, [seenView]);
  return () => {
    hideNotice.current?.();
    hideNotice.current = notify.info({ title: jobMessages.notShownYet });
  };
}

/**
 * The buttons "Previous", "Verify and Next" and "Next" with their keys, for users who can annotate. They ask before they discard unfinished
 * work.
 */
export function JobSteps(props: JobStepsProps) {
  const { navigation, seen: shownView, undoStep = null, redoStep = null } = props;
  const styles = useStyles();
  const canAnnotate = useHasService('annotate');
  const steps = useJobSteps(props);
  const [pendingStep, setPendingStep] = useState<(() => void) | null>(null);
  const confirmThen = (performStep: () => void) => () =>
    hasUnsavedChanges() ? setPendingStep(() => performStep) : performStep();
  // Without a previous item, the step only shows a notice, so it needs no confirmation.
  const hasPrevious = navigation.seen.some((id) => id !== navigation.current);
  const previous = hasPrevious ? confirmThen(steps.previous) : steps.previous;
  const hasItem = navigation.current !== undefined;
  const canVerify = hasItem && shownView === 'item';
  const canGoToNext = hasItem && shownView !== 'nothing';
  const reportEarlyKey = useEarlyKeyNotice(shownView);
  const reportEarlyKeyIfLoading = hasItem && shownView === 'nothing' ? reportEarlyKey : null;
  useKeyActions({
    verify: canAnnotate ? (canVerify ? confirmThen(steps.verifyAndNext) : reportEarlyKeyIfLoading) : null,
    'next-image': canAnnotate ? (canGoToNext ? confirmThen(steps.next) : reportEarlyKeyIfLoading) : null,
    'previous-image': canAnnotate ? previous : null,
    undo: canAnnotate && undoStep ? confirmThen(undoStep) : null,
    redo: canAnnotate && redoStep ? confirmThen(redoStep) : null,
  });
  if (!canAnnotate) return null;
  return (
    <>
      {undoStep && (
        <Button icon={<UndoIcon />} onKeyDown={ignoreKeyRepeat} onClick={ignoreDoubleClick(confirmThen(undoStep))}>
          {jobMessages.undoStep}
        </Button>
      )}
      {redoStep && (
        <Button icon={<RedoIcon />} onKeyDown={ignoreKeyRepeat} onClick={ignoreDoubleClick(confirmThen(redoStep))}>
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
        onClick={ignoreDoubleClick(confirmThen(steps.verifyAndNext))}
      >
        {jobMessages.verifyAndNext}
      </Button>
      <Button
        className={styles.small}
        icon={<NextIcon />}
        disabledFocusable={!canGoToNext}
        onKeyDown={ignoreKeyRepeat}
        onClick={ignoreDoubleClick(confirmThen(steps.next))}
      >
        <span className={styles.word}>{jobMessages.next}</span>
      </Button>
      <ConfirmDialog
        open={pendingStep !== null}
        title={leaveMessages.title}
        confirmLabel={leaveMessages.discard}
        cancelLabel={leaveMessages.stay}
        onConfirm={() => {
          setPendingStep(null);
          pendingStep?.();
        }}
        onCancel={() => setPendingStep(null)}
      >
        {leaveMessages.text}
      </ConfirmDialog>
    </>
  );
}

/**
 * Ignores the second click of a double click. The next image is already shown then, so the click would verify an image that nobody has
 * looked at.
 */
const ignoreDoubleClick = (step: () => void) => (event: MouseEvent) => {
  if (event.detail !== 2) step();
};

/** Ignores repeats of a held Enter or Space, which would complete item after item. */
function ignoreKeyRepeat(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
