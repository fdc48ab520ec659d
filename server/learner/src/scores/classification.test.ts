import { accuracyOf, labelScores, meanAbsoluteError } from './classification';

// Five pictures, worked by hand: a is said three times, twice rightly, and true three times; c is true once and never said.
const VERDICTS = [
  { said: ['a'], truth: ['a'] },
  { said: ['a', 'b'], truth: ['b', 'a'] },
  { said: ['a'], truth: ['b'] },
  { said: [], truth: ['a'] },
  { said: ['b'], truth: ['b', 'c'] },
];

it('counts a picture as right when its labels are all said, and no other', () => {
  expect(accuracyOf(VERDICTS)).toBe(0.4);
  expect(accuracyOf([{ said: [], truth: [] }])).toBe(1);
  expect(accuracyOf([])).toBeNull();
});

it('has precision of what was said, recall of what is true, and neither of nothing', () => {
  expect(labelScores(['a', 'b', 'c', 'd'], VERDICTS)).toEqual([
    { id: 'a', precision: 2 / 3, recall: 2 / 3, count: 3 },
    { id: 'b', precision: 1, recall: 2 / 3, count: 3 },
    { id: 'c', precision: null, recall: 0, count: 1 },
    { id: 'd', precision: null, recall: null, count: 0 },
  ]);
});

it('has the mean of the differences of values', () => {
  expect(
    meanAbsoluteError([
      { said: 3, truth: 1 },
      { said: 1, truth: 2 },
    ]),
  ).toBe(1.5);
  expect(meanAbsoluteError([])).toBeNull();
});
