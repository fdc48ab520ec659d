import { useCallback } from 'react';
import type { Write } from '../outbox';
import { toUndoStep } from './history/outside-work';
import { useScreen } from './screen-context';

export interface EnterWritesOptions {
  /** Steps with the same key that quickly follow each other are one: a slider that is dragged. */
  coalesceKey?: string;
  /** The object that is written on, by its document id. */
  shapeId?: string;
}

/** Enters writes into the outbox, all of them as one undo step. */
export function useEnterWrites(): (writes: readonly Write[], options?: EnterWritesOptions) => void {
  const { editor, outbox } = useScreen();
  return useCallback(
    (writes, { coalesceKey, shapeId } = {}) => {
      if (writes.length === 0) return;
      for (const write of writes) void outbox.enterWrite(write);
      editor.recordOutside({ ...toUndoStep(writes), shapeId }, coalesceKey);
    },
    [editor, outbox],
  );
}
