import type { Tensor } from 'onnxruntime-node';
import { InvalidRequestError } from '../protocol/invalid-request-error';
import type { Domain, ModelLayout, OutputNames, PointShape, UploadedFormat } from '../protocol/protocol';
import { formatNames, shorten } from './format-names';

export type Outputs = Readonly<Record<string, Tensor>>;
/** The outputs of a model by their meaning. */
export type SelectedOutputs = { readonly [Meaning in keyof OutputNames]: Tensor };

/** What the outputs of a model mean. `classes` is null if their shape does not show the number of classes. */
export interface FoundLayout {
  layout: ModelLayout;
  outputs: OutputNames;
  classes: number | null;
  /** Number of prototypes of masks. */
  masks: number;
  points?: PointShape;
}

/** The number of columns of a table of boxes after the class columns. */
export const countTrailingColumns = ({ masks, points }: Pick<UploadedFormat, 'masks' | 'points'>): number =>
  masks + (points ? points.count * points.numbers : 0);

/** Maximum number of boxes of a model that selects its boxes itself. Other models return a box for each cell. */
const MAX_SELECTED_BOXES = 1000;
/** Number of columns of a table of boxes: four for the position, six with the score and class of selected boxes. */
const BOX_COLUMNS = 4;
const SELECTED_COLUMNS = 6;

const SUPPORTED_OUTPUTS: Record<Domain, string> = {
  recognition: 'a value for each class (1 x classes)',
  detection:
    '1 x (4 + classes) x boxes, 1 x (4 + classes + points) x boxes with `kpt_shape` in the metadata, 1 x boxes x (5 + classes), 1 x boxes x 6 (corners, score, class), boxes with scores and labels, or logits with pred_boxes',
  segmentation:
    '1 x (4 + classes + masks) x boxes or 1 x boxes x (5 + classes + masks), and prototypes of 1 x masks x height x width',
};

/**
 * Determines what the outputs of a model mean. `points` is set for a pose model. Throws InvalidRequestError with a message for the
 * user.
 */
export function findLayout(outputs: Outputs, domain: Domain, points: PointShape | null = null): FoundLayout {
  const outputLayout = points && domain === 'detection' ? findPoses(outputs, points) : LAYOUT_FINDERS[domain](outputs);
  if (outputLayout) return outputLayout;
  const outputDescriptions = Object.entries(outputs).map(
    ([name, { dims, type }]) => `${shorten(name)} (${type}, ${shorten(dims.join(' x '))})`,
  );
  throw new InvalidRequestError(
    `The outputs of the model are not known: ${formatNames(outputDescriptions)}. A ${domain} model must return ${SUPPORTED_OUTPUTS[domain]}.`,
  );
}

/** Returns the output names of a model. Determines them again for a model that was added before the names were stored. */
export function getOutputNames(outputs: Outputs, { layout, masks, outputs: names }: UploadedFormat): OutputNames {
  const getDomain = () => (layout === 'classification' ? 'recognition' : masks > 0 ? 'segmentation' : 'detection');
  return names ?? findLayout(outputs, getDomain()).outputs;
}

/** Selects the outputs of a run by their names. */
export function selectOutputs(outputs: Outputs, names: OutputNames): SelectedOutputs {
  const entries = Object.entries(names).map(([meaning, name]: [string, string]) => [meaning, outputs[name]]);
  return Object.fromEntries(entries) as SelectedOutputs;
}

const LAYOUT_FINDERS: Record<Domain, (outputs: Outputs) => FoundLayout | null> = {
  recognition: findClassification,
  detection: findDetection,
  segmentation: (outputs) => {
    const prototypes = findPrototypes(outputs);
    return prototypes && findTable(outputs, prototypes);
  },
};

