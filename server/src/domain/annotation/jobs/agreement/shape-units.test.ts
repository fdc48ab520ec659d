import { joinShapeUnits } from './shape-units';

const LABELS = new Map([
  ['ann', ['cell', 'cell', null]],
  ['bob', ['cell', 'platelet']],
  ['cid', ['platelet']],
]);
const createComparison = (first_id: string, second_id: string, shape_matches: [number, number][]) => ({
  first_id,
  second_id,
  shape_matches,
});

it('joins the matches of all pairs of users into one unit per object', () => {
  const comparisons = [
    createComparison('ann', 'bob', [[0, 0]]),
    createComparison('ann', 'cid', [[0, 0]]),
    createComparison('bob', 'cid', [[0, 0]]),
  ];
  expect(joinShapeUnits(comparisons, LABELS)).toEqual([['cell', 'cell', 'platelet']]);
});

it('returns objects that only two of three users have drawn', () => {
  const comparisons = [
    createComparison('ann', 'bob', [
      [0, 0],
      [1, 1],
    ]),
    createComparison('ann', 'cid', [[0, 0]]),
  ];
  expect(joinShapeUnits(comparisons, LABELS)).toEqual([
    ['cell', 'cell', 'platelet'],
    ['cell', 'platelet'],
  ]);
});

it('never gives a unit two shapes of the same user', () => {
  // Bob's shape matches one shape of Ann directly, and the other through Cid.
  const comparisons = [
    createComparison('ann', 'bob', [[0, 0]]),
    createComparison('ann', 'cid', [[1, 0]]),
    createComparison('bob', 'cid', [[0, 0]]),
  ];
  expect(joinShapeUnits(comparisons, LABELS)).toEqual([
    ['cell', 'cell'],
    ['cell', 'platelet'],
  ]);
});

it('ignores shapes without a label', () => {
  expect(joinShapeUnits([createComparison('ann', 'bob', [[2, 0]])], LABELS)).toEqual([]);
});
