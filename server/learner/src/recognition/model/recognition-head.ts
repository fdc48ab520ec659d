import { setImmediate } from 'node:timers/promises';
import { Matrix } from 'ml-matrix';
import type { RecognitionLabel, RecognitionType } from '../../protocol/protocol';
import { createRandom, sampleRows } from '../../sampling/random';
import { fitLogitFactor, fitSigmoid } from './calibration';
import { BLOCK_SIZES, BLOCK_COMBINATIONS, getFeatureColumns, countFeatures, type FeatureBlock } from '../features/image-features';
import { PENALTIES, createRidgeSolver, type RidgeSolver } from './ridge';
import type { LabelTarget } from '../targets/targets';

/** Linear functions of the features of an image: values = features x weights + bias. */
interface LinearFunctions {
  /** Features x functions, row by row. */
  weights: Float32Array;
  bias: Float32Array;
}

/**
 * A trained recognition head: one linear function per label, and the data that converts its output to a prediction. Stored in
 * `learned.json`.
 */
export interface RecognitionHead extends LinearFunctions {
  type: RecognitionType;
  labels: readonly RecognitionLabel[];
  /** The feature blocks that the head uses, see `BLOCK_SIZES`. */
  blocks: readonly FeatureBlock[];
  /** Minimum and maximum value of each label. */
  ranges: readonly (readonly [number, number])[];
  /**
   * For each label of a regression, `BOOTSTRAP_SAMPLES` functions, each fitted to the training errors with different random signs
   * (see `computeDeviations`), to estimate the uncertainty. Models that were trained by older releases have no such functions.
   */
  doubts?: LinearFunctions;
  /** Index of the label that excludes all others, or -1. */
  negative: number;
}

/** The trained part of a recognition model: all except the backbone. */
export interface LearnedRecognition {
  kind: 'recognition';
  head: RecognitionHead;
}

/** Number of bootstrap samples. With 16 the deviation has an error of about a sixth, which suffices to sort images. */
export const BOOTSTRAP_SAMPLES = 16;

/**
 * Number of images for selecting the blocks. The time grows with the cube of this number, and more images do not improve the
 * selection.
 */
const MAX_SELECTION_IMAGES = 400;

/** A combination of feature blocks that the training has tried, and its error. The notes of the model store it as `tried`. */
interface BlockChoice {
  blocks: readonly FeatureBlock[];
  /** Mean squared error on left-out images, with the best penalty. */
  error: number;
}

interface HeadOptions {
  /** Receives the number of finished steps and the number of all steps. */
  onProgress?: (done: number, total: number) => void;
  /** The combinations of blocks to try. */
  combinations?: readonly (readonly FeatureBlock[])[];
}

/** Targets that are known for the same images, so that one decomposition of the features serves all of them. */
interface RegressionProblem {
  /** Indices of the images. */
  rows: number[];
  /** Indices of the targets. */
  columns: number[];
  /** Values of the targets, images x targets. */
  values: Matrix;
}

