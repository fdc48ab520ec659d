import { useCallback } from 'react';
import type { Write } from '../../outbox';
import { toUndoStep } from '../history/external-effects';
import { useScreen } from './screen-context';

interface EnterWritesOptions {
  /** Writes with the same key in quick succession become one undo step, for example while a slider is dragged. */
  coalesceKey?: string;
  /** The id in the document of the object that the writes change. */
  shapeId?: string;
}

/** Returns a function that adds writes (changes to send to the server) to the outbox, and records them as one undo step. */
export function useEnterWrites(): (writes: readonly Write[], options?: EnterWritesOptions) => void {
  const { editor, outbox } = useScreen();
  return useCallback(
    (writes, { coalesceKey, shapeId } = {}) => {
      if (writes.length === 0 || editor.isReadOnly) return;
      for (const write of writes) void outbox.enterWrite(write);
      editor.document.recordExternalStep({ ...toUndoStep(writes), shapeId }, coalesceKey);
    },
    [editor, outbox],
  );
}
