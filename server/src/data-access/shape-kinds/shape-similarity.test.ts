import { buildRuns, encodeBitmap, encodeCounts } from '@console/shared-contract/mask-rle';
import { COCO_PERSON, type SkeletonTemplate } from '@console/shared-contract/skeleton';
import { computeMutualOks, computeOks, DEFAULT_SIGMA, getSigmas, OKS_THRESHOLDS } from '../shape-similarity/keypoint-similarity';
import { computeSegmentOverlap, createSegment } from '@console/shared-contract/segment-overlap';
import type { ComparableShape } from '../shapes/measure';
import { createSimilarityFunction } from './shape-similarity';

const MASK_SIDE = 20;

/** A mask of 20 x 20 pixels whose foreground is where `isInside` is true for a column and a row. */
function createMask(isInside: (x: number, y: number) => boolean) {
  const bitmap = Array.from({ length: MASK_SIDE * MASK_SIDE }, (_, index) =>
    Number(isInside(index % MASK_SIDE, Math.floor(index / MASK_SIDE))),
  );
  return { size: [MASK_SIDE, MASK_SIDE], counts: encodeCounts(encodeBitmap(bitmap, [MASK_SIDE, MASK_SIDE])) };
}
const isInBox = (x: number, y: number, [x1, y1, x2, y2]: readonly [number, number, number, number]) =>
  x >= x1 && x < x2 && y >= y1 && y < y2;
const ringMask = createMask((x, y) => isInBox(x, y, [0, 0, 10, 10]) && !isInBox(x, y, [3, 3, 7, 7]));
const squareCorners = [0, 0, 10, 0, 10, 10, 0, 10];
const compareSegments = (a: Parameters<typeof createSegment>[0], b: Parameters<typeof createSegment>[0], isCrowd = false) =>
  computeSegmentOverlap(createSegment(a), createSegment(b), isCrowd);

describe('segments', () => {
  test('a hole in a mask reduces its overlap with a polygon', () => {
    expect(compareSegments({ data: squareCorners }, { mask: ringMask })).toBe(0.84);
    expect(compareSegments({ mask: ringMask }, { data: squareCorners })).toBe(0.84);
  });

  test('the overlap with a crowd is relative to the detection', () => {
    // The 4 x 4 hole is not part of the crowd. A detection of the left half has 50 pixels, of which 8 are in the hole.
    expect(compareSegments({ data: [0, 0, 5, 0, 5, 10, 0, 10] }, { mask: ringMask }, true)).toBe(42 / 50);
    expect(compareSegments({ mask: ringMask }, { data: squareCorners }, true)).toBe(1);
  });

  test('several parts and self-crossing outlines follow the even-odd rule', () => {
    const twoPartMask = createMask((x, y) => isInBox(x, y, [0, 0, 4, 4]) || isInBox(x, y, [10, 0, 14, 4]));
    expect(compareSegments({ data: [0, 0, 14, 0, 14, 4, 0, 4] }, { mask: twoPartMask })).toBe(32 / 56);
    // The outline winds around the inner square twice. By the even-odd rule, the square is therefore outside.
    const doubleOutline = [...squareCorners, 0, 0, ...[3, 3, 7, 3, 7, 7, 3, 7, 3, 3]];
    expect(compareSegments({ data: doubleOutline }, { mask: ringMask })).toBe(1);
  });

  test('separate shapes have no overlap, and shapes without pixels are compared by their boxes', () => {
    expect(compareSegments({ data: squareCorners }, { data: [12, 0, 18, 0, 18, 6] })).toBe(0);
    const thinPolygon = { data: [0, 0, 8, 0, 8, 0.25, 0, 0.25] };
    expect([createSegment(thinPolygon).area, compareSegments(thinPolygon, thinPolygon)]).toEqual([0, 1]);
  });

  test('agrees with masks that are filled pixel by pixel', () => {
    let seed = 7;
    // The coordinates are fractions, because rounding decides whether a pixel center exactly on an edge is inside.
    const drawCoordinate = () => ((seed = (seed * 48_271) % 2_147_483_647) % (97 * MASK_SIDE)) / 97;
    for (let round = 0; round < 40; round++) {
      const [firstOutline, secondOutline] = [0, 1].map(() => Array.from({ length: 10 }, drawCoordinate)) as [number[], number[]];
      const fillPixels = (data: number[]) =>
        Array.from({ length: MASK_SIDE * MASK_SIDE }, (_, index) =>
          Number(isInOutline(data, (index % MASK_SIDE) + 0.5, Math.floor(index / MASK_SIDE) + 0.5)),
        );
      if (createSegment({ data: firstOutline }).area === 0 || createSegment({ data: secondOutline }).area === 0) continue;
      const [pixels, otherPixels] = [fillPixels(firstOutline), fillPixels(secondOutline)];
      const countPixels = (isCounted: (isInA: number, isInB: number) => unknown) =>
        pixels.filter((isInA, index) => isCounted(isInA, otherPixels[index]!)).length;
      const expected = countPixels((isInA, isInB) => isInA && isInB) / countPixels((isInA, isInB) => isInA || isInB);
      expect(compareSegments({ data: firstOutline }, { data: secondOutline })).toBeCloseTo(expected, 12);
      const mask = { size: [MASK_SIDE, MASK_SIDE], counts: encodeCounts(encodeBitmap(otherPixels, [MASK_SIDE, MASK_SIDE])) };
      expect(compareSegments({ data: firstOutline }, { mask })).toBeCloseTo(expected, 12);
    }
  });
});

