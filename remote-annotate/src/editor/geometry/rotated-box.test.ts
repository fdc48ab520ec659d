import fc from 'fast-check';
import { computeEnclosingBox, computeRotatedCorners } from '@console/shared-contract/rotated-box';

const imageSize = { width: 200, height: 150 };
const coordinate = fc.double({ min: -300, max: 300, noNaN: true });
const sideLength = fc.double({ min: 0.01, max: 250, noNaN: true });
const angle = fc.double({ min: 0, max: 360, maxExcluded: true, noNaN: true });
const rotatedBox = fc.tuple(coordinate, coordinate, sideLength, sideLength, angle);

const clampTo = (value: number, length: number) => Math.min(Math.max(value, 0), length);

test.each([
  [0, [40, 55, 60, 65]],
  [90, [45, 50, 55, 70]],
  [180, [40, 55, 60, 65]],
  [270, [45, 50, 55, 70]],
  // Half the side of the enclosing square: (20 + 10) / 2 / sqrt(2) = 10.6.
  [45, [39, 49, 61, 71]],
])('encloses a box of 20 x 10 pixels that is rotated by %d degrees exactly', (degrees, expected) => {
  expect(computeEnclosingBox([50, 60, 20, 10, degrees], imageSize)).toEqual(expected);
});

test('the rotation of a box is clockwise', () => {
  const corners = computeRotatedCorners([50, 60, 20, 10, 90]);
  expect(corners.map((value) => Math.round(value))).toEqual([55, 50, 55, 70, 45, 70, 45, 50]);
});

test('the enclosing box is the smallest box of whole pixels that contains all corners', () => {
  fc.assert(
    fc.property(rotatedBox, (rotatedBoxData) => {
      const enclosingBox = computeEnclosingBox(rotatedBoxData, imageSize);
      const corners = computeRotatedCorners(rotatedBoxData);
      const [xs, ys] = [corners.filter((_, index) => index % 2 === 0), corners.filter((_, index) => index % 2 === 1)];
      const isOutside =
        Math.max(...xs) <= 0 || Math.min(...xs) >= imageSize.width || Math.max(...ys) <= 0 || Math.min(...ys) >= imageSize.height;
      if (!enclosingBox) {
        expect(
          isOutside || Math.max(...xs) < 1e-5 || Math.max(...ys) < 1e-5 || Math.min(...xs) > 199.999 || Math.min(...ys) > 149.999,
        ).toBe(true);
        return;
      }
      expect(enclosingBox.every(Number.isInteger)).toBe(true);
      for (const [from, to, values, length] of [
        [enclosingBox[0], enclosingBox[2], xs, imageSize.width],
        [enclosingBox[1], enclosingBox[3], ys, imageSize.height],
      ] as const) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(length);
        expect(to).toBeGreaterThan(from);
        for (const value of values) {
          expect(clampTo(value, length)).toBeGreaterThanOrEqual(from - 1e-5);
          expect(clampTo(value, length)).toBeLessThanOrEqual(to + 1e-5);
        }
        expect(clampTo(Math.min(...values), length) - from).toBeLessThan(1);
        expect(to - clampTo(Math.max(...values), length)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('a box of whole pixels encloses itself', () => {
  const quarterTurn = fc.constantFrom(0, 180);
  const pixels = fc.tuple(fc.nat(150), fc.nat(100), fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }));
  fc.assert(
    fc.property(pixels, quarterTurn, ([x, y, width, height], degrees) => {
      const box = [x, y, x + width, y + height];
      expect(computeEnclosingBox([x + width / 2, y + height / 2, width, height, degrees], imageSize)).toEqual(box);
    }),
  );
});

test('a rotation by 180 degrees does not change the enclosing box', () => {
  fc.assert(
    fc.property(rotatedBox, ([x, y, width, height, degrees]) => {
      const oppositeAngle = (degrees + 180) % 360;
      const [firstBox, secondBox] = [degrees, oppositeAngle].map((boxAngle) =>
        computeEnclosingBox([x, y, width, height, boxAngle], imageSize),
      );
      // Rounding can move a corner that lies exactly between two pixels to either pixel.
      if (firstBox && secondBox)
        firstBox.forEach((value, index) => expect(Math.abs(value - secondBox[index]!)).toBeLessThanOrEqual(1));
    }),
  );
});
