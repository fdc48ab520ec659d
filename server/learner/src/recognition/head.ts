import { setImmediate } from 'node:timers/promises';
import { Matrix } from 'ml-matrix';
import type { RecognitionLabel, RecognitionType } from '../protocol';
import { randomOf, someOf } from '../random';
import { sharpness, steepness } from './calibration';
import { BLOCKS, CHOICES, columnsOf, widthOf, type Block } from './features';
import { PENALTIES, solverOf, type Solver } from './ridge';
import type { Target } from './targets';

/** From features to what is said of each label: a matrix, and what makes probabilities or values of it. */
export interface Head {
  type: RecognitionType;
  labels: readonly RecognitionLabel[];
  blocks: readonly Block[];
  /** Features x labels, row by row. */
  weights: Float32Array;
  bias: Float32Array;
  /** Least and most of each label's values. */
  ranges: readonly (readonly [number, number])[];
  /** Of values: how far off each may be. Models of before have none. */
  doubts?: Doubts;
  /** The place of the label that stands for none of the others; -1 where there is none. */
  negative: number;
}

/** What values would change by if the pictures learned from had been as far off the other way: `DOUBTS` times for each label. */
export interface Doubts {
  /** Features x (labels x DOUBTS), row by row. */
  weights: Float32Array;
  bias: Float32Array;
}
/** More of them tell a deviation more exactly: of 16 it is off by a sixth, which orders pictures well enough. */
export const DOUBTS = 16;

/** Pictures on which the blocks are chosen: the time goes with the cube of it, and more pictures choose no better. */
const MOST_CHOOSING = 400;

/** How a head was chosen. */
export interface Choice {
  blocks: readonly Block[];
  /** Mean squared error on pictures left out, by the best penalty. */
  error: number;
}

interface HeadOptions {
  tell?: (done: number, total: number) => void;
  /** The blocks that are tried. */
  choices?: readonly (readonly Block[])[];
}

/** Targets that the same pictures speak of, so that they are solved in one. */
interface Problem {
  rows: number[];
  /** Places of the targets. */
  columns: number[];
  values: Matrix;
}

/** Blocks, brought to a common scale: as a matrix with a column of ones at its end, and how to undo it. */
interface Scaled {
  matrix: Matrix;
  means: number[];
  scales: number[];
}

/**
 * Trains a head on the features of all pictures. Which features, and how strongly the weights are held back, is what
 * errs least on pictures left out of the training, one by one. What it says of these makes the probabilities too.
 */
export async function trainHead(
  type: RecognitionType,
  features: readonly Float32Array[],
  targets: readonly Target[],
  negativeLabel: string | null | undefined,
  { tell = () => undefined, choices: tried = CHOICES }: HeadOptions = {},
): Promise<{ head: Head; choices: Choice[] }> {
  const problems = problemsOf(targets);
  const some = problems.map(fewer);
  const choices: Choice[] = [];
  for (const blocks of tried) {
    // What was told is sent before the next one keeps the process busy.
    tell(choices.length, tried.length + 1);
    await setImmediate();
    const errors = some.map(({ rows, values }) => {
      const solver = solverOf(scaledBlocks(blocks, features, rows).matrix, values);
      return bestPenalty(solver, values).error / (values.rows * values.columns);
    });
    choices.push({ blocks, error: errors.reduce((sum, error) => sum + error, 0) / errors.length });
  }
  const best = choices.reduce((least, choice) => (choice.error < least.error ? choice : least));
  tell(tried.length, tried.length + 1);
  const width = widthOf(best.blocks);
  const weights = new Float32Array(width * targets.length);
  const bias = new Float32Array(targets.length);
  const doubts = type === 'regression' ? doubtsOf(width, targets.length) : undefined;
  for (const { rows, columns, values } of problems) {
    await setImmediate();
    const { matrix, means, scales } = scaledBlocks(best.blocks, features, rows);
    const solver = solverOf(matrix, values);
    const { penalty } = bestPenalty(solver, values);
    const solved = solver.weights(penalty);
    const leftOut = solver.leftOut(penalty);
    const links = linksOf(type, leftOut, values);
    const unscaled = (from: Matrix, at: number, tell: (row: number, weight: number) => void) => {
      let offset = from.get(width, at);
      for (let row = 0; row < width; row++) {
        const weight = from.get(row, at) * scales[row]!;
        offset -= weight * means[row]!;
        tell(row, weight);
      }
      return offset;
    };
    columns.forEach((column, at) => {
      const { factor, shift } = links[at]!;
      const offset = unscaled(solved, at, (row, weight) => (weights[row * targets.length + column] = weight * factor));
      bias[column] = offset * factor + shift;
    });
    if (!doubts) continue;
    const errors = Matrix.sub(leftOut, values);
    for (const [at, column] of columns.entries()) {
      const changed = solver.weightsOf(turned(errors.getColumn(at)), penalty);
      for (let doubt = 0; doubt < DOUBTS; doubt++) {
        const place = column * DOUBTS + doubt;
        const put = (row: number, weight: number) => (doubts.weights[row * targets.length * DOUBTS + place] = weight);
        doubts.bias[place] = unscaled(changed, doubt, put);
      }
    }
  }
  const labels = targets.map(({ label }) => label);
  const ranges = targets.map(({ range }) => range);
  const negative = type === 'multi_label' ? labels.findIndex(({ id }) => id === negativeLabel) : -1;
  return { head: { type, labels, blocks: best.blocks, weights, bias, ranges, negative, ...(doubts && { doubts }) }, choices };
}

