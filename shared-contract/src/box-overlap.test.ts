import { computeBoxOverlap, computeCoveredRatio, computeRotatedBoxOverlap } from './box-overlap';

it.each([
  ['equal boxes', [0, 0, 10, 10], [0, 0, 10, 10], 1, 1],
  ['a half', [0, 0, 10, 10], [0, 0, 10, 5], 0.5, 0.5],
  ['boxes that touch', [0, 0, 10, 10], [10, 0, 20, 10], 0, 0],
  ['boxes without area', [5, 5, 5, 5], [5, 5, 5, 5], 0, 0],
])('overlap and covered ratio of upright boxes: %s', (_, a, b, overlap, covered) => {
  expect([computeBoxOverlap(a, b), computeCoveredRatio(a, b)]).toEqual([overlap, covered]);
  expect(computeRotatedBoxOverlap({ box: a }, { box: b })).toBe(overlap);
});

it.each([
  // A square and its copy rotated by 45 degrees share a regular octagon. Their IoU is the square root of one half.
  ['a square turned by 45 degrees', [5, 5, 10, 10, 45], [5, 5, 10, 10, 0], Math.SQRT1_2],
  // The boxes 20 x 10 and 10 x 20 share an area of 10 x 10. Their IoU is 100 / 300.
  ['a box turned by 90 degrees', [50, 50, 20, 10, 90], [50, 50, 20, 10, 0], 1 / 3],
  ['a box turned by 180 degrees', [50, 50, 20, 10, 180], [50, 50, 20, 10, 0], 1],
  ['separate boxes with overlapping bounds', [10, 10, 28, 2, 45], [16, 4, 2, 2, 0], 0],
])('overlap of rotated boxes: %s', (_, a, b, overlap) => {
  expect(computeRotatedBoxOverlap({ box: [], rotatedBox: a }, { box: [], rotatedBox: b })).toBeCloseTo(overlap, 10);
  expect(computeRotatedBoxOverlap({ box: [], rotatedBox: b }, { box: [], rotatedBox: a })).toBeCloseTo(overlap, 10);
});

it('computes the overlap of an upright and a rotated box', () => {
  const [uprightBox, rotatedBox] = [{ box: [0, 0, 10, 10] }, { box: [-2, -2, 12, 12], rotatedBox: [5, 5, 10, 10, 45] }];
  expect(computeRotatedBoxOverlap(uprightBox, rotatedBox)).toBeCloseTo(Math.SQRT1_2, 10);
  expect(computeRotatedBoxOverlap(rotatedBox, uprightBox)).toBeCloseTo(Math.SQRT1_2, 10);
});
