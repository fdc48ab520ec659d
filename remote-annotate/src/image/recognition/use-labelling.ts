import type { ApiCallKey, AttachedLabel, DetectionObject, RecognitionLabel, TrainingImage } from '@console/shared-contract/api';
import { consoleQueryClient, workspaceKey } from '@console/shared-auth';
import type { BoxShape } from '../../editor';
import { messages } from '../../messages';
import type { StoredCall } from '../../outbox';
import { patchImage, refreshElsewhere, useObjectDetails, useRecognitionLabels } from '../image.queries';
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

type Patch = (change: (labels: AttachedLabel[]) => AttachedLabel[]) => void;
type Enter = (
  action: 'add-label' | 'remove-label' | 'update-value',
  body: { label_id: string; value?: number },
  title: string,
) => void;

const words = messages.labels;

function actions(patch: Patch, enter: Enter): Pick<Labelling, 'add' | 'remove' | 'setValue'> {
  return {
    add: (label) => {
      // A value starts at the least that its label allows.
      const value = label.type === 'value' ? (label.min_value ?? 0) : null;
      patch((labels) => [
        ...labels.filter(({ id }) => id !== label.id),
        { id: label.id, name: label.name, type: label.type, value },
      ]);
      enter('add-label', value === null ? { label_id: label.id } : { label_id: label.id, value }, words.addTitle(label.name));
    },
    remove: (label) => {
      patch((labels) => labels.filter(({ id }) => id !== label.id));
      enter('remove-label', { label_id: label.id }, words.removeTitle(label.name));
    },
    setValue: (label, value) => {
      patch((labels) => labels.map((other) => (other.id === label.id ? { ...other, value } : other)));
      enter('update-value', { label_id: label.id, value }, words.valueTitle(label.name));
    },
  };
}

export function useImageLabelling(): Labelling {
  const { image, outbox } = useScreen();
  const labels = useRecognitionLabels();
  const patch: Patch = (change) => {
    patchImage(image.id, (now: TrainingImage) => ({ ...now, labels: change(now.labels) }));
    refreshElsewhere();
  };
  const enter: Enter = (action, body, title) => {
    const call: StoredCall = {
      key: `POST /recognition/v2/training-image/{id}/${action}` satisfies ApiCallKey,
      params: { id: image.id },
      body,
    };
    void outbox.enterCall({
      imageId: image.id,
      call,
      title,
      coalesceKey: action === 'update-value' ? `value:${body.label_id}` : undefined,
    });
  };
  return {
    present: image.labels,
    offered: labels.data ?? [],
    error: labels.error,
    retry: () => void labels.refetch(),
    ...actions(patch, enter),
  };
}

/** An object that is not saved yet has no labels on the server; what is added waits behind its creation. */
export function useObjectLabelling(shape: BoxShape): Labelling {
  const { image, outbox } = useScreen();
  const labels = useRecognitionLabels();
  const details = useObjectDetails(shape.serverId);
  const patch: Patch = (change) =>
    consoleQueryClient.setQueryData<DetectionObject>(
      workspaceKey('object', shape.serverId),
      (now) => now && { ...now, recognition_labels: change(now.recognition_labels) },
    );
  const enter: Enter = (action, body, title) => {
    const call: StoredCall = {
      key: `POST /detection/v2/object/{id}/${action}` satisfies ApiCallKey,
      params: { id: shape.id },
      body,
    };
    void outbox.enterCall({
      imageId: image.id,
      shapeId: shape.id,
      call,
      title,
      coalesceKey: action === 'update-value' ? `value:${shape.id}:${body.label_id}` : undefined,
    });
  };
  return {
    present: shape.serverId === undefined ? [] : details.data?.recognition_labels,
    offered: labels.data ?? [],
    error: labels.error ?? details.error,
    retry: () => void Promise.all([labels.refetch(), details.refetch()]),
    ...actions(patch, enter),
  };
}
