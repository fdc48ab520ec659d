import type {
  EmbeddingModelCheck,
  InteractiveModelCheck,
  ModelFileCheck,
  ModelLayout,
  PixelValues,
  UploadedModel,
} from '@console/shared-contract/api';
import { formatBytes, formatCount } from '@console/shared-ui/format';

const LAYOUTS: Record<ModelLayout, string> = {
  yolo: 'YOLO (versions 8, 9, 11 and others without objectness)',
  'yolo-objectness': 'YOLO with objectness (versions 5 and 7)',
  'end-to-end': 'detection that selects its boxes itself',
  boxes: 'boxes with scores and labels',
  queries: 'DETR',
  classification: 'classification',
};
const formatMilliseconds = (milliseconds: number) => `${Math.round(milliseconds).toLocaleString('en')} ms`;
const toPercent = (ratio: number) => `${Math.round(100 * ratio)}%`;

function formatThresholds(
  { thresholds = [], threshold_pictures: pictures }: Pick<UploadedModel, 'thresholds' | 'threshold_pictures'>,
  labels: ReadonlyMap<string, string>,
): string {
  const thresholdTexts = thresholds.flatMap(({ id, threshold }) =>
    labels.has(id) ? [`${labels.get(id)} ${toPercent(threshold)}`] : [],
  );
  const origin = pictures ? `, chosen on ${formatCount(pictures, 'verified TRAIN image', 'verified TRAIN images')}` : '';
  return `${thresholdTexts.join(', ')}${origin}`;
}

const formatInput = (width: number, height: number, pixels: PixelValues) =>
  `${width} x ${height} pixels, values ${pixels === 'imagenet' ? 'normalised as for ImageNet' : pixels.replace('-', ' to ')}`;

type ResourceNeeds = Pick<ModelFileCheck, 'bytes' | 'open_milliseconds' | 'memory_bytes'> & {
  pictures: readonly { milliseconds: number }[];
};

/** Formats the time and memory that the check of a model has measured. */
const formatNeeds = ({ pictures, open_milliseconds: opening, memory_bytes: memory, bytes }: ResourceNeeds) => ({
  'Time for an image': pictures.map(({ milliseconds }) => formatMilliseconds(milliseconds)).join(', '),
  'Time to open': formatMilliseconds(opening),
  Memory: formatBytes(memory),
  'File size': formatBytes(bytes),
});

const formatUsed = ({ name }: { name: string }) => `${name} is used in this workspace`;

/** Messages about a kind of model that a workspace has at most one of. */
export interface WorkspaceModelMessages<Check> {
  title: string;
  files: string;
  hint: string;
  guide: string;
  used: (check: Check) => string;
  deleteHint: string;
}

