import fc from 'fast-check';
import type { AnnotatorWork, MergeableShape } from './cluster-shapes';
import { mergeLayers } from './merge-layers';

const createBox = (data: number[], label = 'cell', otherFields: Partial<MergeableShape> = {}): MergeableShape => ({
  kind: 'object',
  label,
  data,
  labels: [],
  attributes: {},
  rotated_box: null,
  ...otherFields,
});
const createLayer = (user: string, shapes: readonly MergeableShape[], labels: AnnotatorWork['labels'] = []): AnnotatorWork => ({
  user,
  shapes,
  labels,
});
/** Creates one layer for each shape, for the users a, b, c and d. */
const createLayers = (...shapes: readonly MergeableShape[]) => shapes.map((shape, index) => createLayer('abcd'[index]!, [shape]));
const getProposal = (...shapes: readonly MergeableShape[]) => mergeLayers(createLayers(...shapes)).clusters[0]!.proposal;

describe('clusters', () => {
  it('contain one shape of each user, and the majority accepts them', () => {
    const { clusters, hasTies } = mergeLayers([
      createLayer('a', [createBox([0, 0, 10, 10]), createBox([100, 0, 110, 10])]),
      createLayer('b', [createBox([0, 0, 10, 8])]),
      createLayer('c', [createBox([0, 0, 10, 12]), createBox([0, 0, 10, 14])]),
    ]);
    expect(clusters.map(({ members, state, voteShare }) => [members.map(({ user }) => user).join(''), state, voteShare])).toEqual(
      [
        ['c', 'rejected', 1 / 3],
        ['a', 'rejected', 1 / 3],
        ['acb', 'accepted', 1],
      ],
    );
    // The pairs of boxes have the similarities 8 / 10, 8 / 12 and 10 / 12.
    expect(clusters[2]?.similarity).toBeCloseTo((0.8 + 2 / 3 + 5 / 6) / 3, 10);
    expect(hasTies).toBe(false);
  });

  it('are built from the most similar pair', () => {
    // The box of b overlaps both boxes of a. Its similarity to the second box, 10 / 11, is higher.
    const { clusters } = mergeLayers([
      createLayer('a', [createBox([0, 0, 9, 10]), createBox([1, 0, 11, 10])]),
      createLayer('b', [createBox([0, 0, 11, 10])]),
    ]);
    expect(clusters.map(({ members }) => members.map(({ user, index }) => `${user}${index}`))).toEqual([['a0'], ['b0', 'a1']]);
  });

  it('are not joined by a chain of pairwise similar shapes whose ends differ', () => {
    // Neighbours have a similarity of 12 / 20. The first and the last box have a similarity of 4 / 28.
    const { clusters } = mergeLayers(
      createLayers(createBox([0, 0, 16, 10]), createBox([4, 0, 20, 10]), createBox([12, 0, 28, 10])),
    );
    expect(clusters.map(({ members }) => members.length)).toEqual([1, 2]);
  });

  it('are ties if half of the users have drawn the object, or labels are tied', () => {
    expect(mergeLayers([createLayer('a', [createBox([0, 0, 10, 10])]), createLayer('b', [])])).toMatchObject({
      clusters: [{ state: 'tie', isLabelTied: false }],
      hasTies: true,
    });
    const shapes = [createBox([0, 0, 10, 10], 'cell'), createBox([0, 0, 10, 10], 'platelet')];
    expect(mergeLayers(createLayers(...shapes))).toMatchObject({ clusters: [{ state: 'tie', isLabelTied: true }] });
    expect(mergeLayers(createLayers(...shapes, createBox([0, 0, 10, 9], 'platelet')))).toMatchObject({
      clusters: [{ state: 'accepted', isLabelTied: false, proposal: { label: 'platelet' } }],
      hasTies: false,
    });
  });

  it('join points within a distance', () => {
    const createPoint = (data: number[], name: string): MergeableShape => ({
      kind: 'point',
      label: null,
      name,
      data,
      labels: [],
    });
    const layers = createLayers(createPoint([10, 10], 'tip'), createPoint([13, 14], 'tip'), createPoint([11, 12], 'top'));
    expect(mergeLayers(layers, { pointDistance: 5 }).clusters).toMatchObject([
      { members: { length: 3 }, proposal: { name: 'tip', data: [11, 12] }, state: 'accepted' },
    ]);
    expect(mergeLayers(layers, { pointDistance: 1 }).clusters).toHaveLength(3);
  });
});

