import type { AttachedLabel, RecognitionLabel } from '@console/shared-contract/api';
import type { BoxShape } from '../../editor';
import type { Write } from '../../outbox';
import { useObjectLabels, useRecognitionLabels } from '../image.queries';
import { listedName } from '../label-names';
import { useScreen } from '../screen-context';

/** The recognition labels of an image or an object, and the ways to change them. */
export interface Labelling {
  /** undefined while they are read. */
  present: readonly AttachedLabel[] | undefined;
  offered: readonly RecognitionLabel[];
  error: unknown;
  retry: () => void;
  add: (label: RecognitionLabel) => void;
  remove: (label: AttachedLabel) => void;
  setValue: (label: AttachedLabel, value: number) => void;
}

type LabelWrite = Extract<Write, { kind: 'label' }>;
type Actions = Pick<Labelling, 'add' | 'remove' | 'setValue'>;

function useActions(object: () => LabelWrite['object']): Actions {
  const { image, outbox } = useScreen();
  const enter = ({ id, name, type }: LabelWrite['label'], change: Pick<LabelWrite, 'before' | 'after'>) =>
    void outbox.enterWrite({ kind: 'label', image: image.id, object: object(), label: { id, name, type }, ...change });
  return {
    // A value starts at the least that its label allows.
    add: (label) => enter(label, { before: null, after: { value: label.type === 'value' ? (label.min_value ?? 0) : null } }),
    remove: (label) => enter(label, { before: { value: label.value }, after: null }),
    setValue: (label, value) => enter(label, { before: { value: label.value }, after: { value } }),
  };
}

export function useImageLabelling(): Labelling {
  const { image } = useScreen();
  const labels = useRecognitionLabels();
  return {
    present: image.labels,
    offered: labels.data ?? [],
    error: labels.error,
    retry: () => void labels.refetch(),
    ...useActions(() => undefined),
  };
}

/** An object that is not saved yet can have labels too: they wait behind its creation. */
export function useObjectLabelling(shape: BoxShape): Labelling {
  const { editor } = useScreen();
  const labels = useRecognitionLabels();
  const present = useObjectLabels(shape);
  const named = () => ({
    id: shape.id,
    name: listedName(shape, editor.document.shapes(), editor.topics.labels.getSnapshot()),
  });
  return {
    present: present.data,
    offered: labels.data ?? [],
    error: labels.error ?? present.error,
    retry: () => {
      void labels.refetch();
      present.refetch();
    },
    ...useActions(named),
  };
}
