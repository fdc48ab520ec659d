import type { Tensor } from 'onnxruntime-node';
import { InvalidRequestError } from '../protocol/invalid-request-error';
import type { Domain, ModelLayout, UploadedFormat } from '../protocol/protocol';

export type Outputs = Readonly<Record<string, Tensor>>;

/** The outputs of a model by their meaning. `classes` is null if their shape does not show the number of classes. */
export interface FoundLayout {
  layout: ModelLayout;
  classes: number | null;
  /** Number of prototypes of masks. */
  masks: number;
}

/** Maximum number of boxes of a model that selects its boxes itself. Other models return a box for each cell. */
const MAX_SELECTED_BOXES = 1000;
/** Columns of a table of boxes: its position, for selected boxes also the score and the class. */
const BOX_COLUMNS = 4;
const SELECTED_COLUMNS = 6;

const SUPPORTED: Record<Domain, string> = {
  recognition: 'a value for each class (1 x classes)',
  detection:
    '1 x (4 + classes) x boxes, 1 x boxes x (5 + classes), 1 x boxes x 6 (corners, score, class), boxes with scores and labels, or logits with pred_boxes',
  segmentation:
    '1 x (4 + classes + masks) x boxes or 1 x boxes x (5 + classes + masks), and prototypes of 1 x masks x height x width',
};

/** Finds out what the outputs of a model mean. Throws InvalidRequestError with a message for the user. */
export function findLayout(outputs: Outputs, domain: Domain): FoundLayout {
  const found = FINDERS[domain](outputs);
  if (found) return found;
  const text = Object.entries(outputs).map(([name, { dims, type }]) => `${name} (${type}, ${dims.join(' x ')})`);
  throw new InvalidRequestError(
    `The outputs of the model are not known: ${text.join(', ')}. A ${domain} model must return ${SUPPORTED[domain]}.`,
  );
}

const FINDERS: Record<Domain, (outputs: Outputs) => FoundLayout | null> = {
  recognition: findClassification,
  detection: findDetection,
  segmentation: (outputs) => findTable(outputs, getPrototypes(outputs)?.dims[1] ?? 0),
};

function findClassification(outputs: Outputs): FoundLayout | null {
  const [tensor, ...others] = Object.values(outputs);
  if (!tensor || others.length > 0 || tensor.type !== 'float32' || tensor.size < 2) return null;
  return tensor.dims.filter((side) => side !== 1).length === 1
    ? { layout: 'classification', classes: tensor.size, masks: 0 }
    : null;
}

function findDetection(outputs: Outputs): FoundLayout | null {
  const queries = getQueries(outputs);
  if (queries) return { layout: 'queries', classes: queries.logits.dims.at(-1)!, masks: 0 };
  if (getSelected(outputs)) return { layout: 'boxes', classes: null, masks: 0 };
  const table = getTable(outputs);
  const [, boxes = 0, columns = 0] = table?.dims ?? [];
  if (columns === SELECTED_COLUMNS && boxes <= MAX_SELECTED_BOXES) return { layout: 'end-to-end', classes: null, masks: 0 };
  return findTable(outputs, null);
}

/** Finds a table with a box for each cell. `masks` is the number of prototypes of masks, null for a model of boxes. */
function findTable(outputs: Outputs, masks: number | null): FoundLayout | null {
  const table = getTable(outputs);
  if (!table || masks === 0 || (masks === null && getPrototypes(outputs))) return null;
  const [, first = 0, second = 0] = table.dims;
  const layout = first < second ? 'yolo' : 'yolo-objectness';
  const classes = layout === 'yolo' ? first - BOX_COLUMNS : second - BOX_COLUMNS - 1;
  return classes > (masks ?? 0) ? { layout, classes: classes - (masks ?? 0), masks: masks ?? 0 } : null;
}

const isFloat = (tensor: Tensor) => tensor.type === 'float32';
/** The number of boxes of `boxes x 4` or `1 x boxes x 4`, null for another shape. */
const countBoxes = ({ dims }: Tensor) =>
  dims.at(-1) === BOX_COLUMNS && (dims.length === 2 || (dims.length === 3 && dims[0] === 1)) ? dims.at(-2)! : null;