/** What a head says of each label, from all the features of a picture: probabilities, or values. */
export function say(head: Head, features: Float32Array): number[] {
  const columns = columnsOf(head.blocks);
  const raw = Array.from(head.bias, (bias, label) =>
    columns.reduce((sum, column, row) => sum + features[column]! * head.weights[row * head.labels.length + label]!, bias),
  );
  if (head.type === 'regression') {
    return raw.map((value, label) => {
      const [least, most] = head.ranges[label]!;
      return least + Math.min(1, Math.max(0, value)) * (most - least);
    });
  }
  if (head.type === 'multi_class') {
    const greatest = Math.max(...raw);
    const powers = raw.map((value) => Math.exp(value - greatest));
    const sum = powers.reduce((total, power) => total + power, 0);
    return powers.map((power) => power / sum);
  }
  const said = raw.map((value) => 1 / (1 + Math.exp(-value)));
  if (head.negative < 0) return said;
  const others = Math.max(...said.filter((_, label) => label !== head.negative));
  return said.map((prob, label) => (label === head.negative ? Math.min(prob, 1 - others) : prob));
}

/**
 * How far off each value may be, by what the pictures learned from leave open: its standard deviation, in units of the value; null
 * where the head does not know. It is small among pictures of which many agree, and great for one unlike any of them. By the wild
 * bootstrap: C. F. J. Wu, "Jackknife, Bootstrap and Other Resampling Methods in Regression Analysis" (1986), section 7, with signs
 * by chance, on the errors of those left out.
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
    const [least, most] = ranges[label]!;
    return Math.sqrt(sum / DOUBTS) * (most - least);
  });
}

const doubtsOf = (width: number, labels: number): Doubts => ({
  weights: new Float32Array(width * labels * DOUBTS),
  bias: new Float32Array(labels * DOUBTS),
});

/** Errors with signs by chance, the same for the same pictures. Rows x DOUBTS. */
function turned(errors: readonly number[]): Matrix {
  const random = randomOf(0);
  return new Matrix(errors.map((error) => Array.from({ length: DOUBTS }, () => (random() < 0.5 ? -error : error))));
}

function problemsOf(targets: readonly Target[]): Problem[] {
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

/** Some of a problem's rows. */
function fewer({ rows, columns, values }: Problem): Problem {
  const kept = someOf([...rows.keys()], MOST_CHOOSING, randomOf(0));
  return { rows: kept.map((at) => rows[at]!), columns, values: values.selection(kept, [...columns.keys()]) };
}

/** The penalty that errs least on what is left out, and the sum of its squared errors. */
function bestPenalty(solver: Solver, values: Matrix): { penalty: number; error: number } {
  const tried = PENALTIES.map((penalty) => ({ penalty, error: solver.leftOut(penalty).sub(values).norm('frobenius') ** 2 }));
  return tried.reduce((least, one) => (one.error < least.error ? one : least));
}

/** Each block is centred and gets the same share in the length of a row, about 1, however many features it has. */
function scaledBlocks(blocks: readonly Block[], features: readonly Float32Array[], rows: readonly number[]): Scaled {
  const columns = columnsOf(blocks);
  const means = columns.map((column) => rows.reduce((sum, row) => sum + features[row]![column]!, 0) / rows.length);
  const spread = columns.map(
    (column, at) => rows.reduce((sum, row) => sum + (features[row]![column]! - means[at]!) ** 2, 0) / rows.length,
  );
  let from = 0;
  const scales = blocks.flatMap((block) => {
    const sum = spread.slice(from, from + BLOCKS[block]).reduce((total, value) => total + value, 0);
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

/** What makes probabilities of what is said, label by label; values are what they are. */
function linksOf(type: RecognitionType, said: Matrix, values: Matrix): { factor: number; shift: number }[] {
  const columns = Array.from({ length: said.columns }, (_, column) => column);
  if (type === 'regression') return columns.map(() => ({ factor: 1, shift: 0 }));
  if (type === 'multi_label') return columns.map((column) => steepness(said.getColumn(column), values.getColumn(column)));
  const factor = sharpness(said, values);
  return columns.map(() => ({ factor, shift: 0 }));
}
