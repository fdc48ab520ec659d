import { setImmediate } from 'node:timers/promises';
import { Matrix } from 'ml-matrix';
import type { RecognitionLabel, RecognitionType } from '../protocol';
import { randomOf, someOf } from '../random';
import { sharpness, steepness } from './calibration';
import { BLOCKS, CHOICES, columnsOf, widthOf, type Block } from './features';
import { PENALTIES, solverOf, type Solver } from './ridge';
import type { Target } from './targets';

/** A trained recognition head: linear weights and their conversion to probabilities or values. `learned.json` stores it. */
export interface Head {
  type: RecognitionType;
  labels: readonly RecognitionLabel[];
  blocks: readonly Block[];
  /** Features x labels, row by row. */
  weights: Float32Array;
  bias: Float32Array;
  /** Minimum and maximum value of each label. */
  ranges: readonly (readonly [number, number])[];
  /** Weights for the uncertainty of values. Models that were trained by older releases have none. */
  doubts?: Doubts;
  /** Index of the label that excludes all others, or -1. */
  negative: number;
}

/** Bootstrap samples of the weights: `DOUBTS` changes per label, each for training errors with other random signs. */
export interface Doubts {
  /** Features x (labels x DOUBTS), row by row. */
  weights: Float32Array;
  bias: Float32Array;
}
/** Number of bootstrap samples. With 16 the deviation has an error of about a sixth, which suffices to sort images. */
export const DOUBTS = 16;

/** Number of images for selecting the blocks. The time grows with its cube, and more images do not improve the selection. */
const MOST_CHOOSING = 400;

/** A tried combination of blocks. The model notes store it. */
export interface Choice {
  blocks: readonly Block[];
  /** Mean squared error on left-out images, with the best penalty. */
  error: number;
}

interface HeadOptions {
  /** Receives the number of finished and all steps. */
  tell?: (done: number, total: number) => void;
  /** The combinations of blocks to try. */
  choices?: readonly (readonly Block[])[];
}

/** Targets that are known for the same images and can therefore be solved together. */
interface Problem {
  rows: number[];
  /** Indices of the targets. */
  columns: number[];
  values: Matrix;
}

/** Centred and scaled features with a column of ones at the end, and the parameters to undo the scaling. */
interface Scaled {
  matrix: Matrix;
  means: number[];
  scales: number[];
}

/**
 * Trains a head. The blocks and the penalty with the smallest leave-one-out error are selected. The leave-one-out predictions
 * also calibrate the probabilities. `features` has one row of all blocks per image.
 */
export async function trainHead(
  type: RecognitionType,
  features: readonly Float32Array[],
  targets: readonly Target[],
  negativeLabel: string | null | undefined,
  { tell = () => undefined, choices: tried = CHOICES }: HeadOptions = {},
): Promise<{ head: Head; choices: Choice[] }> {
  const problems = groupTargets(targets);
  const samples = problems.map(sampleProblem);
  const choices: Choice[] = [];
  for (const blocks of tried) {
    // Without this pause, the progress report would be sent only after the next computation.
    tell(choices.length, tried.length + 1);
    await setImmediate();
    const errors = samples.map(({ rows, values }) => {
      const solver = solverOf(scaleBlocks(blocks, features, rows).matrix, values);
      return bestPenalty(solver, values).error / (values.rows * values.columns);
    });
    choices.push({ blocks, error: errors.reduce((sum, error) => sum + error, 0) / errors.length });
  }
  const best = choices.reduce((smallest, choice) => (choice.error < smallest.error ? choice : smallest));
  tell(tried.length, tried.length + 1);
  const width = widthOf(best.blocks);
  const weights = new Float32Array(width * targets.length);
  const bias = new Float32Array(targets.length);
  const doubts = type === 'regression' ? createDoubts(width, targets.length) : undefined;
  for (const { rows, columns, values } of problems) {
    await setImmediate();
    const { matrix, means, scales } = scaleBlocks(best.blocks, features, rows);
    const solver = solverOf(matrix, values);
    const { penalty } = bestPenalty(solver, values);
    const solved = solver.weights(penalty);
    const predictions = solver.leftOut(penalty);
    const links = fitLinks(type, predictions, values);
    const unscale = (from: Matrix, at: number, setWeight: (row: number, weight: number) => void) => {
      let offset = from.get(width, at);
      for (let row = 0; row < width; row++) {
        const weight = from.get(row, at) * scales[row]!;
        offset -= weight * means[row]!;
        setWeight(row, weight);
      }
      return offset;
    };
    columns.forEach((column, at) => {
      const { factor, shift } = links[at]!;
      const offset = unscale(solved, at, (row, weight) => (weights[row * targets.length + column] = weight * factor));
      bias[column] = offset * factor + shift;
    });
    if (!doubts) continue;
    const errors = Matrix.sub(predictions, values);
    for (const [at, column] of columns.entries()) {
      const changes = solver.weightsOf(flipSigns(errors.getColumn(at)), penalty);
      for (let sample = 0; sample < DOUBTS; sample++) {
        const place = column * DOUBTS + sample;
        const setWeight = (row: number, weight: number) => (doubts.weights[row * targets.length * DOUBTS + place] = weight);
        doubts.bias[place] = unscale(changes, sample, setWeight);
      }
    }
  }
  const labels = targets.map(({ label }) => label);
  const ranges = targets.map(({ range }) => range);
  const negative = type === 'multi_label' ? labels.findIndex(({ id }) => id === negativeLabel) : -1;
  return { head: { type, labels, blocks: best.blocks, weights, bias, ranges, negative, ...(doubts && { doubts }) }, choices };
}