/** Finds the only table of boxes. Some exports also return the grids from which it was computed, which have five dimensions. */
export function getTable(outputs: Outputs): Tensor | null {
  const tables = Object.values(outputs).filter(({ dims }) => dims.length < 4);
  const [table] = tables;
  return table && tables.length === 1 && isFloat(table) && table.dims.length === 3 && table.dims[0] === 1 ? table : null;
}

/** Finds the prototypes of masks: 1 x masks x height x width. */
export function getPrototypes(outputs: Outputs): Tensor | null {
  return Object.values(outputs).find((tensor) => isFloat(tensor) && tensor.dims.length === 4) ?? null;
}

/** Finds boxes with values of all classes, as of DETR. */
export function getQueries(outputs: Outputs): { boxes: Tensor; logits: Tensor } | null {
  const boxes = outputs.pred_boxes;
  const logits = outputs.logits ?? outputs.pred_logits;
  if (!boxes || !logits || !isFloat(boxes) || !isFloat(logits)) return null;
  const count = countBoxes(boxes);
  return count !== null && logits.dims.length === 3 && logits.dims[1] === count && logits.dims[2]! > 1 ? { boxes, logits } : null;
}

/** Finds boxes with a score and a class for each, by the names of the outputs, or by their types. */
export function getSelected(outputs: Outputs): { boxes: Tensor; scores: Tensor; labels: Tensor; isYFirst: boolean } | null {
  const entries = Object.entries(outputs);
  const [name = '', boxes] = entries.find(([, tensor]) => isFloat(tensor) && countBoxes(tensor) !== null) ?? [];
  if (!boxes) return null;
  const lists = entries.filter(([key, tensor]) => key !== name && tensor.size === countBoxes(boxes) && !/num/i.test(key));
  const labels = lists.find(([key, { type }]) => /label|class/i.test(key) || type === 'int64' || type === 'int32');
  const scores = lists.find(([key, tensor]) => key !== labels?.[0] && isFloat(tensor));
  if (!labels || !scores) return null;
  // TensorFlow's object detection returns top, left, bottom, right.
  return { boxes, scores: scores[1], labels: labels[1], isYFirst: name.startsWith('detection_boxes') };
}

/** Finds out how the scores of a model become probabilities. `names` is the number of named classes, 0 if there are none. */
export function findScoring(
  all: readonly Outputs[],
  { layout, classes, masks }: FoundLayout,
  { names, isMultiLabel }: { names: number; isMultiLabel: boolean },
): UploadedFormat['scores'] {
  if (layout === 'classification') {
    const lists = all.map((outputs) => Object.values(outputs)[0]!.data as Float32Array);
    const areProbabilities = lists.every(areRatios);
    if (isMultiLabel) return areProbabilities ? 'probability' : 'sigmoid';
    const areNormalised = lists.every((list) => Math.abs(list.reduce((sum, value) => sum + value, 0) - 1) < 0.01);
    return areProbabilities && areNormalised ? 'probability' : 'softmax';
  }
  if (layout === 'queries') {
    if (names === classes) return 'sigmoid';
    if (names > 0 && names === classes! - 1) return 'softmax-background';
    const lists = all.map((outputs) => getQueries(outputs)!.logits);
    // Most queries find no object. The class for that is the last one, if there is one.
    return lists.every(isMostlyLastClass) ? 'softmax-background' : 'sigmoid';
  }
  if (layout === 'boxes' || layout === 'end-to-end') return 'probability';
  return all.every((outputs) => areRatios(listScores(getTable(outputs)!, layout, masks))) ? 'probability' : 'sigmoid';
}

function listScores({ data, dims }: Tensor, layout: ModelLayout, masks: number): Float32Array {
  const values = data as Float32Array;
  const [, first = 0, second = 0] = dims;
  if (layout === 'yolo') return values.subarray(BOX_COLUMNS * second, (first - masks) * second);
  return values.filter((_, index) => index % second >= BOX_COLUMNS && index % second < second - masks);
}

const areRatios = (values: Float32Array) => values.every((value) => value >= -1e-4 && value <= 1 + 1e-4);

function isMostlyLastClass({ data, dims }: Tensor): boolean {
  const [, count = 0, classes = 0] = dims;
  const values = data as Float32Array;
  let lastCount = 0;
  for (let query = 0; query < count; query += 1) {
    const row = values.subarray(query * classes, (query + 1) * classes);
    if (row.indexOf(row.reduce((a, b) => Math.max(a, b), -Infinity)) === classes - 1) lastCount += 1;
  }
  return lastCount > count / 2;
}
