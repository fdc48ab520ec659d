import type { Matrix } from 'ml-matrix';
import { EigenvalueDecomposition } from 'ml-matrix';

/** Ridge penalties to try, for rows of length about 1. */
export const PENALTIES = [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100] as const;
/** Axes whose eigenvalue is below this ratio of the largest eigenvalue are ignored. This also prevents division by zero. */
const EPSILON = 1e-9;

/** Ridge regression of some rows, decomposed along their principal axes, so that each penalty needs no new decomposition. */
export interface RidgeSolver {
  /**
   * Leave-one-out predictions, rows x targets: (f - h y) / (1 - h), where h is the leverage of the row. This is exact and needs
   * no further training. Source: Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, section 7.10.
   */
  predictLeaveOneOut: (penalty: number) => Matrix;
  /** Weights, features x targets. */
  getWeights: (penalty: number) => Matrix;
  /** Weights for other targets of the same rows, features x targets. */
  getWeightsFor: (targets: Matrix, penalty: number) => Matrix;
}

/** Creates a solver. `rows` and `targets` have one row per image. */
export function createRidgeSolver(rows: Matrix, targets: Matrix): RidgeSolver {
  const axes = computeAxes(rows);
  const projectedTargets = axes.rows.transpose().mmul(targets);
  const getShrinkage = (penalty: number) => axes.eigenvalues.map((strength) => 1 / (strength + penalty));
  const solve = (values: Matrix, penalty: number) => axes.directions.mmul(values.clone().mulColumnVector(getShrinkage(penalty)));
  const getWeights = (penalty: number) => solve(projectedTargets, penalty);
  const getWeightsFor = (otherTargets: Matrix, penalty: number) => solve(axes.rows.transpose().mmul(otherTargets), penalty);
  const predictLeaveOneOut = (penalty: number) => {
    const shrinkage = getShrinkage(penalty);
    const predictions = axes.rows.mmul(projectedTargets.clone().mulColumnVector(shrinkage));
    for (let row = 0; row < predictions.rows; row++) {
      let leverage = 0;
      for (let axis = 0; axis < shrinkage.length; axis++) leverage += axes.rows.get(row, axis) ** 2 * shrinkage[axis]!;
      const oneMinusLeverage = Math.max(1 - leverage, EPSILON);
      for (let column = 0; column < predictions.columns; column++) {
        predictions.set(row, column, (predictions.get(row, column) - leverage * targets.get(row, column)) / oneMinusLeverage);
      }
    }
    return predictions;
  };
  return { predictLeaveOneOut, getWeights, getWeightsFor };
}

/** Principal axes of some rows. */
interface Axes {
  /** Directions of the axes: features x axes. */
  directions: Matrix;
  /** Coordinates of the rows along the axes: rows x axes. */
  rows: Matrix;
  /** Sum of squares of the rows along each axis. */
  eigenvalues: number[];
}

/** Computes the principal axes from the smaller of the two products of the matrix with its transpose. */
function computeAxes(rows: Matrix): Axes {
  const isWide = rows.columns > rows.rows;
  const product = isWide ? rows.mmul(rows.transpose()) : rows.transpose().mmul(rows);
  const decomposition = new EigenvalueDecomposition(product, { assumeSymmetric: true });
  const strongest = Math.max(...decomposition.realEigenvalues);
  const indices = decomposition.realEigenvalues.flatMap((value, index) => (value > strongest * EPSILON ? [index] : []));
  const eigenvalues = indices.map((index) => decomposition.realEigenvalues[index]!);
  const vectors = decomposition.eigenvectorMatrix.subMatrixColumn(indices);
  if (!isWide) return { directions: vectors, rows: rows.mmul(vectors), eigenvalues };
  const scaledVectors = vectors.mulRowVector(eigenvalues.map(Math.sqrt));
  return { directions: rows.transpose().mmul(scaledVectors).divRowVector(eigenvalues), rows: scaledVectors, eigenvalues };
}