/** Tests whether a point is in an outline: casts a horizontal ray and applies the even-odd rule. */
function isInOutline(data: readonly number[], x: number, y: number): boolean {
  let isInside = false;
  for (let index = 0, previous = data.length - 2; index < data.length; previous = index, index += 2) {
    const [x1, y1, x2, y2] = [data[previous]!, data[previous + 1]!, data[index]!, data[index + 1]!];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
  }
  return isInside;
}

describe('skeletons', () => {
  // The box around the points is 100 x 100, and 0.53 times its area is 5,300.
  const truthPose = [0, 0, 2, 100, 100, 1, 0, 0, 0];

  test('the similarity is COCO keypoint similarity, with the area of the box', () => {
    const sigmas = [0.05, 0.1, 0.1];
    // The similarities of the points are exp(-100 / (2 * 5300 * 0.1²)) and exp(-400 / (2 * 5300 * 0.2²)).
    const expected = (Math.exp(-100 / 106) + Math.exp(-400 / 424)) / 2;
    expect(computeOks(truthPose, [10, 0, 2, 100, 80, 2, 50, 50, 2], sigmas)).toBeCloseTo(expected, 12);
    expect(expected).toBeCloseTo(0.3893, 4);
    expect(computeOks(truthPose, truthPose, sigmas)).toBe(1);
  });

  test('ignores points absent in the truth, and counts other absent points as 0', () => {
    const otherPose = [0, 0, 2, 0, 0, 0, 30, 30, 2];
    expect(computeOks(truthPose, otherPose, [])).toBe(0.5);
    expect(computeOks([0, 0, 0, 0, 0, 0, 0, 0, 0], otherPose, [])).toBe(0);
    // The first point agrees, and each skeleton has one point that the other lacks.
    expect(computeMutualOks(truthPose, otherPose, [])).toBe(0.5);
  });

  test("sigmas come from the template, from COCO's person, or from COCO's mean", () => {
    const { sigmas: cocoSigmas = [], ...person } = COCO_PERSON;
    expect(getSigmas(person)).toEqual(cocoSigmas);
    expect(getSigmas({ points: [{ name: 'tip' }], edges: [], sigmas: [0.2] })).toEqual([0.2]);
    expect(getSigmas({ points: [{ name: 'tip' }], edges: [] })).toEqual([DEFAULT_SIGMA]);
    expect(cocoSigmas.reduce((sum, sigma) => sum + sigma, 0) / cocoSigmas.length).toBeCloseTo(DEFAULT_SIGMA, 3);
    expect(OKS_THRESHOLDS).toEqual([0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]);
  });
});

test('shapes are compared by a measure of their kind', () => {
  const template: SkeletonTemplate = { points: [{ name: 'a' }, { name: 'b' }], edges: [], sigmas: [1, 1] };
  const similarity = createSimilarityFunction({ templates: new Map([['pose', template]]) });
  const createShape = (
    kind: ComparableShape['kind'],
    data: number[],
    otherFields: Partial<ComparableShape> = {},
  ): ComparableShape => ({
    kind,
    label: 'cell',
    data,
    ...otherFields,
  });
  const box = createShape('object', [0, 0, 10, 10]);
  const rotatedBox = createShape('object', [-2, -2, 12, 12], { rotated_box: [5, 5, 10, 10, 45] });
  const [polygon, mask] = [createShape('polygon', squareCorners), createShape('mask', [0, 0, 10, 10], { mask: ringMask })];
  const pose = createShape('skeleton', [0, 0, 2, 10, 10, 2], { label: 'pose' });
  expect(similarity(box, rotatedBox)).toBeCloseTo(Math.SQRT1_2, 10);
  expect(similarity(polygon, mask)).toBe(0.84);
  expect(similarity(polygon, createShape('mask', [0, 0, 10, 5]))).toBe(0.5);
  expect([
    similarity(pose, pose),
    similarity(box, polygon),
    similarity(createShape('point', [1, 1]), createShape('point', [1, 1])),
    similarity(createShape('point', [1, 1]), createShape('point', [1, 2])),
  ]).toEqual([1, 0, 1, 0]);
  // A sigma of 1 tolerates 10 pixels, the default of 0.067 does not.
  const movedPose = { ...pose, data: [10, 0, 2, 20, 10, 2] };
  expect(similarity(pose, movedPose)).toBeGreaterThan(0.7);
  expect(similarity({ ...pose, label: null }, movedPose)).toBeLessThan(0.01);
});

test('a mask that fills a column to its end continues in the next column', () => {
  const runs = buildRuns([MASK_SIDE - 2, MASK_SIDE + 3], MASK_SIDE * MASK_SIDE);
  const segment = createSegment({ mask: { size: [MASK_SIDE, MASK_SIDE], counts: encodeCounts(runs) } });
  expect([segment.area, segment.box, [...segment.columns]]).toEqual([
    5,
    [0, 0, 2, MASK_SIDE],
    [
      [0, [MASK_SIDE - 2, MASK_SIDE]],
      [1, [0, 3]],
    ],
  ]);
});
