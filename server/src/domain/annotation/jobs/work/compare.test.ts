import { encodeCounts } from '@console/shared-contract/mask-rle';
import type { ShapeAttributes } from '@console/shared-contract/shape-attributes';
import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import { compareWork, type WorkSnapshot, type SnapshotShape } from './compare';
import { summarizeSkeletons } from '../agreement/skeleton-agreement';

const createLabel = (name: string, value: number | null = null) => ({ label: name, value });
const createBox = (name: string, data: number[], labels: WorkSnapshot['labels'] = []): SnapshotShape => ({
  kind: 'object',
  label: name,
  data,
  labels,
});
const createWork = (shapes: SnapshotShape[], labels: WorkSnapshot['labels'] = []): WorkSnapshot => ({ labels, shapes });
const getMatchRatios = (first: WorkSnapshot, second: WorkSnapshot) => {
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
])('labels %j and %j agree in %s', (firstLabels, secondLabels, labels) => {
  expect(getMatchRatios(createWork([], firstLabels), createWork([], secondLabels))).toEqual({ labels, shapes: '0/0' });
});

it.each([
  ['the same box', [0, 0, 10, 10], '1/1'],
  // Intersection 10 x 10, union 10 x 20: 100 / 200.
  ['an IoU of 0.5', [0, 0, 10, 20], '1/1'],
  // Intersection 10 x 10, union 10 x 21: 100 / 210.
  ['an IoU just below 0.5', [0, 0, 10, 21], '0/2'],
  // IoU after a move by 3 of 10 pixels: 70 / 130 = 0.54; by 4 of 10 pixels: 60 / 140 = 0.43.
  ['a box moved by three tenths', [3, 0, 13, 10], '1/1'],
  ['a box moved by four tenths', [4, 0, 14, 10], '0/2'],
  ['a box elsewhere', [50, 50, 60, 60], '0/2'],
])('compares a box with %s', (_, data, shapes) => {
  expect(getMatchRatios(createWork([createBox('cell', [0, 0, 10, 10])]), createWork([createBox('cell', data)]))).toEqual({
    labels: '0/0',
    shapes,
  });
});

it('matches each box once, largest overlap first, only with equal label and kind', () => {
  const firstWork = createWork([createBox('cell', [0, 0, 10, 10])]);
  // Both boxes overlap the first box enough (IoU 0.8 and 1), but only one of them can be matched.
  expect(
    getMatchRatios(firstWork, createWork([createBox('cell', [0, 0, 10, 8]), createBox('cell', [0, 0, 10, 10])])).shapes,
  ).toBe('1/2');
  expect(getMatchRatios(firstWork, createWork([createBox('platelet', [0, 0, 10, 10])])).shapes).toBe('0/2');
  expect(
    getMatchRatios(firstWork, createWork([{ ...createBox('cell', [0, 0, 10, 0, 10, 10, 0, 10]), kind: 'polygon' }])).shapes,
  ).toBe('0/2');
  // Greedy: [0,0,10,10] matches the equal box, so [0,0,10,7] matches [0,0,10,6] (0.86).
  const overlappingBoxes = createWork([createBox('cell', [0, 0, 10, 7]), createBox('cell', [0, 0, 10, 10])]);
  expect(
    getMatchRatios(overlappingBoxes, createWork([createBox('cell', [0, 0, 10, 10]), createBox('cell', [0, 0, 10, 6])])).shapes,
  ).toBe('2/2');
});

it('compares polygons by their pixels, and labels of matched shapes', () => {
  const createPolygon = (data: number[]): SnapshotShape => ({ kind: 'polygon', label: 'cell', data, labels: [] });
  const comparePolygons = (a: number[], b: number[]) =>
    getMatchRatios(createWork([createPolygon(a)]), createWork([createPolygon(b)])).shapes;
  // Two triangles in opposite corners have the same box.
  expect(comparePolygons([0, 0, 10, 0, 10, 10], [0, 0, 10, 10, 0, 10])).toBe('0/2');
  expect(comparePolygons([0, 0, 10, 0, 10, 10], [0, 0, 10, 1, 10, 10])).toBe('1/1');
  const data = [0, 0, 10, 10];
  expect(
    getMatchRatios(
      createWork([createBox('cell', data, [createLabel('round')])], [createLabel('a')]),
      createWork([createBox('cell', data, [createLabel('flat')])], [createLabel('a')]),
    ),
  ).toEqual({ labels: '1/3', shapes: '1/1' });
});

it('compares points of the same name by distance relative to the image diagonal', () => {
  const createPoint = (data: number[], name = 'tip'): SnapshotShape => ({ kind: 'point', label: null, name, data, labels: [] });
  const comparePoints = (data: number[], name?: string) =>
    compareWork(createWork([createPoint([100, 100])]), createWork([createPoint(data, name)]), {
      image: { width: 600, height: 800 },
    });
  // The similarity of points is a Gaussian with a standard deviation of 10 pixels. It is exp(-36 / 200) = 0.835 at a distance of 6 pixels,
  // and 0.5 at 11.8 pixels.
  expect(comparePoints([106, 100])).toMatchObject({ sameShapes: 1, allShapes: 1, similarity: expect.closeTo(0.835, 3) });
  expect(comparePoints([111, 100])).toMatchObject({ sameShapes: 1, allShapes: 1 });
  expect(comparePoints([112, 100])).toMatchObject({ sameShapes: 0, allShapes: 2 });
  expect(comparePoints([100, 100], 'base')).toMatchObject({ sameShapes: 0, allShapes: 2 });
});

