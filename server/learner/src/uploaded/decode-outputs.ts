import type { Tensor } from 'onnxruntime-node';
import { computeBoxOverlap, type Box } from '../scores/box-overlap';
import type { UploadedFormat } from '../protocol/protocol';
import { groupBy } from '../sampling/group-by';
import { countTrailingColumns, type SelectedOutputs } from './find-layout';

/** Boxes with a lower score are omitted, as in the built-in models. */
const MIN_SCORE = 0.03;
/** Maximum IoU of two objects of one label. Boxes with a higher IoU show the same object. */
const MAX_OVERLAP = 0.5;
const MAX_OBJECTS_PER_LABEL = 300;
/** Maximum number of boxes that are compared for each label: the boxes with the highest scores. */
const MAX_CANDIDATES = 2000;

/** An object in pixels of the input. */
interface DecodedObject {
  class: number;
  score: number;
  box: Box;
  /** The factors of the prototypes of the object's mask, or the numbers of the points of the object's pose. */
  coefficients?: number[];
}

/** Returns the label of a class, or null if the class is ignored. */
export type ToLabel = (classIndex: number) => string | number | null;

/** Decodes the objects in the outputs of a model. Models that return a box for each cell get non-maximum suppression for each label. */
export function decodeObjects(outputs: SelectedOutputs, format: UploadedFormat, toLabel: ToLabel): DecodedObject[] {
  const objects = DECODERS[format.layout](outputs, format, toLabel, MIN_SCORE).filter(
    ({ score, box, class: index }) => score >= MIN_SCORE && box.every(Number.isFinite) && toLabel(index) !== null,
  );
  const objectsInPixels = format.hasRelativeBoxes
    ? objects.map((object) => ({ ...object, box: toPixels(object.box, format) }))
    : objects;
  const needsSuppression = format.layout === 'yolo' || format.layout === 'yolo-objectness';
  const objectsByLabel = groupBy(
    objectsInPixels.filter(({ box: [x1, y1, x2, y2] }) => x2 > x1 && y2 > y1).sort((a, b) => b.score - a.score),
    ({ class: index }) => toLabel(index),
  );
  return [...objectsByLabel.values()]
    .flatMap((group) => (needsSuppression ? suppressOverlaps(group) : group).slice(0, MAX_OBJECTS_PER_LABEL))
    .sort((a, b) => b.score - a.score);
}

/** Omits boxes that overlap a box with a higher score. */
function suppressOverlaps(sortedObjects: readonly DecodedObject[]): DecodedObject[] {
  const selected: DecodedObject[] = [];
  for (const object of sortedObjects.slice(0, MAX_CANDIDATES)) {
    if (selected.length === MAX_OBJECTS_PER_LABEL) break;
    if (selected.every(({ box }) => computeBoxOverlap(box, object.box) <= MAX_OVERLAP)) selected.push(object);
  }
  return selected;
}

const toPixels = ([x1, y1, x2, y2]: Box, { input: { width, height } }: UploadedFormat): Box => [
  x1 * width,
  y1 * height,
  x2 * width,
  y2 * height,
];

/** Decodes the objects in the outputs. A decoder can omit objects with a lower score than `minScore`. */
type Decoder = (outputs: SelectedOutputs, format: UploadedFormat, toLabel: ToLabel, minScore: number) => DecodedObject[];

const DECODERS: Record<UploadedFormat['layout'], Decoder> = {
  yolo: ({ main: table }, ...options) => {
    const [values, [, columns = 0, count = 0]] = [getValues(table), table.dims];
    return decodeTable({ count, columns, firstClass: 4, get: (box, column) => values[column * count + box]! }, ...options);
  },
  'yolo-objectness': ({ main: table }, ...options) => {
    const [values, [, count = 0, columns = 0]] = [getValues(table), table.dims];
    return decodeTable({ count, columns, firstClass: 5, get: (box, column) => values[box * columns + column]! }, ...options);
  },
  'end-to-end': ({ main: table }) => {
    const values = getValues(table);
    return Array.from({ length: values.length / 6 }, (_, index) => {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, score = 0, label = 0] = values.subarray(6 * index, 6 * index + 6);
      return { class: Math.round(label), score, box: [x1, y1, x2, y2] };
    });
  },
  boxes: ({ main: boxes, scores, labels }, format) => {
    const [coordinates, probabilities] = [getValues(boxes), getValues(scores!)];
    // TensorFlow's object detection returns top, left, bottom, right.
    const isYFirst = format.outputs?.main.startsWith('detection_boxes');
    return Array.from(probabilities, (score, index): DecodedObject => {
      const [a = 0, b = 0, c = 0, d = 0] = coordinates.subarray(4 * index, 4 * index + 4);
      return { class: Math.round(Number(labels!.data[index])), score, box: isYFirst ? [b, a, d, c] : [a, b, c, d] };
    });
  },
  queries: ({ main: boxes, scores: logits }, { scores }, toLabel) => {
    const [, count = 0, columns = 0] = logits!.dims;
    const [coordinates, values] = [getValues(boxes), getValues(logits!)];
    return Array.from({ length: count }, (_, index): DecodedObject => {
      const row = toProbabilities(values.subarray(index * columns, (index + 1) * columns), scores);
      const best = findBest(scores === 'softmax-background' ? row.slice(0, -1) : row, toLabel);
      return { ...best, box: toCorners(coordinates.subarray(4 * index, 4 * index + 4)) };
    });
  },
  classification: () => [],
};

