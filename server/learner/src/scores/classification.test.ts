import { computeAccuracy, computeLabelScores, computeMeanAbsoluteError } from './classification';

// Five images, computed by hand. Label a is predicted three times, twice correctly, and true three times. Label c is true once
// and never predicted.
const COMPARISONS = [
  { predicted: ['a'], actual: ['a'] },
  { predicted: ['a', 'b'], actual: ['b', 'a'] },
  { predicted: ['a'], actual: ['b'] },
  { predicted: [], actual: ['a'] },
  { predicted: ['b'], actual: ['b', 'c'] },
];

it('accuracy counts images whose predicted labels equal the true ones', () => {
  expect(computeAccuracy(COMPARISONS)).toBe(0.4);
  expect(computeAccuracy([{ predicted: [], actual: [] }])).toBe(1);
  expect(computeAccuracy([])).toBeNull();
});

it('precision and recall are null without predictions or examples', () => {
  expect(computeLabelScores(['a', 'b', 'c', 'd'], COMPARISONS)).toEqual([
    { id: 'a', precision: 2 / 3, recall: 2 / 3, count: 3 },
    { id: 'b', precision: 1, recall: 2 / 3, count: 3 },
    { id: 'c', precision: null, recall: 0, count: 1 },
    { id: 'd', precision: null, recall: null, count: 0 },
  ]);
});

it('mean absolute error is null without values', () => {
  expect(
    computeMeanAbsoluteError([
      { predicted: 3, actual: 1 },
      { predicted: 1, actual: 2 },
    ]),
  ).toBe(1.5);
  expect(computeMeanAbsoluteError([])).toBeNull();
});
