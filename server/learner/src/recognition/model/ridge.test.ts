import { Matrix } from 'ml-matrix';
import { createRandom } from '../../sampling/random';
import { createRidgeSolver } from './ridge';

const random = createRandom(5);
const createMatrix = (rows: number, columns: number) =>
  new Matrix(Array.from({ length: rows }, () => Array.from({ length: columns }, () => random() - 0.5)));

it.each([
  ['more images than features', 30, 6],
  ['fewer images than features', 8, 20],
])('leave-one-out predictions equal those of separate trainings: %s', (_, images, features) => {
  const [rows, targets] = [createMatrix(images, features), createMatrix(images, 2)];
  const predictions = createRidgeSolver(rows, targets).predictLeaveOneOut(0.3);
  for (let leftOutRow = 0; leftOutRow < images; leftOutRow++) {
    const otherRows = Array.from({ length: images }, (_, row) => row).filter((row) => row !== leftOutRow);
    const selectOtherRows = (matrix: Matrix) => matrix.subMatrixRow(otherRows);
    const weights = createRidgeSolver(selectOtherRows(rows), selectOtherRows(targets)).getWeights(0.3);
    const expected = rows.subMatrixRow([leftOutRow]).mmul(weights);
    expect(predictions.get(leftOutRow, 0)).toBeCloseTo(expected.get(0, 0), 8);
    expect(predictions.get(leftOutRow, 1)).toBeCloseTo(expected.get(0, 1), 8);
  }
});

it('the weights solve the regularized normal equations', () => {
  const [rows, targets] = [createMatrix(12, 4), createMatrix(12, 1)];
  const weights = createRidgeSolver(rows, targets).getWeights(2);
  const leftSide = rows.transpose().mmul(rows).add(Matrix.eye(4).mul(2)).mmul(weights);
  const rightSide = rows.transpose().mmul(targets);
  for (let row = 0; row < 4; row++) expect(leftSide.get(row, 0)).toBeCloseTo(rightSide.get(row, 0), 8);
});