function findClassification(outputs: Outputs): FoundLayout | null {
  const [firstOutput, ...otherOutputs] = Object.entries(outputs);
  if (!firstOutput || otherOutputs.length > 0) return null;
  const [mainName, tensor] = firstOutput;
  if (!isFloat(tensor) || tensor.size < 2 || tensor.dims.filter((side) => side !== 1).length !== 1) return null;
  return { layout: 'classification', outputs: { main: mainName }, classes: tensor.size, masks: 0 };
}

function findDetection(outputs: Outputs): FoundLayout | null {
  const queryLayout = findQueries(outputs);
  if (queryLayout) return queryLayout;
  const selectedBoxes = findSelected(outputs);
  if (selectedBoxes) return { layout: 'boxes', outputs: selectedBoxes, classes: null, masks: 0 };
  const [mainName, table] = findTableOutput(outputs) ?? [];
  const [, boxes = 0, columns = 0] = table?.dims ?? [];
  if (mainName !== undefined && columns === SELECTED_COLUMNS && boxes <= MAX_SELECTED_BOXES)
    return { layout: 'end-to-end', outputs: { main: mainName }, classes: null, masks: 0 };
  return findPrototypes(outputs) ? null : findTable(outputs, null);
}

/** Finds a table with a box for each cell. `prototypes` is set for a model with masks. */
function findTable(outputs: Outputs, prototypes: OutputEntry | null): FoundLayout | null {
  const [mainName, table] = findTableOutput(outputs) ?? [];
  const masks = prototypes ? prototypes[1].dims[1]! : 0;
  if (mainName === undefined || !table || (prototypes && masks === 0)) return null;
  const [, firstSize = 0, secondSize = 0] = table.dims;
  const layout = firstSize < secondSize ? 'yolo' : 'yolo-objectness';
  const classes = (layout === 'yolo' ? firstSize - BOX_COLUMNS : secondSize - BOX_COLUMNS - 1) - masks;
  const outputNames = { main: mainName, ...(prototypes && { prototypes: prototypes[0] }) };
  return classes > 0 ? { layout, outputs: outputNames, classes, masks } : null;
}

/** Finds a table with a box, the scores of the classes and the points for each cell. */
function findPoses(outputs: Outputs, points: PointShape): FoundLayout | null {
  const table = findTable(outputs, null);
  const classes = (table?.classes ?? 0) - countTrailingColumns({ masks: 0, points });
  return table?.layout === 'yolo' && classes > 0 ? { ...table, classes, points } : null;
}

type OutputEntry = [name: string, tensor: Tensor];
const isFloat = (tensor: Tensor) => tensor.type === 'float32';
/** The number of boxes of `boxes x 4` or `1 x boxes x 4`, null for another shape. */
const countBoxes = ({ dims }: Tensor) =>
  dims.at(-1) === BOX_COLUMNS && (dims.length === 2 || (dims.length === 3 && dims[0] === 1)) ? dims.at(-2)! : null;

/**
 * Finds the only table of boxes. Ignores outputs with four or more dimensions, such as the grids from which some exports compute
 * the table.
 */
function findTableOutput(outputs: Outputs): OutputEntry | null {
  const [firstOutput, ...otherOutputs] = Object.entries(outputs).filter(([, { dims }]) => dims.length < 4);
  if (!firstOutput || otherOutputs.length > 0) return null;
  const [, table] = firstOutput;
  return isFloat(table) && table.dims.length === 3 && table.dims[0] === 1 ? firstOutput : null;
}

function findPrototypes(outputs: Outputs): OutputEntry | null {
  return Object.entries(outputs).find(([, tensor]) => isFloat(tensor) && tensor.dims.length === 4) ?? null;
}

/** Finds boxes with values of all classes, as in DETR. */
function findQueries(outputs: Outputs): FoundLayout | null {
  const mainName = 'pred_boxes';
  const scores = 'logits' in outputs ? 'logits' : 'pred_logits';
  const [boxes, logits] = [outputs[mainName], outputs[scores]];
  if (!boxes || !logits || !isFloat(boxes) || !isFloat(logits)) return null;
  const [count, classes] = [countBoxes(boxes), logits.dims[2]];
  if (count === null || logits.dims.length !== 3 || logits.dims[1] !== count || !classes || classes < 2) return null;
  return { layout: 'queries', outputs: { main: mainName, scores }, classes, masks: 0 };
}