/** Centred and scaled features, and the parameters that undo the centring and scaling. */
interface ScaledFeatures {
  /** Images x (features + 1). The last column contains ones, whose weight is the bias. */
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
  targets: readonly LabelTarget[],
  negativeLabel: string | null | undefined,
  { onProgress = () => undefined, combinations = BLOCK_COMBINATIONS }: HeadOptions = {},
): Promise<{ head: RecognitionHead; choices: BlockChoice[] }> {
  const problems = groupTargets(targets);
  const sampledProblems = problems.map(sampleProblem);
  const choices: BlockChoice[] = [];
  for (const blocks of combinations) {
    // Let the event loop send the progress report before the next computation blocks it.
    onProgress(choices.length, combinations.length + 1);
    await setImmediate();
    const errors = sampledProblems.map(({ rows, values }) => {
      const solver = createRidgeSolver(scaleBlocks(blocks, features, rows).matrix, values);
      return findBestPenalty(solver, values).error / (values.rows * values.columns);
    });
    choices.push({ blocks, error: errors.reduce((sum, error) => sum + error, 0) / errors.length });
  }
  const bestChoice = choices.reduce((smallest, choice) => (choice.error < smallest.error ? choice : smallest));
  onProgress(combinations.length, combinations.length + 1);
  const featureCount = countFeatures(bestChoice.blocks);
  const linear = createFunctions(featureCount, targets.length);
  const errorFunctions = type === 'regression' ? createFunctions(featureCount, targets.length * BOOTSTRAP_SAMPLES) : undefined;
  for (const { rows, columns, values } of problems) {
    await setImmediate();
    const scaled = scaleBlocks(bestChoice.blocks, features, rows);
    const solver = createRidgeSolver(scaled.matrix, values);
    const { penalty } = findBestPenalty(solver, values);
    const solution = unscaleWeights(solver.getWeights(penalty), scaled);
    const predictions = solver.predictLeaveOneOut(penalty);
    const calibrations = fitCalibrations(type, predictions, values);
    const errors = Matrix.sub(predictions, values);
    for (const [position, column] of columns.entries()) {
      const { factor, shift } = calibrations[position]!;
      const weights = solution.weights.getColumn(position).map((weight) => weight * factor);
      setFunction(linear, column, weights, solution.bias[position]! * factor + shift);
      if (!errorFunctions) continue;
      const errorWeights = unscaleWeights(solver.getWeightsFor(copyWithRandomSigns(errors.getColumn(position)), penalty), scaled);
      for (let sample = 0; sample < BOOTSTRAP_SAMPLES; sample++)
        setFunction(
          errorFunctions,
          column * BOOTSTRAP_SAMPLES + sample,
          errorWeights.weights.getColumn(sample),
          errorWeights.bias[sample]!,
        );
    }
  }
  const labels = targets.map(({ label }) => label);
  const ranges = targets.map(({ range }) => range);
  const negativeIndex = type === 'multi_label' ? labels.findIndex(({ id }) => id === negativeLabel) : -1;
  return {
    head: {
      ...linear,
      type,
      labels,
      blocks: bestChoice.blocks,
      ranges,
      negative: negativeIndex,
      ...(errorFunctions && { doubts: errorFunctions }),
    },
    choices,
  };
}

/** Applies a head to the features of all blocks of an image. Returns probabilities or values of all labels. */
export function applyHead(head: RecognitionHead, features: Float32Array): number[] {
  const outputs = applyFunctions(head, head.blocks, features);
  if (head.type === 'regression') {
    return outputs.map((value, index) => {
      const [min, max] = head.ranges[index]!;
      return min + Math.min(1, Math.max(0, value)) * (max - min);
    });
  }
  if (head.type === 'multi_class') {
    const maximum = Math.max(...outputs);
    const exponentials = outputs.map((value) => Math.exp(value - maximum));
    const sum = exponentials.reduce((total, value) => total + value, 0);
    return exponentials.map((value) => value / sum);
  }
  const probabilities = outputs.map((value) => 1 / (1 + Math.exp(-value)));
  if (head.negative < 0) return probabilities;
  const maxOther = Math.max(...probabilities.filter((_, index) => index !== head.negative));
  return probabilities.map((prob, index) => (index === head.negative ? Math.min(prob, 1 - maxOther) : prob));
}

/**
 * Estimates the standard deviation of each value, in units of the value; null if the head has no bootstrap samples. It is small if many
 * similar training images agree, and large for an image unlike all of them. Method: wild bootstrap with random signs on the leave-one-out
 * errors (C. F. J. Wu, "Jackknife, Bootstrap and Other Resampling Methods in Regression Analysis", 1986, section 7).
 */
export function computeDeviations(
  { blocks, labels, ranges, doubts: errorFunctions }: RecognitionHead,
  features: Float32Array,
): number[] | null {
  if (!errorFunctions) return null;
  const errors = applyFunctions(errorFunctions, blocks, features);
  return labels.map((_, index) => {
    const errorSamples = errors.slice(index * BOOTSTRAP_SAMPLES, (index + 1) * BOOTSTRAP_SAMPLES);
    const [min, max] = ranges[index]!;
    return Math.sqrt(errorSamples.reduce((sum, error) => sum + error ** 2, 0) / BOOTSTRAP_SAMPLES) * (max - min);
  });
}

