import { useCallback, useMemo, useRef, useState } from 'react';
import { stepOf, type OutsideWork } from '../image/history/outside-work';
import type { Outbox, Write } from '../outbox';
import type { Walk } from './use-walk';

/** What a step from an item has written. */
export interface TakenStep {
  readonly item: string;
  readonly writes: readonly Write[];
}

export interface TakenSteps {
  /** Notes a step. */
  readonly note: (step: TakenStep) => void;
  /** The last step as the first undo on the item that it led to; answered once. */
  readonly arrivedBy: (item: string) => OutsideWork | null;
  /** Shows the item that a step was taken from. */
  readonly goBack: (item: { readonly job: string; readonly id: string }) => void;
  /** Takes the last step back that is still here; null: there is none. */
  readonly takeBack: (() => void) | null;
}

/** The steps of this visit through a job, to be taken back: the verification and the mark, and back to the item. */
export function useTakenSteps(job: string, walk: Walk, outbox: Outbox): TakenSteps {
  const [steps, setSteps] = useState<readonly TakenStep[]>([]);
  const last = steps.at(-1);
  const told = useRef(new WeakSet<TakenStep>());
  const { back } = walk;
  const note = useCallback((step: TakenStep) => setSteps((all) => [...all, step]), []);
  const goBack = useCallback<TakenSteps['goBack']>(
    (item) => {
      if (item.job !== job) return;
      setSteps((all) => all.filter(({ item: of }) => of !== item.id));
      back(item.id);
    },
    [job, back],
  );
  const arrivedBy = useCallback<TakenSteps['arrivedBy']>(
    (item) => {
      if (!last || last.item === item || told.current.has(last)) return null;
      told.current.add(last);
      return { ...stepOf(last.writes).undo, item: { job, id: last.item } };
    },
    [job, last],
  );
  const takeBack = useMemo(
    () =>
      last
        ? () => {
            for (const write of stepOf(last.writes).undo.writes) void outbox.enterWrite(write);
            goBack({ job, id: last.item });
          }
        : null,
    [job, last, outbox, goBack],
  );
  return useMemo(() => ({ note, arrivedBy, goBack, takeBack }), [note, arrivedBy, goBack, takeBack]);
}