/** Finds boxes with a score and a class for each, by the names of the outputs, or by their types. */
function findSelected(outputs: Outputs): OutputNames | null {
  const entries = Object.entries(outputs);
  // The scores of four boxes (1 x 4) have the same shape as one box, so try each matching output as the boxes.
  for (const [mainName, boxes] of entries.filter(([, tensor]) => isFloat(tensor) && countBoxes(tensor) !== null)) {
    const candidateOutputs = entries.filter(
      ([name, tensor]) => name !== mainName && tensor.size === countBoxes(boxes) && !/num/i.test(name),
    );
    const [labels] =
      candidateOutputs.find(([name, { type }]) => /label|class/i.test(name) || type === 'int64' || type === 'int32') ?? [];
    const [scores] = candidateOutputs.find(([name, tensor]) => name !== labels && isFloat(tensor)) ?? [];
    if (labels !== undefined && scores !== undefined) return { main: mainName, scores, labels };
  }
  return null;
}

/** Determines how the scores of a model become probabilities. `names` is the number of named classes, 0 if no class is named. */
export function findScoring(
  allOutputs: readonly SelectedOutputs[],
  { layout, classes, masks, points }: FoundLayout,
  { names: namedClassCount, isMultiLabel }: { names: number; isMultiLabel: boolean },
): UploadedFormat['scores'] {
  if (layout === 'classification') {
    const scoresByImage = allOutputs.map(({ main }) => main.data as Float32Array);
    if (!scoresByImage.every(areRatios)) return isMultiLabel ? 'sigmoid' : 'softmax';
    const haveSumOne = scoresByImage.every((list) => Math.abs(list.reduce((sum, value) => sum + value, 0) - 1) < 0.01);
    return haveSumOne ? 'probability' : 'independent-probability';
  }
  if (layout === 'queries') {
    const scoresByImage = allOutputs.map(({ scores }) => scores!);
    if (scoresByImage.every(({ data }) => areRatios(data as Float32Array))) return 'probability';
    if (namedClassCount === classes) return 'sigmoid';
    if (namedClassCount > 0 && namedClassCount === classes! - 1) return 'softmax-background';
    // Most queries find no object. If the model has a class for the background, it is the last class.
    return scoresByImage.every(isMostlyLastClass) ? 'softmax-background' : 'sigmoid';
  }
  if (layout === 'boxes' || layout === 'end-to-end') return 'probability';
  const trailingColumns = countTrailingColumns({ masks, points });
  return allOutputs.every(({ main }) => areRatios(listScores(main, layout, trailingColumns))) ? 'probability' : 'sigmoid';
}

function listScores({ data, dims }: Tensor, layout: ModelLayout, trailingColumns: number): Float32Array {
  const values = data as Float32Array;
  const [, firstSize = 0, secondSize = 0] = dims;
  if (layout === 'yolo') return values.subarray(BOX_COLUMNS * secondSize, (firstSize - trailingColumns) * secondSize);
  return values.filter((_, index) => index % secondSize >= BOX_COLUMNS && index % secondSize < secondSize - trailingColumns);
}

const areRatios = (values: Float32Array) => values.every((value) => value >= -1e-4 && value <= 1 + 1e-4);

function isMostlyLastClass({ data, dims }: Tensor): boolean {
  const [, count = 0, classes = 0] = dims;
  const values = data as Float32Array;
  let lastClassCount = 0;
  for (let query = 0; query < count; query += 1) {
    const row = values.subarray(query * classes, (query + 1) * classes);
    if (row.indexOf(row.reduce((a, b) => Math.max(a, b), -Infinity)) === classes - 1) lastClassCount += 1;
  }
  return lastClassCount > count / 2;
}
