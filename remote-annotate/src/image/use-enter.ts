import { useCallback } from 'react';
import type { OutsideStep } from '../editor';
import type { Write } from '../outbox';
import { useScreen } from './screen-context';

export interface EnterOptions {
  /** Steps with the same key that quickly follow each other are one: a slider that is dragged. */
  coalesceKey?: string;
  /** The object that is written on, by its document id. */
  shapeId?: string;
  /** Of an undo: whether a write has anything to take back. One that found done what it wanted has not. */
  isUndone?: (write: Write) => boolean;
}

/** Enters writes into the outbox, all of them as one undo step. */
export function useEnter(): (writes: readonly Write[], options?: EnterOptions) => void {
  const { editor, outbox } = useScreen();
  return useCallback(
    (writes, { coalesceKey, shapeId, isUndone = () => true } = {}) => {
      if (writes.length === 0) return;
      const enter = (all: readonly Write[]) => all.forEach((write) => void outbox.enterWrite(write));
      const step: OutsideStep = {
        undo: () => enter(writes.filter(isUndone).map(inverse).reverse()),
        redo: () => enter(writes),
        shapeId,
      };
      enter(writes);
      editor.recordOutside(step, coalesceKey);
    },
    [editor, outbox],
  );
}

/** The write that takes another back. */
function inverse(write: Write): Write {
  return { ...write, before: write.after, after: write.before } as Write;
}
