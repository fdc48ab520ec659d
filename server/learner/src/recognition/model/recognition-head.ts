import { setImmediate } from 'node:timers/promises';
import { Matrix } from 'ml-matrix';
import type { RecognitionLabel, RecognitionType } from '../../protocol/protocol';
import { createRandom, sampleRows } from '../../sampling/random';
import { fitTemperature, fitSigmoid } from './calibration';
import { BLOCK_SIZES, BLOCK_COMBINATIONS, getFeatureColumns, countFeatures, type FeatureBlock } from '../features/image-features';
import { PENALTIES, createRidgeSolver, type RidgeSolver } from './ridge';
import type { Target } from '../targets/targets';

/** A trained recognition head: linear weights and their conversion to probabilities or values. `learned.json` stores it. */
export interface RecognitionHead {
  type: RecognitionType;
  labels: readonly RecognitionLabel[];
  blocks: readonly FeatureBlock[];
  /** Features x labels, row by row. */
  weights: Float32Array;
  bias: Float32Array;
  /** Minimum and maximum value of each label. */
  ranges: readonly (readonly [number, number])[];
  /** Weights for the uncertainty of values. Models that were trained by older releases have none. */
  doubts?: BootstrapWeights;
  /** Index of the label that excludes all others, or -1. */
  negative: number;
}

/** The trained part of a recognition model: all except the backbone. */
export interface LearnedRecognition {
  kind: 'recognition';
  head: RecognitionHead;
}

/**
 * For each label, `BOOTSTRAP_SAMPLES` weight vectors, each fitted to the training errors with different random signs (see
 * `computeDeviations`).
 */
export interface BootstrapWeights {
  /** Features x (labels x BOOTSTRAP_SAMPLES), row by row. */
  weights: Float32Array;
  bias: Float32Array;
}
/** Number of bootstrap samples. With 16 the deviation has an error of about a sixth, which suffices to sort images. */
export const BOOTSTRAP_SAMPLES = 16;

/** Number of images for selecting the blocks. The time grows with its cube, and more images do not improve the selection. */
const MAX_SELECTION_IMAGES = 400;

/** A combination of feature blocks that the training has tried, and its error. It is stored with the metrics of the model. */
export interface BlockChoice {
  blocks: readonly FeatureBlock[];
  /** Mean squared error on left-out images, with the best penalty. */
  error: number;
}

interface HeadOptions {
  /** Receives the number of finished and all steps. */
  onProgress?: (done: number, total: number) => void;
  /** The combinations of blocks to try. */
  combinations?: readonly (readonly FeatureBlock[])[];
}

/** Targets that are known for the same images and can therefore be solved together. */
interface Problem {
  rows: number[];
  /** Indices of the targets. */
  columns: number[];
  values: Matrix;
}

/** Centred and scaled features with a column of ones at the end, and the parameters to undo the scaling. */
interface ScaledBlocks {
  matrix: Matrix;
  means: number[];
  scales: number[];
}

/**
 * Trains a head. The blocks and the penalty with the smallest leave-one-out error are selected. The leave-one-out predictions
 * also calibrate the probabilities. `features` has one row of all blocks per image.
 */
export async function trainRecognitionHead(
  type: RecognitionType,
  features: readonly Float32Array[],
  targets: readonly Target[],
  negativeLabel: string | null | undefined,
  { onProgress = () => undefined, combinations = BLOCK_COMBINATIONS }: HeadOptions = {},
): Promise<{ head: RecognitionHead; choices: BlockChoice[] }> {
  const problems = groupTargets(targets);
  const samples = problems.map(sampleProblem);
  const choices: BlockChoice[] = [];
  for (const blocks of combinations) {
    // Let the event loop send the progress report before the next computation blocks it.
    onProgress(choices.length, combinations.length + 1);
    await setImmediate();
    const errors = samples.map(({ rows, values }) => {
      const solver = createRidgeSolver(scaleBlocks(blocks, features, rows).matrix, values);
      return findBestPenalty(solver, values).error / (values.rows * values.columns);
    });
    choices.push({ blocks, error: errors.reduce((sum, error) => sum + error, 0) / errors.length });
  }
  const best = choices.reduce((smallest, choice) => (choice.error < smallest.error ? choice : smallest));
  onProgress(combinations.length, combinations.length + 1);
  const width = countFeatures(best.blocks);
  const weights = new Float32Array(width * targets.length);
  const bias = new Float32Array(targets.length);
  const doubts = type === 'regression' ? createBootstrapWeights(width, targets.length) : undefined;
  for (const { rows, columns, values } of problems) {
    await setImmediate();
    const { matrix, means, scales } = scaleBlocks(best.blocks, features, rows);
    const solver = createRidgeSolver(matrix, values);
    const { penalty } = findBestPenalty(solver, values);
    const solvedWeights = solver.getWeights(penalty);
    const predictions = solver.predictLeaveOneOut(penalty);
    const links = fitLinks(type, predictions, values);
    const unscale = (source: Matrix, position: number, setWeight: (row: number, weight: number) => void) => {
      let offset = source.get(width, position);
      for (let row = 0; row < width; row++) {
        const weight = source.get(row, position) * scales[row]!;
        offset -= weight * means[row]!;
        setWeight(row, weight);
      }
      return offset;
    };
    columns.forEach((column, position) => {
      const { factor, shift } = links[position]!;
      const offset = unscale(
        solvedWeights,
        position,
        (row, weight) => (weights[row * targets.length + column] = weight * factor),
      );
      bias[column] = offset * factor + shift;
    });
    if (!doubts) continue;
    const errors = Matrix.sub(predictions, values);
    for (const [position, column] of columns.entries()) {
      const changes = solver.getWeightsFor(flipSigns(errors.getColumn(position)), penalty);
      for (let sample = 0; sample < BOOTSTRAP_SAMPLES; sample++) {
        const index = column * BOOTSTRAP_SAMPLES + sample;
        const setWeight = (row: number, weight: number) =>
          (doubts.weights[row * targets.length * BOOTSTRAP_SAMPLES + index] = weight);
        doubts.bias[index] = unscale(changes, sample, setWeight);
      }
    }
  }
  const labels = targets.map(({ label }) => label);
  const ranges = targets.map(({ range }) => range);
  const negative = type === 'multi_label' ? labels.findIndex(({ id }) => id === negativeLabel) : -1;
  return { head: { type, labels, blocks: best.blocks, weights, bias, ranges, negative, ...(doubts && { doubts }) }, choices };
}