describe('proposals', () => {
  it('have the mean of boxes, weighted by their similarity to the others', () => {
    expect(getProposal(createBox([0, 0, 10, 10]), createBox([2, 0, 12, 10]))).toMatchObject({ data: [1, 0, 11, 10] });
    // Similarities: 1 and 0.6, so two weights are 0.8 and the third is 0.6. (10 · 1.6 + 6 · 0.6) / 2.2 = 8.9.
    expect(getProposal(createBox([0, 0, 10, 10]), createBox([0, 0, 10, 10]), createBox([0, 0, 10, 6]))).toMatchObject({
      data: [0, 0, 10, 9],
    });
  });

  it('have the mean angle of rotated boxes, even with swapped sides', () => {
    const createRotatedBox = (rotatedBox: number[]) => createBox([20, 30, 80, 70], 'cell', { rotated_box: rotatedBox });
    const proposal = getProposal(createRotatedBox([50, 50, 60, 20, 358]), createRotatedBox([50, 50, 20, 60, 94]));
    // The same box as [50, 50, 60, 20, 1].
    expect(proposal.rotated_box).toEqual([50, 50, 20, 60, 91]);
    expect(proposal.data).toEqual([19, 39, 81, 61]);
  });

  it('have the outline of the polygon that is most similar to the others', () => {
    const createPolygon = (x: number): MergeableShape => ({
      kind: 'polygon',
      label: 'cell',
      data: [x, 0, x + 20, 0, x + 20, 20, x, 20],
      labels: [],
    });
    expect(getProposal(createPolygon(0), createPolygon(4), createPolygon(2))).toMatchObject(createPolygon(2));
  });

  it('have the most frequent attributes, the median of numbers, and the labels of most users', () => {
    const createLabels = (value: number | null) => [{ label: 'ripe', value }];
    const attributes = { occluded: true, brand: 'X', grams: 10 };
    const firstShape = createBox([0, 0, 10, 10], 'cell', { attributes, labels: createLabels(3) });
    const secondShape = createBox([0, 0, 10, 10], 'cell', { attributes: { brand: 'Y', grams: 14 }, labels: createLabels(5) });
    const thirdShape = createBox([0, 0, 10, 10], 'cell', { attributes: { occluded: true, brand: 'X', grams: 11 } });
    expect(getProposal(firstShape, secondShape, thirdShape)).toMatchObject({
      attributes: { occluded: true, brand: 'X', grams: 11 },
      labels: [{ label: 'ripe', value: 4 }],
    });
    expect(mergeLayers(createLayers(firstShape, thirdShape)).clusters).toMatchObject([{ state: 'tie', isLabelTied: true }]);
  });
});

it('labels of the image are decided by majority, with the median of their values', () => {
  const createLabel = (name: string, value: number | null = null) => ({ label: name, value });
  const layers = [
    createLayer('a', [], [createLabel('sharp', 1), createLabel('old')]),
    createLayer('b', [], [createLabel('sharp', 5)]),
    createLayer('c', [], [createLabel('sharp', 2)]),
  ];
  expect(mergeLayers(layers)).toMatchObject({
    labels: [
      { label: 'old', users: ['a'], state: 'rejected' },
      { label: 'sharp', users: ['a', 'b', 'c'], state: 'accepted', value: 2 },
    ],
    hasTies: false,
  });
  expect(mergeLayers(layers.slice(0, 2)).labels[0]).toMatchObject({ label: 'old', state: 'tie' });
});

it('the order of users and of their shapes does not change the result', () => {
  const coordinate = fc.integer({ min: 0, max: 12 });
  const size = fc.integer({ min: 6, max: 12 });
  const anyBox = fc
    .tuple(coordinate, coordinate, size, size, fc.constantFrom('cell', 'platelet'))
    .map(([x, y, width, height, label]) => createBox([x, y, x + width, y + height], label));
  const shapes = fc.array(anyBox, { maxLength: 5 });
  const layersWithPermutation = fc
    .tuple(shapes, shapes, shapes, shapes)
    .map((allLayers) => allLayers.map((layerShapes, index) => createLayer('abcd'[index]!, layerShapes)))
    .chain((layers) =>
      fc.record({
        layers: fc.constant(layers),
        permuted: fc
          .tuple(...layers.map((userLayer) => fc.shuffledSubarray([...userLayer.shapes], { minLength: userLayer.shapes.length })))
          .map((allLayers) => allLayers.map((layerShapes, index) => createLayer('abcd'[index]!, layerShapes)))
          .chain((allLayers) => fc.shuffledSubarray(allLayers, { minLength: 4 })),
      }),
    );
  const summarizeClusters = (layers: readonly AnnotatorWork[]) =>
    mergeLayers(layers).clusters.map(({ members, ...cluster }) => ({
      ...cluster,
      members: members.map(({ user, shape, similarity }) => ({ user, shape, similarity })),
    }));
  fc.assert(
    fc.property(layersWithPermutation, ({ layers, permuted }) => {
      expect(summarizeClusters(permuted)).toEqual(summarizeClusters(layers));
      // Each shape is in one cluster, and each cluster has at most one shape of each user.
      const users = summarizeClusters(layers).map(({ members }) => members.map(({ user }) => user));
      expect(users.flat()).toHaveLength(layers.reduce((sum, userLayer) => sum + userLayer.shapes.length, 0));
      for (const userIds of users) expect(new Set(userIds).size).toBe(userIds.length);
    }),
    { numRuns: 100 },
  );
});
