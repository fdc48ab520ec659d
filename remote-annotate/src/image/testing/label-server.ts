import { page, type StubHandlers, type StubRequest } from '@console/shared-auth/testing';
import type {
  AttachedLabel,
  FlowGraph,
  RecognitionLabel,
  RecognitionTask,
  ResolvedFlow,
  TrainingImage,
} from '@console/shared-contract/api';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';

const WORKSPACE = createImageRow(1).workspace;

export function createLabelRow(number: number, name: string, fields: Partial<RecognitionLabel> = {}): RecognitionLabel {
  return {
    id: createId(number),
    workspace: WORKSPACE,
    name,
    description: '',
    type: 'category',
    color: null,
    output_name: name,
    negative_for_task: null,
    min_value: null,
    max_value: null,
    step_value: null,
    tasks_count: 1,
    images_count: 0,
    objects_count: 0,
    version: 1,
    ...fields,
  };
}

function createTaskRow(number: number, name: string, type: RecognitionTask['type'], labels: RecognitionLabel[]): RecognitionTask {
  return {
    id: createId(number),
    workspace: WORKSPACE,
    name,
    description: '',
    type,
    production_version: 0,
    labels,
    last_train_status: null,
    version: 1,
  };
}

export const apple = createLabelRow(501, 'Apple');
export const pear = createLabelRow(502, 'Pear');
export const ripe = createLabelRow(503, 'Ripe', { type: 'tag' });
export const bruised = createLabelRow(504, 'Bruised', { type: 'tag' });
export const faultless = createLabelRow(505, 'Faultless', { type: 'tag', negative_for_task: createId(602) });
export const weight = createLabelRow(506, 'Weight', { type: 'value', min_value: 10, max_value: 50, step_value: 5 });
const labels = [apple, pear, ripe, bruised, faultless, weight];

export const kindTask = createTaskRow(601, 'Kind', 'multi_class', [apple, pear]);
export const faultsTask = createTaskRow(602, 'Faults', 'multi_label', [ripe, bruised, faultless]);
export const gramsTask = createTaskRow(603, 'Grams', 'regression', [weight]);
export const tasks = [kindTask, faultsTask, gramsTask];

export const toAttachedLabel = ({ id, name, type }: RecognitionLabel, value: number | null = null): AttachedLabel => ({
  id,
  name,
  type,
  value,
});

/** Returns the response of `GET /flows/v2/flow/{id}/json` for a graph that uses the tasks and labels of this file. */
export const toResolvedFlow = (graph: FlowGraph): ResolvedFlow => ({
  ...graph,
  tasks,
  labels,
  detection_labels: [{ id: createId(900), name: 'Cup', color: '#00aa88' }],
});

export interface LabelServer {
  handlers: StubHandlers;
  /** Names and values of the labels that the stub stores for the image, sorted. */
  listImageLabels: () => readonly string[];
  listObjectLabels: () => readonly string[];
}

/** Creates stub handlers for an image with one object. They store the recognition labels of both. */
export function createLabelServer(
  presentImageLabels: readonly AttachedLabel[] = [],
  presentObjectLabels: readonly AttachedLabel[] = [],
): LabelServer {
  const image = createImageRow(1);
  const object = createObjectRow(31, image);
  const storedLabels = { image: [...presentImageLabels], object: [...presentObjectLabels] };
  let version = 1;
  const getImage = (): TrainingImage => ({ ...image, labels: [...storedLabels.image], version });
  const getObject = () => ({ ...object, recognition_labels: [...storedLabels.object], version });
  const createWriteHandler =
    (target: keyof typeof storedLabels, operation: 'add' | 'remove') =>
    ({ body }: StubRequest) => {
      const { label_id, value } = body as { label_id: string; value?: number };
      const label = labels.find(({ id }) => id === label_id);
      storedLabels[target] = storedLabels[target].filter(({ id }) => id !== label_id);
      if (label && operation === 'add') storedLabels[target].push(toAttachedLabel(label, value ?? null));
      version += 1;
      return target === 'image' ? getImage() : getObject();
    };
  const IMAGE_CALL = 'POST /recognition/v2/training-image/{id}';
  const OBJECT_CALL = 'POST /detection/v2/object/{id}';
  const listNames = (target: keyof typeof storedLabels) =>
    storedLabels[target]
      .map(({ name, value }) => (value === null ? name : `${name} ${value}`))
      .sort((a, b) => a.localeCompare(b));
  return {
    handlers: {
      'GET /recognition/v2/label/': page(labels),
      'GET /recognition/v2/task/': page(tasks),
      'GET /recognition/v2/training-image/{id}': getImage,
      'GET /detection/v2/object/': () => page([getObject()]),
      'GET /detection/v2/object/{id}': getObject,
      [`${IMAGE_CALL}/add-label`]: createWriteHandler('image', 'add'),
      [`${IMAGE_CALL}/update-value`]: createWriteHandler('image', 'add'),
      [`${IMAGE_CALL}/remove-label`]: createWriteHandler('image', 'remove'),
      [`${OBJECT_CALL}/add-label`]: createWriteHandler('object', 'add'),
      [`${OBJECT_CALL}/update-value`]: createWriteHandler('object', 'add'),
      [`${OBJECT_CALL}/remove-label`]: createWriteHandler('object', 'remove'),
    },
    listImageLabels: () => listNames('image'),
    listObjectLabels: () => listNames('object'),
  };
}
