import type { AttachedLabel, Suspect } from '@console/shared-contract/api';
import type { SuspectWrite } from '../../outbox';
import { suspectMessages } from './suspect-messages';
import { toUndoStep } from '../history/external-effects';
import { useRecognitionLabels, useRecognitionTasks } from '../data/image.queries';
import type { OfferedLabel } from '../recognition/state/rules';
import { useScreen } from '../context/screen-context';
import { useEnterWrites } from '../context/use-enter-writes';
import { getAcceptedLabelChanges, applyPredictedShape } from './accept-suspect';
import { getObjectReference } from '../labels/label-names';
import { isAboutObjectLabels, findSuspectObject, findSuspectShape } from './is-still-suspected';

/** Functions that accept or dismiss suspected label errors. */
interface SuspectDecision {
  /**
   * Applies the suggested correction and stores the decision. `labels` belong to the image or object with the suspected error. Returns an
   * error message, or null on success.
   */
  readonly accept: (suspect: Suspect, labels: readonly AttachedLabel[] | undefined) => string | null;
  /** Stores that the annotation stays as it is. */
  readonly dismiss: (suspect: Suspect) => void;
  readonly offeredLabels: readonly OfferedLabel[];
}

/** Returns functions that accept or dismiss suspected errors. The change and the decision are one undo step. */
export function useDecision(): SuspectDecision {
  const { image, editor, outbox } = useScreen();
  const enterWrites = useEnterWrites();
  const offeredLabels = useRecognitionLabels().data ?? [];
  const tasks = useRecognitionTasks().data ?? [];
  const createSuspectWrite = (suspect: Suspect, after: 'accepted' | 'dismissed', shapeId?: string): SuspectWrite => ({
    kind: 'suspect',
    image: image.id,
    suspect,
    shape: shapeId,
    before: 'open',
    after,
  });

  const acceptShapeChange = (suspect: Suspect): string | null => {
    const currentShape = findSuspectShape(suspect, editor.document.getShapes());
    if (currentShape && editor.isLocked(currentShape.id)) return suspectMessages.shapeLocked;
    if (editor.topics.tool.getSnapshot().busy !== 'idle') return suspectMessages.finishDrawingFirst;
    let acceptedWrite: SuspectWrite | null = null;
    editor.changeWithExternalStep((document) => {
      const shapeId = applyPredictedShape(document, suspect);
      if (shapeId === undefined) return null;
      acceptedWrite = createSuspectWrite(suspect, 'accepted', shapeId ?? undefined);
      return toUndoStep([acceptedWrite]);
    });
    if (!acceptedWrite) return suspectMessages.suggestionDoesNotFit;
    // Queue the decision after the change of the shape, because the outbox sends writes in order.
    void outbox.enterWrite(acceptedWrite);
    return null;
  };

  return {
    offeredLabels,
    accept: (suspect, labels) => {
      if (suspect.domain !== 'recognition') return acceptShapeChange(suspect);
      const shape = findSuspectObject(suspect, editor.document.getShapes());
      if (shape && editor.isLocked(shape.id)) return suspectMessages.shapeLocked;
      if (!labels) return suspectMessages.labelsLoading;
      const changes = getAcceptedLabelChanges(suspect, labels, offeredLabels, tasks);
      if (changes.length === 0 || (isAboutObjectLabels(suspect) && !shape)) return suspectMessages.suggestionDoesNotFit;
      const objectReference = shape && getObjectReference(editor, shape);
      const labelWrites = changes.map((change) => ({
        kind: 'label' as const,
        image: image.id,
        object: objectReference,
        ...change,
      }));
      enterWrites([...labelWrites, createSuspectWrite(suspect, 'accepted')], { shapeId: shape?.id });
      return null;
    },
    dismiss: (suspect) => enterWrites([createSuspectWrite(suspect, 'dismissed')]),
  };
}
