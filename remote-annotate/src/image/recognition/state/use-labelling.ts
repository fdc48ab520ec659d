import type { AttachedLabel, RecognitionLabel, RecognitionTask } from '@console/shared-contract/api';
import { useHasService } from '@console/shared-auth';
import type { BoxShape } from '../../../editor';
import type { LabelWrite } from '../../../outbox';
import { useObjectLabels, useRecognitionLabels, useRecognitionTasks } from '../../data/image.queries';
import { getObjectReference } from '../../labels/label-names';
import { useScreen } from '../../context/screen-context';
import { useEnterWrites } from '../../context/use-enter-writes';
import { toAddChanges, toRemoveChanges, type LabelToAdd, type LabelChange } from './rules';

/** The recognition labels of an image or object, with functions that change them. */
export interface Labelling {
  /** The labelled object, or null for the image. */
  readonly object: BoxShape | null;
  /** Undefined while the labels load. */
  readonly currentLabels: readonly AttachedLabel[] | undefined;
  readonly offeredLabels: readonly RecognitionLabel[];
  /** All tasks of the workspace. Their rules determine which labels exclude each other. */
  readonly tasks: readonly RecognitionTask[];
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly retry: () => void;
  /** Adds labels and removes the labels that they exclude. */
  readonly add: (...labels: readonly LabelToAdd[]) => void;
  readonly remove: (label: AttachedLabel) => void;
  readonly setValue: (label: AttachedLabel, value: number) => void;
  /** Applies changes as one undo step. */
  readonly applyChanges: (changes: readonly LabelChange[], coalesceKey?: string) => void;
}

function useLabelling(
  object: BoxShape | null,
  currentLabels: Labelling['currentLabels'],
  query: { error: unknown; refetch: () => void },
  getObjectReference: () => LabelWrite['object'],
): Labelling {
  const { workId } = useScreen();
  const enterWrites = useEnterWrites();
  const isOffered = useHasService('recognition');
  const labels = useRecognitionLabels();
  const tasks = useRecognitionTasks();
  const applyChanges: Labelling['applyChanges'] = (changes, coalesceKey) =>
    enterWrites(
      changes.map((labelChange) => ({ kind: 'label', image: workId, object: getObjectReference(), ...labelChange })),
      { coalesceKey, shapeId: object?.id },
    );
  return {
    object,
    currentLabels,
    offeredLabels: labels.data ?? [],
    tasks: tasks.data ?? [],
    error: (labels.data ? null : labels.error) ?? (tasks.data ? null : tasks.error) ?? (currentLabels ? null : query.error),
    isLoading: isOffered && (labels.isFetching || tasks.isFetching),
    retry: () => {
      if (labels.isError) void labels.refetch();
      if (tasks.isError) void tasks.refetch();
      if (query.error) query.refetch();
    },
    add: (...addedLabels) => currentLabels && applyChanges(toAddChanges(addedLabels, currentLabels, tasks.data ?? [])),
    remove: (label) => applyChanges(toRemoveChanges([label])),
    setValue: ({ value, ...label }, newValue) =>
      applyChanges([{ label, before: { value }, after: { value: newValue } }], `value ${object?.id ?? workId} ${label.id}`),
    applyChanges,
  };
}

const LOADED_IMAGE_QUERY = { error: null, refetch: () => undefined };

/** The recognition labels of the current image. */
export function useImageLabelling(): Labelling {
  const { image } = useScreen();
  return useLabelling(null, image.labels, LOADED_IMAGE_QUERY, () => undefined);
}

/** Returns the labels of an object. An unsaved object can also have labels, which are sent after the object. */
export function useObjectLabelling(shape: BoxShape): Labelling {
  const { editor, layer } = useScreen();
  const labels = useObjectLabels(shape, layer ?? null);
  return useLabelling(shape, labels.data, labels, () => getObjectReference(editor, shape));
}