/** Applies a head to the features of all blocks of an image. Returns probabilities or values of all labels. */
export function say(head: Head, features: Float32Array): number[] {
  const columns = columnsOf(head.blocks);
  const raw = Array.from(head.bias, (bias, label) =>
    columns.reduce((sum, column, row) => sum + features[column]! * head.weights[row * head.labels.length + label]!, bias),
  );
  if (head.type === 'regression') {
    return raw.map((value, label) => {
      const [min, max] = head.ranges[label]!;
      return min + Math.min(1, Math.max(0, value)) * (max - min);
    });
  }
  if (head.type === 'multi_class') {
    const maximum = Math.max(...raw);
    const powers = raw.map((value) => Math.exp(value - maximum));
    const sum = powers.reduce((total, power) => total + power, 0);
    return powers.map((power) => power / sum);
  }
  const probabilities = raw.map((value) => 1 / (1 + Math.exp(-value)));
  if (head.negative < 0) return probabilities;
  const others = Math.max(...probabilities.filter((_, label) => label !== head.negative));
  return probabilities.map((prob, label) => (label === head.negative ? Math.min(prob, 1 - others) : prob));
}

/**
 * Estimates the standard deviation of each value, in units of the value; null if the head has no bootstrap samples. It is small
 * if many similar training images agree, and large for an image unlike all of them. Method: wild bootstrap with random signs on
 * the leave-one-out errors (C. F. J. Wu, "Jackknife, Bootstrap and Other Resampling Methods in Regression Analysis", 1986,
 * section 7).
 */
export function deviations({ blocks, labels, ranges, doubts }: Head, features: Float32Array): number[] | null {
  if (!doubts) return null;
  const columns = columnsOf(blocks);
  return labels.map((_, label) => {
    let sum = 0;
    for (let place = label * DOUBTS; place < (label + 1) * DOUBTS; place++) {
      const change = columns.reduce(
        (total, column, row) => total + features[column]! * doubts.weights[row * labels.length * DOUBTS + place]!,
        doubts.bias[place]!,
      );
      sum += change ** 2;
    }
    const [min, max] = ranges[label]!;
    return Math.sqrt(sum / DOUBTS) * (max - min);
  });
}

const createDoubts = (width: number, labels: number): Doubts => ({
  weights: new Float32Array(width * labels * DOUBTS),
  bias: new Float32Array(labels * DOUBTS),
});

/** Repeats the errors with random signs, rows x DOUBTS. The signs are the same for the same images. */
function flipSigns(errors: readonly number[]): Matrix {
  const random = randomOf(0);
  return new Matrix(errors.map((error) => Array.from({ length: DOUBTS }, () => (random() < 0.5 ? -error : error))));
}

/** Groups targets that are known for the same rows. */
function groupTargets(targets: readonly Target[]): Problem[] {
  const problems = new Map<string, Problem>();
  targets.forEach(({ values }, column) => {
    const rows = values.flatMap((value, row) => (value === null ? [] : [row]));
    const key = rows.join();
    const problem = problems.get(key) ?? { rows, columns: [], values: Matrix.zeros(rows.length, 0) };
    problem.columns.push(column);
    problem.values.addColumn(
      problem.values.columns,
      rows.map((row) => values[row]!),
    );
    problems.set(key, problem);
  });
  return [...problems.values()];
}

/** Samples the rows of a problem for selecting the blocks. */
function sampleProblem({ rows, columns, values }: Problem): Problem {
  const sampled = someOf([...rows.keys()], MOST_CHOOSING, randomOf(0));
  return { rows: sampled.map((at) => rows[at]!), columns, values: values.selection(sampled, [...columns.keys()]) };
}

/** Returns the penalty with the smallest leave-one-out error, and its sum of squared errors. */
function bestPenalty(solver: Solver, values: Matrix): { penalty: number; error: number } {
  const tried = PENALTIES.map((penalty) => ({ penalty, error: solver.leftOut(penalty).sub(values).norm('frobenius') ** 2 }));
  return tried.reduce((smallest, candidate) => (candidate.error < smallest.error ? candidate : smallest));
}

/** Centres each block and scales it to the same share of a row's length (about 1), regardless of its number of features. */
function scaleBlocks(blocks: readonly Block[], features: readonly Float32Array[], rows: readonly number[]): Scaled {
  const columns = columnsOf(blocks);
  const means = columns.map((column) => rows.reduce((sum, row) => sum + features[row]![column]!, 0) / rows.length);
  const variances = columns.map(
    (column, at) => rows.reduce((sum, row) => sum + (features[row]![column]! - means[at]!) ** 2, 0) / rows.length,
  );
  let from = 0;
  const scales = blocks.flatMap((block) => {
    const sum = variances.slice(from, from + BLOCKS[block]).reduce((total, value) => total + value, 0);
    from += BLOCKS[block];
    return Array.from({ length: BLOCKS[block] }, () => (sum > 0 ? 1 / Math.sqrt(sum * blocks.length) : 0));
  });
  const matrix = new Matrix(rows.length, columns.length + 1);
  rows.forEach((row, index) => {
    columns.forEach((column, at) => matrix.set(index, at, (features[row]![column]! - means[at]!) * scales[at]!));
    matrix.set(index, columns.length, 1);
  });
  return { matrix, means, scales };
}

/** Fits the conversion of raw predictions to probabilities for each label. Values need no conversion. */
function fitLinks(type: RecognitionType, predictions: Matrix, values: Matrix): { factor: number; shift: number }[] {
  const columns = Array.from({ length: predictions.columns }, (_, column) => column);
  if (type === 'regression') return columns.map(() => ({ factor: 1, shift: 0 }));
  if (type === 'multi_label') return columns.map((column) => steepness(predictions.getColumn(column), values.getColumn(column)));
  const factor = sharpness(predictions, values);
  return columns.map(() => ({ factor, shift: 0 }));
}
