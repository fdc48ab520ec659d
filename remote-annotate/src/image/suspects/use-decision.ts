import type { AttachedLabel, Suspect } from '@console/shared-contract/api';
import type { SuspectWrite } from '../../outbox';
import { suspectMessages as words } from '../../suspect-messages';
import { stepOf } from '../history/outside-work';
import { useRecognitionLabels, useRecognitionTasks } from '../image.queries';
import type { OfferedLabel } from '../recognition/rules';
import { useScreen } from '../screen-context';
import { useEnter } from '../use-enter';
import { acceptedLabels, acceptShape } from './accept';
import { listedName } from '../label-names';
import { isOfObject, objectOf, shapeOf } from './still-so';

export interface Decision {
  /** Does what the model says, and keeps that. `labels`: of what it is about. Answers why it was not done; null: it was. */
  readonly accept: (suspect: Suspect, labels: readonly AttachedLabel[] | undefined) => string | null;
  /** Keeps that the annotation stays as it is. */
  readonly dismiss: (suspect: Suspect) => void;
  readonly offered: readonly OfferedLabel[];
}

/** What a person decides of a suspect: a change and the decision are one step, which an undo takes back whole. */
export function useDecision(): Decision {
  const { image, editor, outbox } = useScreen();
  const enter = useEnter();
  const offered = useRecognitionLabels().data ?? [];
  const tasks = useRecognitionTasks().data ?? [];
  const write = (suspect: Suspect, after: 'accepted' | 'dismissed', shape?: string): SuspectWrite => ({
    kind: 'suspect',
    image: image.id,
    suspect,
    shape,
    before: 'open',
    after,
  });

  const acceptOfShape = (suspect: Suspect): string | null => {
    const before = shapeOf(suspect, editor.document.shapes());
    if (before && editor.isLocked(before.id)) return words.locked;
    if (editor.topics.tool.getSnapshot().busy !== 'idle') return words.busy;
    let accepted: SuspectWrite | null = null;
    editor.changeWith((document) => {
      const shape = acceptShape(document, suspect);
      if (shape === undefined) return null;
      accepted = write(suspect, 'accepted', shape ?? undefined);
      return stepOf([accepted]);
    });
    if (!accepted) return words.unfit;
    // After the change of the shape, which it waits for.
    void outbox.enterWrite(accepted);
    return null;
  };

  return {
    offered,
    accept: (suspect, labels) => {
      if (suspect.domain !== 'recognition') return acceptOfShape(suspect);
      const shape = objectOf(suspect, editor.document.shapes());
      if (shape && editor.isLocked(shape.id)) return words.locked;
      if (!labels) return words.reading;
      const changes = acceptedLabels(suspect, labels, offered, tasks);
      if (changes.length === 0 || (isOfObject(suspect) && !shape)) return words.unfit;
      const object = shape && {
        id: shape.id,
        name: listedName(shape, editor.document.shapes(), editor.topics.labels.getSnapshot()),
      };
      const ofLabels = changes.map((change) => ({ kind: 'label' as const, image: image.id, object, ...change }));
      enter([...ofLabels, write(suspect, 'accepted')], { shapeId: shape?.id });
      return null;
    },
    dismiss: (suspect) => enter([write(suspect, 'dismissed')]),
  };
}
