import { listConfusions, createConfusionMatrix } from './confusion';

const cells = [
  { truth: 'a', said: 'a', count: 90 },
  { truth: 'a', said: 'b', count: 2 },
  { truth: 'c', said: null, count: 7 },
  { truth: 'b', said: 'b', count: 4 },
];

test('listConfusions returns wrong predictions, most frequent first', () => {
  expect(listConfusions(cells).map(({ truth, said }) => [truth, said])).toEqual([
    ['c', null],
    ['a', 'b'],
  ]);
});

test('the matrix has the labels with decisions in their order, and no label last', () => {
  const matrix = createConfusionMatrix([{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'unused' }], cells);
  expect(matrix.labelIds).toEqual(['a', 'b', 'c', null]);
  expect([matrix.getCount('a', 'b'), matrix.getCount('b', 'a'), matrix.getCount('c', null)]).toEqual([2, 0, 7]);
});

test('the matrix shows only the labels with the most errors', () => {
  const ids = Array.from({ length: 50 }, (_, index) => `l${String(index).padStart(2, '0')}`);
  const pairs = ids.flatMap((id, index) => [
    { truth: id, said: id, count: 1000 - index },
    { truth: id, said: null, count: index },
  ]);
  const { labelIds: shownLabelIds, labelCount: labelsWithErrorsCount } = createConfusionMatrix(
    ids.map((id) => ({ id })),
    pairs,
  );
  expect(labelsWithErrorsCount).toBe(50);
  expect(shownLabelIds).toEqual([...ids.slice(30), null]);
});
