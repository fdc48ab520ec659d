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
  const { image, workId, editor, outbox, consumeArrival, onUndone, onRedone, ...screen } = useScreen();
  const jobId = screen.job?.id;
  const notify = useNotify();
  const adjustWrite = useAdjustWrite();

  useEffect(
    () =>
      editor.document.onExternalStep((storedWork) => {
        const effects = parseExternalEffects(storedWork);
        if (!effects) return;
        const writes = effects.writes.map(adjustWrite).filter((write) => write !== null);
        const storagePromise = Promise.all(writes.map((write) => outbox.enterWrite(write)));
        if (effects.item) onUndone?.(effects);
        if (effects.step) onRedone?.(effects.step, writes, storagePromise);
      }),
    [editor, outbox, adjustWrite, onUndone, onRedone],
  );

  useEffect(() => {
    if (!isLoaded) return undefined;
    const onDropped = (count: number) => notify.info({ title: historyMessages.dropped(count) });
    return persistHistory(editor, outbox, { image: workId, job: jobId, onDropped });
  }, [editor, outbox, workId, jobId, isLoaded, notify]);

  useEffect(() => {
    const arrivalStep = consumeArrival?.(image.id);
    if (arrivalStep?.by === 'undo') editor.document.addExternalStep('redo', { undo: null, redo: arrivalStep.work });
    else if (arrivalStep?.isRedo) editor.document.addExternalStep('undo', { undo: arrivalStep.work, redo: null });
    else if (arrivalStep) editor.document.recordExternalStep({ undo: arrivalStep.work, redo: null });
  }, [editor, image.id, consumeArrival]);
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
  const latestVerification = useRef<Verification | null | undefined>(undefined);
  useEffect(() => {
    latestVerification.current = ownVerification;
  });
  return useCallback(
    (write) => {
      if (write.kind !== 'verification') return write;
      (write.after ? rememberVerified : removeVerified)(scope, write.image);
      const currentVerification = latestVerification.current;
      const newVerification = write.after && { ...write.after, id: newShapeId(), created: new Date().toISOString() };
      if (currentVerification === undefined || write.image !== image.id) return { ...write, after: newVerification };
      // Compare only whether there is a verification, not its id, because the server replaces local ids.
      return (currentVerification === null) === (newVerification === null)
        ? null
        : { ...write, before: currentVerification, after: newVerification };
    },
    [image.id, scope],
  );
}
