import { useCallback, useMemo, useRef, useState } from 'react';
import { type JobRedo, type JobStep, type ExternalEffects, toJobRedo, toUndoStep } from '../image/history/external-effects';
import type { Arrival, ScreenHost } from '../image/context/screen-context';
import type { Outbox, Write } from '../outbox';
import type { ItemNavigation } from './use-item-navigation';

/** A step that has completed an item, with its writes (changes to send to the server). */
export interface CompletedStep {
  readonly item: string;
  readonly writes: readonly Write[];
  /** Whether the step is a redo. */
  readonly isRedo?: boolean;
}

/** Functions that record, undo and redo steps of a job. */
interface StepHistory extends Required<Pick<ScreenHost, 'consumeArrival' | 'onUndone' | 'onRedone'>> {
  /** Adds a step to the history. */
  readonly recordStep: (step: CompletedStep) => void;
  /** Undoes the last step, or null when there is none. */
  readonly undoStep: (() => void) | null;
  /** Redoes the last undone step. Null if there is none, or if the step did not start at the current item. */
  readonly redoStep: (() => void) | null;
}

const doNothing = () => undefined;

/**
 * Remembers the steps since the job page was opened, for undo and redo. An undo removes the verification and the completion mark, and shows
 * the item again. `onReverted` is called after an undo and a redo. Pass the same function in each render.
 */
export function useStepHistory(
  jobId: string,
  navigation: ItemNavigation,
  outbox: Outbox,
  onReverted: (itemId: string, by: 'undo' | 'redo') => void = doNothing,
): StepHistory {
  const [steps, setSteps] = useState<readonly CompletedStep[]>([]);
  const [undoneSteps, setUndoneSteps] = useState<readonly JobRedo[]>([]);
  const lastStep = steps.at(-1);
  const reportedSteps = useRef(new WeakSet<object>());
  const { returnTo, nextTo, current } = navigation;
  const recordStep = useCallback((step: CompletedStep) => {
    setSteps((previousSteps) => [...previousSteps, step]);
    if (!step.isRedo) setUndoneSteps([]);
  }, []);
  const onUndone = useCallback(
    (effects: ExternalEffects) => {
      const redo = toJobRedo(effects, current);
      if (redo?.step.job !== jobId) return;
      const { from } = redo.step;
      setSteps((steps) => steps.filter(({ item }) => item !== from));
      setUndoneSteps((undoneSteps) => [...undoneSteps, redo]);
      onReverted(from, 'undo');
      returnTo(from);
    },
    [jobId, returnTo, current, onReverted],
  );
  const onRedone = useCallback(
    ({ from, to }: JobStep, writes: readonly Write[], storagePromise: Promise<unknown>) => {
      recordStep({ item: from, writes, isRedo: true });
      setUndoneSteps((undoneSteps) => undoneSteps.slice(0, -1));
      onReverted(from, 'redo');
      // Without a next item, the job is complete. Wait until the writes are stored, like the step that is redone.
      if (to === undefined) void storagePromise.then(() => nextTo(to));
      else nextTo(to);
    },
    [recordStep, nextTo, onReverted],
  );
  const nextRedo = undoneSteps.at(-1);
  const consumeArrival = useCallback(
    (itemId: string): Arrival | null => {
      if (nextRedo?.step.from === itemId && !reportedSteps.current.has(nextRedo)) {
        reportedSteps.current.add(nextRedo);
        return { by: 'undo', work: nextRedo };
      }
      if (!lastStep || lastStep.item === itemId || reportedSteps.current.has(lastStep)) return null;
      reportedSteps.current.add(lastStep);
      return { by: 'step', isRedo: lastStep.isRedo === true, work: toUndoWork(lastStep, jobId) };
    },
    [jobId, lastStep, nextRedo],
  );
  const undoStep = useMemo(
    () =>
      lastStep
        ? () => {
            const effects = toUndoWork(lastStep, jobId);
            for (const write of effects.writes) void outbox.enterWrite(write);
            onUndone(effects);
          }
        : null,
    [jobId, lastStep, outbox, onUndone],
  );
  const redoStep = useMemo(
    () =>
      nextRedo && nextRedo.step.from === current
        ? () => onRedone(nextRedo.step, nextRedo.writes, Promise.all(nextRedo.writes.map((write) => outbox.enterWrite(write))))
        : null,
    [nextRedo, current, outbox, onRedone],
  );
  return useMemo(
    () => ({ recordStep, consumeArrival, onUndone, onRedone, undoStep, redoStep }),
    [recordStep, consumeArrival, onUndone, onRedone, undoStep, redoStep],
  );
}

function toUndoWork({ item, writes }: CompletedStep, jobId: string): ExternalEffects {
  return { ...toUndoStep(writes).undo, item: { job: jobId, id: item } };
}
