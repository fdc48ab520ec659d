import fc from 'fast-check';
import { computeBoundingBox, requireValidBox, requireValidPolygon } from './geometry';

const image = { img_width: 100, img_height: 50 };

it.each([[[0, 0, 100, 50]], [[99, 49, 100, 50]]])('requireValidBox accepts the box %p', (box) =>
  expect(() => requireValidBox(box, image)).not.toThrow(),
);
it.each([
  [[10, 10, 10, 20], 'positive area'],
  [[20, 20, 10, 30], 'positive area'],
  [[-1, 0, 5, 5], 'outside'],
  [[0, 0, 101, 5], 'outside'],
  [[0, 0, 5, 51], 'outside'],
])('requireValidBox rejects the box %p: %s', (box, reason) => expect(() => requireValidBox(box, image)).toThrow(reason));

it.each([[[0, 0, 10, 0, 0, 10]], [[0, 0, 10, 10, 10, 0, 0, 10]]])('requireValidPolygon accepts the polygon %p', (data) =>
  expect(() => requireValidPolygon(data, image)).not.toThrow(),
);
it.each([
  [[0, 0, 10, 10, 20, 20], 'positive area'],
  [[5, 5, 5, 5, 5, 5], 'positive area'],
  [[5, 5, 5, 5, 9, 9, 20, 20], 'positive area'],
  [[0, 0, 10, 0, 0, 60], 'outside'],
])('requireValidPolygon rejects the polygon %p: %s', (data, reason) =>
  expect(() => requireValidPolygon(data, image)).toThrow(reason),
);

it('the bounding box contains every vertex and touches one on each side', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { minLength: 3 }), (vertices) => {
      const [left, top, right, bottom] = computeBoundingBox(vertices.flat());
      expect(vertices.every(([x, y]) => x >= left && x <= right && y >= top && y <= bottom)).toBe(true);
      expect([
        vertices.some(([x]) => x === left),
        vertices.some(([x]) => x === right),
        vertices.some(([, y]) => y === top),
        vertices.some(([, y]) => y === bottom),
      ]).toEqual([true, true, true, true]);
    }),
  );
});
