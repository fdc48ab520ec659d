import { compareWork, type Kept, type KeptShape } from './compare';

const label = (name: string, value: number | null = null) => ({ label: name, value });
const box = (name: string, data: number[], labels: Kept['labels'] = []): KeptShape => ({
  kind: 'object',
  label: name,
  data,
  labels,
});
const kept = (shapes: KeptShape[], labels: Kept['labels'] = []): Kept => ({ labels, shapes });
const shares = (first: Kept, second: Kept) => {
  const { sameLabels, allLabels, sameShapes, allShapes } = compareWork(first, second);
  return { labels: `${sameLabels}/${allLabels}`, shapes: `${sameShapes}/${allShapes}` };
};

it.each([
  // Of two and two labels one is common: 1 of 3.
  [[label('a'), label('b')], [label('b'), label('c')], '1/3'],
  [[label('a', 3)], [label('a', 3)], '1/1'],
  // The same label with another value is another.
  [[label('a', 3)], [label('a', 4)], '0/2'],
  [[], [], '0/0'],
  [[label('a')], [], '0/1'],
])('labels %j and %j are the same in %s', (first, second, labels) => {
  expect(shares(kept([], first), kept([], second))).toEqual({ labels, shapes: '0/0' });
});

it.each([
  ['the same box', [0, 0, 10, 10], '1/1'],
  // 10 x 20 in 10 x 10 of it: 100 / 200.
  ['an IoU of a half', [0, 0, 10, 20], '1/1'],
  // 100 / 210.
  ['an IoU just below', [0, 0, 10, 21], '0/2'],
  // Moved by 3 of 10: 70 / 130 = 0.54; by 4: 60 / 140 = 0.43.
  ['a box moved by three tenths', [3, 0, 13, 10], '1/1'],
  ['a box moved by four tenths', [4, 0, 14, 10], '0/2'],
  ['a box elsewhere', [50, 50, 60, 60], '0/2'],
])('of %s', (_, data, shapes) => {
  expect(shares(kept([box('cell', [0, 0, 10, 10])]), kept([box('cell', data)]))).toEqual({ labels: '0/0', shapes });
});

it('matches each box once, the greatest overlap first, and never another label or kind', () => {
  const first = kept([box('cell', [0, 0, 10, 10])]);
  // Both overlap enough (0.8 and 1): one is left over.
  expect(shares(first, kept([box('cell', [0, 0, 10, 8]), box('cell', [0, 0, 10, 10])])).shapes).toBe('1/2');
  expect(shares(first, kept([box('platelet', [0, 0, 10, 10])])).shapes).toBe('0/2');
  expect(shares(first, kept([{ ...box('cell', [0, 0, 10, 0, 10, 10, 0, 10]), kind: 'polygon' }])).shapes).toBe('0/2');
  // Greedy: [0,0,10,10] takes the equal one, so that [0,0,10,7] (0.7) still has [0,0,10,6] (0.86).
  const two = kept([box('cell', [0, 0, 10, 7]), box('cell', [0, 0, 10, 10])]);
  expect(shares(two, kept([box('cell', [0, 0, 10, 10]), box('cell', [0, 0, 10, 6])])).shapes).toBe('2/2');
});

it('compares outlines by the boxes around them, the labels of what is matched, and no points', () => {
  const outline = (data: number[]): KeptShape => ({ kind: 'polygon', label: 'cell', data, labels: [] });
  expect(shares(kept([outline([0, 0, 10, 0, 10, 10])]), kept([outline([0, 0, 10, 10, 0, 10])])).shapes).toBe('1/1');
  const at = [0, 0, 10, 10];
  expect(
    shares(kept([box('cell', at, [label('round')])], [label('a')]), kept([box('cell', at, [label('flat')])], [label('a')])),
  ).toEqual({ labels: '1/3', shapes: '1/1' });
  const point: KeptShape = { kind: 'point', label: null, data: [1, 1], labels: [] };
  expect(shares(kept([point]), kept([]))).toEqual({ labels: '0/0', shapes: '0/0' });
});
