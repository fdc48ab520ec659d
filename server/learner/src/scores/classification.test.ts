import { accuracyOf, labelScores, meanAbsoluteError } from './classification';

// Five images, computed by hand. Label a is predicted three times, twice correctly, and true three times. Label c is true once
// and never predicted.
const VERDICTS = [
  { said: ['a'], truth: ['a'] },
  { said: ['a', 'b'], truth: ['b', 'a'] },
  { said: ['a'], truth: ['b'] },
  { said: [], truth: ['a'] },
  { said: ['b'], truth: ['b', 'c'] },
];

it('accuracy counts images whose predicted labels equal the true ones', () => {
  expect(accuracyOf(VERDICTS)).toBe(0.4);
  expect(accuracyOf([{ said: [], truth: [] }])).toBe(1);
  expect(accuracyOf([])).toBeNull();
});

it('precision and recall are null without predictions or examples', () => {
  expect(labelScores(['a', 'b', 'c', 'd'], VERDICTS)).toEqual([
    { id: 'a', precision: 2 / 3, recall: 2 / 3, count: 3 },
    { id: 'b', precision: 1, recall: 2 / 3, count: 3 },
    { id: 'c', precision: null, recall: 0, count: 1 },
    { id: 'd', precision: null, recall: null, count: 0 },
  ]);
});

it('mean absolute error is null without values', () => {
  expect(
    meanAbsoluteError([
      { said: 3, truth: 1 },
      { said: 1, truth: 2 },
    ]),
  ).toBe(1.5);
  expect(meanAbsoluteError([])).toBeNull();
});