/** Applies a head to the features of all blocks of an image. Returns probabilities or values of all labels. */
export function applyHead(head: RecognitionHead, features: Float32Array): number[] {
  const columns = getFeatureColumns(head.blocks);
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
export function computeDeviations({ blocks, labels, ranges, doubts }: RecognitionHead, features: Float32Array): number[] | null {
  if (!doubts) return null;
  const columns = getFeatureColumns(blocks);
  return labels.map((_, label) => {
    let sum = 0;
    for (let index = label * BOOTSTRAP_SAMPLES; index < (label + 1) * BOOTSTRAP_SAMPLES; index++) {
      const change = columns.reduce(
        (total, column, row) => total + features[column]! * doubts.weights[row * labels.length * BOOTSTRAP_SAMPLES + index]!,
        doubts.bias[index]!,
      );
      sum += change ** 2;
    }
    const [min, max] = ranges[label]!;
    return Math.sqrt(sum / BOOTSTRAP_SAMPLES) * (max - min);
  });
}

const createBootstrapWeights = (width: number, labels: number): BootstrapWeights => ({
  weights: new Float32Array(width * labels * BOOTSTRAP_SAMPLES),
  bias: new Float32Array(labels * BOOTSTRAP_SAMPLES),
});

/**
 * Returns `BOOTSTRAP_SAMPLES` copies of the errors as columns, each with random signs. The seed is fixed, so that a training is
 * reproducible.
 */
function flipSigns(errors: readonly number[]): Matrix {
  const random = createRandom(0);
  return new Matrix(errors.map((error) => Array.from({ length: BOOTSTRAP_SAMPLES }, () => (random() < 0.5 ? -error : error))));
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
  const sampledRows = sampleRows([...rows.keys()], MAX_SELECTION_IMAGES, createRandom(0));
  return {
    rows: sampledRows.map((position) => rows[position]!),
    columns,
    values: values.selection(sampledRows, [...columns.keys()]),
  };
}

/** Returns the penalty with the smallest leave-one-out error, and its sum of squared errors. */
function findBestPenalty(solver: RidgeSolver, values: Matrix): { penalty: number; error: number } {
  const candidates = PENALTIES.map((penalty) => ({
    penalty,
    error: solver.predictLeaveOneOut(penalty).sub(values).norm('frobenius') ** 2,
  }));
  return candidates.reduce((smallest, candidate) => (candidate.error < smallest.error ? candidate : smallest));
}

/**
 * Centres the features and scales each block to the same total variance, regardless of its number of features, so that a row
 * has a mean squared norm of 1.
 */
function scaleBlocks(blocks: readonly FeatureBlock[], features: readonly Float32Array[], rows: readonly number[]): ScaledBlocks {
  const columns = getFeatureColumns(blocks);
  const means = columns.map((column) => rows.reduce((sum, row) => sum + features[row]![column]!, 0) / rows.length);
  const variances = columns.map(
    (column, position) => rows.reduce((sum, row) => sum + (features[row]![column]! - means[position]!) ** 2, 0) / rows.length,
  );
  let start = 0;
  const scales = blocks.flatMap((block) => {
    const sum = variances.slice(start, start + BLOCK_SIZES[block]).reduce((total, value) => total + value, 0);
    start += BLOCK_SIZES[block];
    return Array.from({ length: BLOCK_SIZES[block] }, () => (sum > 0 ? 1 / Math.sqrt(sum * blocks.length) : 0));
  });
  const matrix = new Matrix(rows.length, columns.length + 1);
  rows.forEach((row, index) => {
    columns.forEach((column, position) =>
      matrix.set(index, position, (features[row]![column]! - means[position]!) * scales[position]!),
    );
    matrix.set(index, columns.length, 1);
  });
  return { matrix, means, scales };
}

/** Fits the conversion of raw predictions to probabilities for each label. Values need no conversion. */
function fitLinks(type: RecognitionType, predictions: Matrix, values: Matrix): { factor: number; shift: number }[] {
  const columns = Array.from({ length: predictions.columns }, (_, column) => column);
  if (type === 'regression') return columns.map(() => ({ factor: 1, shift: 0 }));
  if (type === 'multi_label') return columns.map((column) => fitSigmoid(predictions.getColumn(column), values.getColumn(column)));
  const factor = fitTemperature(predictions, values);
  return columns.map(() => ({ factor, shift: 0 }));
}
