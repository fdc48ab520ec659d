import { listConfusions, createConfusionMatrix } from './confusion';

const cells = [
  { truth: 'a', said: 'a', count: 90 },
  { truth: 'a', said: 'b', count: 2 },
  { truth: 'c', said: null, count: 7 },
  { truth: 'b', said: 'b', count: 4 },
];

test('what was taken for something else is listed, most often first', () => {
  expect(listConfusions(cells).map(({ truth, said }) => [truth, said])).toEqual([
    ['c', null],
    ['a', 'b'],
  ]);
});

test('a matrix has the labels that were met, in the order of their names, and nothing last', () => {
  const matrix = createConfusionMatrix([{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'unmet' }], cells);
  expect(matrix.labelIds).toEqual(['a', 'b', 'c', null]);
  expect([matrix.getCount('a', 'b'), matrix.getCount('b', 'a'), matrix.getCount('c', null)]).toEqual([2, 0, 7]);
});

test('of many labels those are shown that are wrong most often', () => {
  const ids = Array.from({ length: 50 }, (_, at) => `l${String(at).padStart(2, '0')}`);
  const many = ids.flatMap((id, at) => [
    { truth: id, said: id, count: 1000 - at },
    { truth: id, said: null, count: at },
  ]);
  const { labelIds: sides, labelCount: all } = createConfusionMatrix(
    ids.map((id) => ({ id })),
    many,
  );
  expect(all).toBe(50);
  expect(sides).toEqual([...ids.slice(30), null]);
});
