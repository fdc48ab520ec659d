import { compareWork, type WorkSnapshot, type SnapshotShape } from './compare';

const createLabel = (name: string, value: number | null = null) => ({ label: name, value });
const createBox = (name: string, data: number[], labels: WorkSnapshot['labels'] = []): SnapshotShape => ({
  kind: 'object',
  label: name,
  data,
  labels,
});
const createWork = (shapes: SnapshotShape[], labels: WorkSnapshot['labels'] = []): WorkSnapshot => ({ labels, shapes });
const compare = (first: WorkSnapshot, second: WorkSnapshot) => {
  const { sameLabels, allLabels, sameShapes, allShapes } = compareWork(first, second);
  return { labels: `${sameLabels}/${allLabels}`, shapes: `${sameShapes}/${allShapes}` };
};

it.each([
  // One common label of three in total.
  [[createLabel('a'), createLabel('b')], [createLabel('b'), createLabel('c')], '1/3'],
  [[createLabel('a', 3)], [createLabel('a', 3)], '1/1'],
  // The same label with a different value is not equal.
  [[createLabel('a', 3)], [createLabel('a', 4)], '0/2'],
  [[], [], '0/0'],
  [[createLabel('a')], [], '0/1'],
])('labels %j and %j agree in %s', (first, second, labels) => {
  expect(compare(createWork([], first), createWork([], second))).toEqual({ labels, shapes: '0/0' });
});

it.each([
  ['the same box', [0, 0, 10, 10], '1/1'],
  // Intersection 10 x 10, union 10 x 20: 100 / 200.
  ['an IoU of 0.5', [0, 0, 10, 20], '1/1'],
  // 100 / 210.
  ['an IoU just below 0.5', [0, 0, 10, 21], '0/2'],
  // Moved by 3 of 10: 70 / 130 = 0.54; by 4: 60 / 140 = 0.43.
  ['a box moved by three tenths', [3, 0, 13, 10], '1/1'],
  ['a box moved by four tenths', [4, 0, 14, 10], '0/2'],
  ['a box elsewhere', [50, 50, 60, 60], '0/2'],
])('compares shapes: %s', (_, data, shapes) => {
  expect(compare(createWork([createBox('cell', [0, 0, 10, 10])]), createWork([createBox('cell', data)]))).toEqual({
    labels: '0/0',
    shapes,
  });
});

it('matches each box once, largest overlap first, only with equal label and kind', () => {
  const first = createWork([createBox('cell', [0, 0, 10, 10])]);
  // Both overlap enough (0.8 and 1); one remains unmatched.
  expect(compare(first, createWork([createBox('cell', [0, 0, 10, 8]), createBox('cell', [0, 0, 10, 10])])).shapes).toBe('1/2');
  expect(compare(first, createWork([createBox('platelet', [0, 0, 10, 10])])).shapes).toBe('0/2');
  expect(compare(first, createWork([{ ...createBox('cell', [0, 0, 10, 0, 10, 10, 0, 10]), kind: 'polygon' }])).shapes).toBe(
    '0/2',
  );
  // Greedy: [0,0,10,10] matches the equal box, so [0,0,10,7] matches [0,0,10,6] (0.86).
  const two = createWork([createBox('cell', [0, 0, 10, 7]), createBox('cell', [0, 0, 10, 10])]);
  expect(compare(two, createWork([createBox('cell', [0, 0, 10, 10]), createBox('cell', [0, 0, 10, 6])])).shapes).toBe('2/2');
});

it('compares polygons by bounding box and labels of matched shapes, but no points', () => {
  const createPolygon = (data: number[]): SnapshotShape => ({ kind: 'polygon', label: 'cell', data, labels: [] });
  expect(
    compare(createWork([createPolygon([0, 0, 10, 0, 10, 10])]), createWork([createPolygon([0, 0, 10, 10, 0, 10])])).shapes,
  ).toBe('1/1');
  const data = [0, 0, 10, 10];
  expect(
    compare(
      createWork([createBox('cell', data, [createLabel('round')])], [createLabel('a')]),
      createWork([createBox('cell', data, [createLabel('flat')])], [createLabel('a')]),
    ),
  ).toEqual({ labels: '1/3', shapes: '1/1' });
  const point: SnapshotShape = { kind: 'point', label: null, data: [1, 1], labels: [] };
  expect(compare(createWork([point]), createWork([]))).toEqual({ labels: '0/0', shapes: '0/0' });
});
