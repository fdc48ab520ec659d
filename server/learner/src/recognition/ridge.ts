import type { Matrix } from 'ml-matrix';
import { EigenvalueDecomposition } from 'ml-matrix';

/** How strongly the weights are held back, against rows of about length 1. */
export const PENALTIES = [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100] as const;
const NOTHING = 1e-9;

/** Ridge regression of some rows, laid along their principal axes: every penalty is tried without solving anew. */
export interface Solver {
  /**
   * What it says of each row when that row itself is left out of the training, exactly and without training anew:
   * (f - h y) / (1 - h), h being the row's own weight in its answer. Rows x targets.
   */
  leftOut: (penalty: number) => Matrix;
  /** Weights, features x targets. */
  weights: (penalty: number) => Matrix;
  /** Weights of other targets of the same rows, features x targets. */
  weightsOf: (targets: Matrix, penalty: number) => Matrix;
}

/** `rows` and `targets` have one picture a row. */
export function solverOf(rows: Matrix, targets: Matrix): Solver {
  const axes = axesOf(rows);
  const along = axes.rows.transpose().mmul(targets);
  const shrunkBy = (penalty: number) => axes.strengths.map((strength) => 1 / (strength + penalty));
  const solved = (projected: Matrix, penalty: number) =>
    axes.directions.mmul(projected.clone().mulColumnVector(shrunkBy(penalty)));
  const weights = (penalty: number) => solved(along, penalty);
  const weightsOf = (others: Matrix, penalty: number) => solved(axes.rows.transpose().mmul(others), penalty);
  const leftOut = (penalty: number) => {
    const shrunk = shrunkBy(penalty);
    const said = axes.rows.mmul(along.clone().mulColumnVector(shrunk));
    for (let row = 0; row < said.rows; row++) {
      let own = 0;
      for (let axis = 0; axis < shrunk.length; axis++) own += axes.rows.get(row, axis) ** 2 * shrunk[axis]!;
      const rest = Math.max(1 - own, NOTHING);
      for (let column = 0; column < said.columns; column++) {
        said.set(row, column, (said.get(row, column) - own * targets.get(row, column)) / rest);
      }
    }
    return said;
  };
  return { leftOut, weights, weightsOf };
}

interface Axes {
  /** Features x axes. */
  directions: Matrix;
  /** Rows x axes. */
  rows: Matrix;
  /** The sum of squares along each. */
  strengths: number[];
}

/** The smaller of the two products of the rows with themselves is taken apart. */
function axesOf(rows: Matrix): Axes {
  const isWide = rows.columns > rows.rows;
  const product = isWide ? rows.mmul(rows.transpose()) : rows.transpose().mmul(rows);
  const parts = new EigenvalueDecomposition(product, { assumeSymmetric: true });
  const strongest = Math.max(...parts.realEigenvalues);
  const kept = parts.realEigenvalues.flatMap((value, index) => (value > strongest * NOTHING ? [index] : []));
  const strengths = kept.map((index) => parts.realEigenvalues[index]!);
  const vectors = parts.eigenvectorMatrix.subMatrixColumn(kept);
  if (!isWide) return { directions: vectors, rows: rows.mmul(vectors), strengths };
  const along = vectors.mulRowVector(strengths.map(Math.sqrt));
  return { directions: rows.transpose().mmul(along).divRowVector(strengths), rows: along, strengths };
}