/** Messages about models that users upload. */
export const uploadMessages = {
  action: 'Upload model',
  title: (task: string) => `Upload a model for ${task}`,
  kind: 'Kind of model',
  kindChoices: [
    { value: 'task', label: 'Model of this task' },
    { value: 'interactive', label: 'Interactive model of the workspace' },
    { value: 'embedding', label: 'Embedding model of the workspace' },
  ],
  file: 'Model file',
  fileHint: 'One ONNX file without external data, at most 500 MB.',
  choose: 'Choose file',
  chosen: (name: string, bytes: number) => `${name} (${formatBytes(bytes)})`,
  serverFile: 'Or a file on the server',
  serverModel: 'Or a model on the server',
  noServerFile: 'None',
  noFile: 'Choose a file.',
  checkAndUse: 'Check and use model',
  chooseFiles: 'Choose files',
  current: (name: string) => `${name} was uploaded and is used in this workspace.`,
  delete: 'Delete model',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleted: 'Model deleted',
  deleteFailed: "Couldn't delete the model.",
  interactive: {
    title: 'Upload an interactive model',
    files: 'Model files',
    hint: 'Choose encoder.onnx, decoder.onnx and model.json together, each at most 500 MB. In Find objects, the model is used instead of that of the server.',
    guide: 'How to export a model',
    missing: (names: readonly string[]) => `Choose ${names.join(', ')}, too.`,
    used: formatUsed,
    facts: ({ milliseconds, memory_bytes: bytes }: InteractiveModelCheck) => ({
      'Time for an image': formatMilliseconds(milliseconds),
      Memory: formatBytes(bytes),
    }),
    objectFound: 'Found by a point in the middle',
    nothingFound: 'Nothing found by a point in the middle',
    deleteHint: 'Find objects then uses the interactive model of the server, if there is one. Annotations stay.',
  },
  embedding: {
    title: 'Upload an embedding model',
    files: 'Model file',
    hint: 'One ONNX file that returns a vector for an image, at most 500 MB. Similar items, the map and the proposals of what to label next then compare images with this model. All images and shapes are prepared again in the background.',
    guide: 'Which models can be used',
    pixelsHint: 'What the model was trained with.',
    used: formatUsed,
    facts: ({ width, height, pixels, length, pictures, ...check }: EmbeddingModelCheck) => ({
      Input: formatInput(width, height, pixels),
      'Length of a vector': length.toLocaleString('en'),
      ...formatNeeds({ ...check, pictures }),
    }),
    likeness: (likeness: readonly number[], index: number) => {
      const comparisons = likeness.flatMap((value, other) =>
        other === index ? [] : [`${toPercent(value)} to image ${other + 1}`],
      );
      return `Image ${index + 1}${comparisons.length > 0 ? `. Similarity: ${comparisons.join(', ')}` : ''}`;
    },
    deleteHint: 'The built-in model is used again. All images and shapes are prepared again in the background.',
  },
  pixels: 'Pixel values',
  pixelsHint: 'What the model was trained with. If the boxes or classes below are wrong, choose another one and check again.',
  pixelChoices: [
    { value: '', label: 'The usual ones for the kind of model' },
    { value: '0-1', label: '0 to 1' },
    { value: '0-255', label: '0 to 255' },
    { value: 'imagenet', label: 'Normalised as for ImageNet' },
  ] satisfies { value: PixelValues | ''; label: string }[],
  check: 'Check model',
  checkAgain: 'Check again',
  checkFailed: "The model can't be used.",
  uploading: 'Uploading the file',
  checking: 'Running the model on images of this workspace',
  facts: ({ layout, width, height, pixels, classes, ...check }: ModelFileCheck) => ({
    'Kind of model': LAYOUTS[layout],
    Input: formatInput(width, height, pixels),
    Classes: `${classes.length.toLocaleString('en')}${classes.some(({ name }) => name !== null) ? '' : ', without names'}`,
    ...formatNeeds(check),
  }),
  result: 'Result of the check',
  predictions: (predictions: readonly string[]) => (predictions.length > 0 ? predictions.join(', ') : 'Nothing found.'),
  prediction: (name: string, prob: number) => `${name} ${toPercent(prob)}`,
  more: (count: number) => `${count} more`,
  image: (index: number) => `Checked image ${index + 1}`,
  className: (index: number, name: string | null) => (name === null ? `Class ${index}` : `${index}: ${name}`),
  mapping: 'Classes of each label',
  mappingHint: 'Classes that belong to no label are ignored.',
  addClass: 'Add a class',
  removeClass: 'Remove',
  noClasses: 'The model has no other classes.',
  noMapping: 'Choose the class of at least one label.',
  name: 'Name',
  licence: 'License',
  notes: 'Notes',
  add: 'Add model',
  added: (number: number) => `Model ${number} was added.`,
  addFailed: "Couldn't add the model.",
  uploaded: 'Uploaded',
  change: 'Change model',
  save: 'Save',
  changed: 'Model saved',
  changeFailed: "Couldn't save the model.",
  noName: 'Enter a name.',
  unknownLabel: 'Deleted label',
  thresholds: 'Minimum confidence',
  thresholdsHint: 'In percent. Predictions with less confidence are left out, unless users choose another minimum.',
  formatThresholds,
  details: (
    { layout, width, height, milliseconds, memory_bytes, bytes, licence, notes, classes, ...model }: UploadedModel,
    labels: ReadonlyMap<string, string>,
  ) => ({
    'Kind of model': LAYOUTS[layout as ModelLayout] ?? layout,
    Input: `${width} x ${height} pixels`,
    Classes: formatCount(classes.length, 'class is used', 'classes are used'),
    ...(model.thresholds && { 'Minimum confidence': formatThresholds(model, labels) }),
    'Time for an image': formatMilliseconds(milliseconds),
    Memory: formatBytes(memory_bytes),
    'File size': formatBytes(bytes),
    ...(licence ? { License: licence } : {}),
    ...(notes ? { Notes: notes } : {}),
  }),
} as const;