it('compares masks and polygons by their pixels, and boxes with their rotation', () => {
  const size = [10, 10];
  const createMask = (counts: number[]): SnapshotShape => ({
    kind: 'mask',
    label: 'cell',
    data: [0, 0, 10, 10],
    labels: [],
    mask: { size, counts: encodeCounts(counts) },
  });
  const [leftMask, rightMask, fullMask] = [createMask([0, 40, 60]), createMask([40, 60]), createMask([0, 100])];
  expect(getMatchRatios(createWork([leftMask]), createWork([rightMask])).shapes).toBe('0/2');
  expect(getMatchRatios(createWork([rightMask]), createWork([fullMask])).shapes).toBe('1/1');
  const polygon: SnapshotShape = { kind: 'polygon', label: 'cell', data: [4, 0, 10, 0, 10, 10, 4, 10], labels: [] };
  expect(getMatchRatios(createWork([polygon]), createWork([leftMask, rightMask])).shapes).toBe('1/2');
  // Crossed bars have equal boxes, but share only a tenth of their area.
  const createBar = (angle: number): SnapshotShape => ({
    ...createBox('cell', [0, 0, 40, 40]),
    rotated_box: [20, 20, 50, 5, angle],
  });
  expect(getMatchRatios(createWork([createBar(45)]), createWork([createBar(135)])).shapes).toBe('0/2');
  expect(getMatchRatios(createWork([createBar(45)]), createWork([createBar(225)])).shapes).toBe('1/1');
});

it('compares skeletons by the similarity of their points, with the sigmas of their label', () => {
  const createPose = (data: number[]): SnapshotShape => ({ kind: 'skeleton', label: 'pose', data, labels: [] });
  const [firstPose, shiftedPose] = [createPose([0, 0, 2, 10, 10, 2]), createPose([4, 0, 2, 14, 10, 2])];
  const template: SkeletonTemplate = { points: [{ name: 'a' }, { name: 'b' }], edges: [], sigmas: [0.5, 0.5] };
  // The OKS is exp(-16 / (2 * 53 * 1²)), because COCO takes 53 % of the 10 x 10 box as the area.
  const { skeletons, sameShapes } = compareWork(createWork([firstPose]), createWork([shiftedPose]), {
    templates: new Map([['pose', template]]),
  });
  expect({ ...skeletons, sameShapes }).toEqual({
    first: 1,
    second: 1,
    oks: [expect.closeTo(Math.exp(-16 / 106), 10)],
    sameShapes: 1,
  });
  // With the default sigma of 0.067 the points are too far away.
  expect(compareWork(createWork([firstPose]), createWork([shiftedPose]))).toMatchObject({
    sameShapes: 0,
    allShapes: 2,
    skeletons: { oks: [] },
  });
  expect(compareWork(createWork([]), createWork([createBox('cell', [0, 0, 10, 10])])).skeletons).toBeNull();
});

it.each<[string, ShapeAttributes | undefined, ShapeAttributes | undefined, string]>([
  ['equal values', { color: 'red', occluded: true }, { occluded: true, color: 'red' }, '2/2'],
  ['another value and a missing one', { color: 'red', age: 3 }, { color: 'blue' }, '0/2'],
  ['false as missing', { occluded: false }, {}, '0/0'],
  ['unknown attributes as no difference', { occluded: true }, undefined, '0/0'],
])('compares attributes of matched shapes: %s', (_, firstAttributes, secondAttributes, expectedRatio) => {
  const createWorkWithAttributes = (attributes: ShapeAttributes | undefined) =>
    createWork([{ ...createBox('cell', [0, 0, 10, 10]), attributes }, createBox('other', [50, 50, 60, 60])]);
  const { sameAttributes, allAttributes } = compareWork(
    createWorkWithAttributes(firstAttributes),
    createWorkWithAttributes(secondAttributes),
  );
  expect(`${sameAttributes}/${allAttributes}`).toBe(expectedRatio);
});

it('summarizes skeletons by mean similarity and by precision times recall at ten thresholds', () => {
  expect(summarizeSkeletons([])).toBeNull();
  // At the thresholds 0.5 to 0.75, both pairs match: precision 2/2 * recall 2/4. At 0.8 to 0.95, one pair matches: 1/2 * 1/4.
  const summary = summarizeSkeletons([
    { first: 1, second: 3, oks: [0.78] },
    { first: 1, second: 1, oks: [1] },
  ]);
  expect(summary).toEqual({ matched: 2, oks: 0.89, average_precision: expect.closeTo(0.6 * 0.5 + 0.4 * 0.125, 10) });
  expect(summarizeSkeletons([{ first: 1, second: 0, oks: [] }])).toEqual({ matched: 0, oks: null, average_precision: 0 });
});

it('matches shapes regardless of labels, and lists the labels that differ', () => {
  const box = [0, 0, 10, 10];
  const firstWork = createWork(
    [createBox('cell', box), createBox('cell', [20, 0, 30, 10], [createLabel('dark')]), createBox('cell', [40, 0, 50, 10])],
    [createLabel('sharp'), createLabel('good')],
  );
  const secondWork = createWork(
    [createBox('platelet', box), createBox('cell', [20, 0, 30, 8]), createBox('cell', [40, 0, 50, 10])],
    [createLabel('sharp'), createLabel('good', 2)],
  );
  const { similarity, labelPairs, differingLabels } = compareWork(firstWork, secondWork);
  expect(similarity).toBeCloseTo(1.8, 10);
  expect(labelPairs).toEqual([
    ['cell', 'platelet', 1],
    ['cell', 'cell', 2],
  ]);
  expect(differingLabels.toSorted()).toEqual(['cell', 'dark', 'good', 'platelet']);
});
