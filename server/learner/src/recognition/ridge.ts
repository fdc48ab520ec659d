import type { Matrix } from 'ml-matrix';
import { EigenvalueDecomposition } from 'ml-matrix';

/** How strongly the weights are held back, against rows of about length 1. */
export const PENALTIES = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10] as const;
const NOTHING = 1e-9;

/** Rows laid along their principal axes; every penalty is tried on them without solving anew. */
interface Axes {
  /** Features x axes. */
  directions: Matrix;
  /** Rows x axes. */
  rows: Matrix;
  /** The sum of squares along each. */
  strengths: number[];
}

/** `rows` has one picture a row. The smaller of the two products of it with itself is taken apart. */
export function axesOf(rows: Matrix): Axes {
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

/**
 * What ridge regression says of each row when that row itself is left out of the training, exactly and without training anew:
 * (f - h y) / (1 - h), h being the row's own weight in its answer. Rows x targets.
 */
export function leftOut(axes: Axes, targets: Matrix, penalty: number): Matrix {
  const shrunk = axes.strengths.map((strength) => 1 / (strength + penalty));
  const weighted = axes.rows.clone().mulRowVector(shrunk);
  const said = weighted.mmul(axes.rows.transpose().mmul(targets));
  for (let row = 0; row < said.rows; row++) {
    let own = 0;
    for (let axis = 0; axis < shrunk.length; axis++) own += weighted.get(row, axis) * axes.rows.get(row, axis);
    const rest = Math.max(1 - own, NOTHING);
    for (let column = 0; column < said.columns; column++) {
      said.set(row, column, (said.get(row, column) - own * targets.get(row, column)) / rest);
    }
  }
  return said;
}

/** Weights, features x targets. */
export function ridge(axes: Axes, targets: Matrix, penalty: number): Matrix {
  const along = axes.rows.transpose().mmul(targets);
  return axes.directions.mmul(along.divColumnVector(axes.strengths.map((strength) => strength + penalty)));
}
