import type { Verification } from '@console/shared-contract/api';
import { useNotify } from '@console/shared-ui/basics';
import { useCallback, useEffect, useRef } from 'react';
import { newShapeId } from '../../editor';
import { historyMessages } from './history-messages';
import type { Write } from '../../outbox';
import { useOwnVerification } from '../verification/use-verification';
import { useAnnotatorScope } from '../verification/use-annotator-scope';
import { removeVerified, rememberVerified } from '../verification/verified-images';
import { useScreen } from '../context/screen-context';
import { persistHistory } from '../history/persist-history';
import { parseExternalEffects } from '../history/external-effects';

/**
 * Applies the effects of undo and redo outside the document, such as changes of image labels. Stores the undo history of the image for the
 * next visit.
 */
export function ImageHistory({ isLoaded }: { isLoaded: boolean }) {
  const { image, workId, editor, outbox, takeArrival, onUndone, onRedone, ...screen } = useScreen();
  const job = screen.job?.id;
  const notify = useNotify();
  const adjustWrite = useAdjustWrite();

  useEffect(
    () =>
      editor.document.onExternalStep((storedWork) => {
        const work = parseExternalEffects(storedWork);
        if (!work) return;
        const writes = work.writes.map(adjustWrite).filter((write) => write !== null);
        const storing = Promise.all(writes.map((write) => outbox.enterWrite(write)));
        if (work.item) onUndone?.(work);
        if (work.step) onRedone?.(work.step, writes, storing);
      }),
    [editor, outbox, adjustWrite, onUndone, onRedone],
  );

  useEffect(() => {
    if (!isLoaded) return undefined;
    const onDropped = (count: number) => notify.info({ title: historyMessages.dropped(count) });
    return persistHistory(editor, outbox, { image: workId, job, onDropped });
  }, [editor, outbox, workId, job, isLoaded, notify]);

  useEffect(() => {
    const arrival = takeArrival?.(image.id);
    if (arrival?.by === 'undo') editor.document.addExternalStep('redo', { undo: null, redo: arrival.work });
    else if (arrival?.isRedo) editor.document.addExternalStep('undo', { undo: arrival.work, redo: null });
    else if (arrival) editor.document.recordExternalStep({ undo: arrival.work, redo: null });
  }, [editor, image.id, takeArrival]);
  return null;
}

/**
 * Returns a function that adapts a write of an undo or redo to the current verifications. The function returns null if the write would
 * change nothing.
 */
function useAdjustWrite(): (write: Write) => Write | null {
  const { image } = useScreen();
  const scope = useAnnotatorScope();
  const ownVerification = useOwnVerification(image.id);
  const latest = useRef<Verification | null | undefined>(undefined);
  useEffect(() => {
    latest.current = ownVerification;
  });
  return useCallback(
    (write) => {
      if (write.kind !== 'verification') return write;
      (write.after ? rememberVerified : removeVerified)(scope, write.image);
      const current = latest.current;
      const newVerification = write.after && { ...write.after, id: newShapeId(), created: new Date().toISOString() };
      if (current === undefined || write.image !== image.id) return { ...write, after: newVerification };
      // Compare only whether there is a verification, not its id, because the server replaces local ids.
      return (current === null) === (newVerification === null) ? null : { ...write, before: current, after: newVerification };
    },
    [image.id, scope],
  );
}