/** A table of boxes: centre, size, for some models an objectness, a score for each class, and the coefficients of the mask or the points. */
interface BoxTable {
  count: number;
  columns: number;
  /** The column of the first class. */
  firstClass: 4 | 5;
  get: (box: number, column: number) => number;
}

function decodeTable(
  { count, columns, firstClass, get }: BoxTable,
  { scores, masks, points }: UploadedFormat,
  toLabel: ToLabel,
  minScore: number,
): DecodedObject[] {
  const toProbability = scores === 'sigmoid' ? sigmoid : (value: number) => value;
  const objects: DecodedObject[] = [];
  const trailingColumns = countTrailingColumns({ masks, points });
  const labelledClasses = Array.from({ length: columns - firstClass - trailingColumns }, (_, index) => index).filter(
    (index) => toLabel(index) !== null,
  );
  for (let box = 0; box < count; box += 1) {
    const objectness = firstClass === 5 ? toProbability(get(box, 4)) : 1;
    if (objectness < minScore) continue;
    let best = { class: 0, score: 0 };
    for (const index of labelledClasses) {
      const score = objectness * toProbability(get(box, firstClass + index));
      if (score > best.score) best = { class: index, score };
    }
    if (best.score < minScore) continue;
    const coefficients = Array.from({ length: trailingColumns }, (_, index) => get(box, columns - trailingColumns + index));
    objects.push({
      ...best,
      box: toCorners([get(box, 0), get(box, 1), get(box, 2), get(box, 3)]),
      ...(trailingColumns > 0 && { coefficients }),
    });
  }
  return objects;
}

function findBest(probabilities: ArrayLike<number>, toLabel: ToLabel): { class: number; score: number } {
  let best = { class: 0, score: 0 };
  for (let index = 0; index < probabilities.length; index += 1)
    if (probabilities[index]! > best.score && toLabel(index) !== null) best = { class: index, score: probabilities[index]! };
  return best;
}

/** Converts centre and size to corners. */
function toCorners([x = 0, y = 0, width = 0, height = 0]: ArrayLike<number> & Iterable<number>): Box {
  return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));
const getValues = (tensor: Tensor) => tensor.data as Float32Array;

/** Returns the probability of each class of an image. */
export function decodeClasses({ main }: SelectedOutputs, { scores }: UploadedFormat): Float32Array {
  return toProbabilities(getValues(main), scores);
}

function toProbabilities(values: Float32Array, scores: UploadedFormat['scores']): Float32Array {
  if (scores === 'probability' || scores === 'independent-probability') return values;
  if (scores === 'sigmoid') return values.map(sigmoid);
  const maxValue = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const exponentials = values.map((value) => Math.exp(value - maxValue));
  const sum = exponentials.reduce((a, b) => a + b, 0);
  return exponentials.map((value) => value / sum);
}

/** Maximum median centre of relative boxes. Centres in pixels are larger, because an object is larger than a few pixels. */
const MAX_RELATIVE_CENTRE = 1.5;

/**
 * Determines from the median of the boxes' centres whether boxes are relative to the size of the input. Includes boxes with low
 * scores, because the images may show no objects that the model knows. Null if there are no boxes.
 */
export function hasRelativeBoxes(outputsOfImages: readonly SelectedOutputs[], format: UploadedFormat): boolean | null {
  const centres = outputsOfImages
    .flatMap((outputs) => DECODERS[format.layout](outputs, format, (index) => index, 0))
    .flatMap(({ box: [x1, y1, x2, y2] }) => (x2 > x1 && y2 > y1 ? [Math.max(x1 + x2, y1 + y2) / 2] : []))
    .sort((a, b) => a - b);
  const median = centres[Math.floor(centres.length / 2)];
  return median === undefined ? null : median <= MAX_RELATIVE_CENTRE;
}