/** Returns the value of each function for an image. `features` contains all blocks, of which the functions use some. */
function applyFunctions({ weights, bias }: LinearFunctions, blocks: readonly FeatureBlock[], features: Float32Array): number[] {
  const columns = getFeatureColumns(blocks);
  return Array.from(bias, (offset, index) =>
    columns.reduce((sum, column, feature) => sum + features[column]! * weights[feature * bias.length + index]!, offset),
  );
}

const createFunctions = (features: number, functions: number): LinearFunctions => ({
  weights: new Float32Array(features * functions),
  bias: new Float32Array(functions),
});

function setFunction({ weights, bias }: LinearFunctions, index: number, values: readonly number[], offset: number): void {
  values.forEach((weight, feature) => (weights[feature * bias.length + index] = weight));
  bias[index] = offset;
}

/** Converts weights of scaled features, whose last row is the bias, to weights of the original features. */
function unscaleWeights(scaledWeights: Matrix, { means, scales }: ScaledFeatures): { weights: Matrix; bias: number[] } {
  const weights = scaledWeights.subMatrix(0, scales.length - 1, 0, scaledWeights.columns - 1).mulColumnVector(scales);
  const shifts = Matrix.rowVector(means).mmul(weights);
  return { weights, bias: scaledWeights.getRow(scales.length).map((offset, column) => offset - shifts.get(0, column)) };
}

/**
 * Returns `BOOTSTRAP_SAMPLES` copies of the errors as columns, each with random signs. The seed is fixed, so that a training is
 * reproducible.
 */
function copyWithRandomSigns(errors: readonly number[]): Matrix {
  const random = createRandom(0);
  return new Matrix(errors.map((error) => Array.from({ length: BOOTSTRAP_SAMPLES }, () => (random() < 0.5 ? -error : error))));
}

/** Groups targets that are known for the same rows. */
function groupTargets(targets: readonly LabelTarget[]): RegressionProblem[] {
  const problems = new Map<string, RegressionProblem>();
  targets.forEach(({ values }, column) => {
    const rows = values.flatMap((value, row) => (value === null ? [] : [row]));
    const rowsKey = rows.join();
    const problem = problems.get(rowsKey) ?? { rows, columns: [], values: Matrix.zeros(rows.length, 0) };
    problem.columns.push(column);
    problem.values.addColumn(
      problem.values.columns,
      rows.map((row) => values[row]!),
    );
    problems.set(rowsKey, problem);
  });
  return [...problems.values()];
}

/** Samples the rows of a problem for selecting the blocks. */
function sampleProblem({ rows, columns, values }: RegressionProblem): RegressionProblem {
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
 * Centres the features and scales each block to the same total variance, regardless of its number of features. The mean squared
 * norm of a row is then 1.
 */
function scaleBlocks(
  blocks: readonly FeatureBlock[],
  features: readonly Float32Array[],
  rows: readonly number[],
): ScaledFeatures {
  const columns = getFeatureColumns(blocks);
  const matrix = new Matrix(rows.map((row) => columns.map((column) => features[row]![column]!)));
  const means = matrix.mean('column');
  const variances = matrix.variance('column', { unbiased: false, mean: means });
  let start = 0;
  const scales = blocks.flatMap((block) => {
    const sum = variances.slice(start, start + BLOCK_SIZES[block]).reduce((total, value) => total + value, 0);
    start += BLOCK_SIZES[block];
    return Array.from({ length: BLOCK_SIZES[block] }, () => (sum > 0 ? 1 / Math.sqrt(sum * blocks.length) : 0));
  });
  matrix
    .subRowVector(means)
    .mulRowVector(scales)
    .addColumn(rows.map(() => 1));
  return { matrix, means, scales };
}

/** Fits for each label the factor and shift that convert raw predictions to logits. A regression needs no conversion. */
function fitCalibrations(type: RecognitionType, predictions: Matrix, values: Matrix): { factor: number; shift: number }[] {
  const columns = Array.from({ length: predictions.columns }, (_, column) => column);
  if (type === 'regression') return columns.map(() => ({ factor: 1, shift: 0 }));
  if (type === 'multi_label') return columns.map((column) => fitSigmoid(predictions.getColumn(column), values.getColumn(column)));
  const factor = fitLogitFactor(predictions, values);
  return columns.map(() => ({ factor, shift: 0 }));
}
