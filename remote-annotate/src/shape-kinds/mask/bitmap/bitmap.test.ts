import fc from 'fast-check';
import { isInPolygon } from '../../../editor/geometry/polygon';
import { formatBitmap, formatMask, parseBitmap } from '../testing/drawn-mask';
import { createBitmap, toBitmap, toMaskRuns, type Bitmap } from './bitmap';
import { fillHoles, removeSpecks } from './clean';
import { getSignedArea, traceContours } from './contours';
import { fillPolygon, fillStroke, getStrokeBounds, snapBrush } from './fill';
import { growByOnePixel, shrinkByOnePixel } from './morphology';
import { toPolygons } from './polygons';

const IMAGE_SIZE = { width: 40, height: 30 };
const countSetPixels = ({ pixels }: Bitmap) => pixels.reduce((sum, value) => sum + value, 0);
const createImageBitmap = () => createBitmap({ minX: 0, minY: 0, maxX: IMAGE_SIZE.width, maxY: IMAGE_SIZE.height });
/** Expects that the bitmap and the expected pixels are equal in the complete image. */
function expectPixels(actual: Bitmap, getExpected: (x: number, y: number) => number): void {
  const expected = createImageBitmap();
  for (let x = 0; x < IMAGE_SIZE.width; x += 1)
    for (let y = 0; y < IMAGE_SIZE.height; y += 1) expected.pixels[x * IMAGE_SIZE.height + y] = getExpected(x, y);
  const image = createImageBitmap();
  for (let index = 0; index < image.pixels.length; index += 1)
    image.pixels[index] = getPixel(actual, Math.floor(index / IMAGE_SIZE.height), index % IMAGE_SIZE.height);
  expect(formatBitmap(image)).toEqual(formatBitmap(expected));
}

const getPixel = ({ left, top, width, height, pixels }: Bitmap, x: number, y: number) =>
  x >= left && y >= top && x < left + width && y < top + height ? pixels[(x - left) * height + y - top]! : 0;

const anyBitmap = fc
  .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }), left: fc.nat(20), top: fc.nat(15) })
  .chain(({ width, height, left, top }) =>
    fc
      .array(fc.constantFrom(0, 1, 1), { minLength: width * height, maxLength: width * height })
      .map((values): Bitmap => ({ left, top, width, height, pixels: Uint8Array.from(values) })),
  );

const position = fc.record({ x: fc.double({ min: -5, max: 45, noNaN: true }), y: fc.double({ min: -5, max: 35, noNaN: true }) });

test('a mask has exactly the set pixels of a bitmap and no empty edges', () => {
  fc.assert(
    fc.property(anyBitmap, (bitmap) => {
      const data = toMaskRuns(bitmap, IMAGE_SIZE);
      if (!data) return expect(countSetPixels(bitmap)).toBe(0);
      const result = toBitmap(data);
      expect(countSetPixels(result)).toBe(countSetPixels(bitmap));
      expectPixels(result, (x, y) => getPixel(bitmap, x, y));
      const rows = formatBitmap(result);
      expect(rows[0]).toContain('#');
      expect(rows.at(-1)).toContain('#');
      expect(rows.some((row) => row.startsWith('#'))).toBe(true);
      expect(rows.some((row) => row.endsWith('#'))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('a stroke fills the pixels whose centers are within the radius of its line', () => {
  fc.assert(
    fc.property(position, position, fc.integer({ min: 1, max: 12 }), (a, b, diameter) => {
      const bitmap = createImageBitmap();
      const [strokeStart, strokeEnd] = [snapBrush(a, diameter), snapBrush(b, diameter)];
      fillStroke(bitmap, strokeStart, strokeEnd, diameter, 1);
      const area = getStrokeBounds(strokeStart, strokeEnd, diameter);
      for (let x = 0; x < IMAGE_SIZE.width; x += 1)
        for (let y = 0; y < IMAGE_SIZE.height; y += 1) {
          const [centerX, centerY] = [x + 0.5, y + 0.5];
          const [dx, dy] = [strokeEnd.x - strokeStart.x, strokeEnd.y - strokeStart.y];
          const ratio = Math.min(
            1,
            Math.max(0, ((centerX - strokeStart.x) * dx + (centerY - strokeStart.y) * dy) / (dx * dx + dy * dy || 1)),
          );
          const distance = Math.hypot(centerX - strokeStart.x - ratio * dx, centerY - strokeStart.y - ratio * dy);
          // Skip pixels whose center is on the edge of the stroke, because rounding determines whether they are set.
          if (Math.abs(distance - diameter / 2) < 1e-6) continue;
          if (getPixel(bitmap, x, y) !== (distance < diameter / 2 ? 1 : 0)) throw new Error(`${x}, ${y}: ${distance}`);
          const isInArea = x >= area.minX && x < area.maxX && y >= area.minY && y < area.maxY;
          if (getPixel(bitmap, x, y) === 1 && !isInArea) throw new Error(`${x}, ${y} is outside the area`);
        }
    }),
    { numRuns: 100 },
  );
});

test('a brush of one pixel covers the pixel below the pointer', () => {
  const bitmap = createImageBitmap();
  const center = snapBrush({ x: 7.9, y: 3.1 }, 1);
  fillStroke(bitmap, center, center, 1, 1);
  expect([countSetPixels(bitmap), getPixel(bitmap, 7, 3)]).toEqual([1, 1]);
});

test('a polygon fills the pixels whose centers are inside it', () => {
  const vertex = fc.tuple(fc.nat(IMAGE_SIZE.width), fc.nat(IMAGE_SIZE.height));
  fc.assert(
    fc.property(fc.array(vertex, { minLength: 3, maxLength: 8 }), (vertices) => {
      const bitmap = createImageBitmap();
      // Move the vertices off whole coordinates, so that no pixel center lies on an edge.
      const data = vertices.flat().map((value, index) => value + (index % 2 === 0 ? 0.013 : 0.027) * (index + 1));
      fillPolygon(bitmap, data, 1);
      expectPixels(bitmap, (x, y) => (isInPolygon({ x: x + 0.5, y: y + 0.5 }, data) ? 1 : 0));
    }),
    { numRuns: 40 },
  );
});

test('contours enclose the set pixels and separate pixels that touch at a corner', () => {
  const bitmap = parseBitmap(['###..', '#.#..', '###..', '...##']);
  const contours = traceContours(bitmap);
  expect(contours.map(getSignedArea).toSorted((a, b) => a - b)).toEqual([-1, 2, 9]);
  expect(contours).toContainEqual([5, 3, 5, 4, 3, 4, 3, 3]);
  fc.assert(
    fc.property(anyBitmap, (randomBitmap) => {
      const area = traceContours(randomBitmap).reduce((sum, contour) => sum + getSignedArea(contour), 0);
      expect(area).toBe(countSetPixels(randomBitmap));
    }),
  );
});

test('fills holes, including holes that are open at a corner, but not bays', () => {
  const bitmap = parseBitmap(['.###...', '#..#.##', '####.#.', '....###']);
  expect(formatBitmap(fillHoles(bitmap))).toEqual(['.###...', '####.##', '####.#.', '....###']);
});

test('removes specks that are small compared to the largest part', () => {
  const rows = [
    '#'.repeat(21) + '...',
    '#'.repeat(20) + '.#..',
    '#'.repeat(20) + '....',
    ...Array.from({ length: 10 }, () => '#'.repeat(20) + '...#'),
  ];
  const bitmap = parseBitmap([...rows, '.'.repeat(24), '#' + '.'.repeat(23)]);
  const result = formatBitmap(removeSpecks(bitmap));
  expect(result.at(-1)).toBe('.'.repeat(24));
  expect(result[1]).toBe('#'.repeat(20) + '.#..');
  expect(result[5]?.at(-1)).toBe('#');
});

test("growing adds neighbours, and shrinking removes the edge except at the image's edge", () => {
  expect(formatBitmap(growByOnePixel(parseBitmap(['.....', '..#..', '.....'])))).toEqual(['..#..', '.###.', '..#..']);
  const cornerBitmap = parseBitmap(['.....', '.###.', '.###.', '.###.', '.....'], -1, -1);
  expect(formatMask(toMaskRuns(shrinkByOnePixel(cornerBitmap, IMAGE_SIZE), IMAGE_SIZE)!)).toEqual({
    at: [0, 0],
    rows: ['##', '##'],
  });
  const innerBitmap = parseBitmap(['.....', '.###.', '.###.', '.###.', '.....'], 4, 4);
  expect(formatMask(toMaskRuns(shrinkByOnePixel(innerBitmap, IMAGE_SIZE), IMAGE_SIZE)!)).toEqual({ at: [6, 6], rows: ['#'] });
});

test('a polygon of a mask covers the same pixels without simplification, with holes', () => {
  fc.assert(
    fc.property(anyBitmap, (bitmap) => {
      const result = createImageBitmap();
      for (const polygon of toPolygons(bitmap, 0)) {
        const polygonBitmap = createImageBitmap();
        fillPolygon(polygonBitmap, polygon, 1);
        for (let index = 0; index < polygonBitmap.pixels.length; index += 1)
          result.pixels[index]! += polygonBitmap.pixels[index]!;
      }
      expectPixels(result, (x, y) => getPixel(bitmap, x, y));
    }),
    { numRuns: 50 },
  );
});

test('a line that a polygon follows in both directions fills no pixel', () => {
  const bitmap = createImageBitmap();
  // A square with a line that leaves the square diagonally at a corner and returns the same way. The line passes the centers of pixels
  // outside.
  fillPolygon(bitmap, [2, 2, 5, 2, 5, 5, 9, 9, 5, 5, 2, 5], 1);
  expect(countSetPixels(bitmap)).toBe(9);
});

test('a mask with hundreds of holes becomes one polygon', () => {
  const sideLength = 180;
  const bitmap = createBitmap({ minX: 0, minY: 0, maxX: sideLength, maxY: sideLength });
  bitmap.pixels.fill(1);
  // Each hole has three pixels, so that it still has an area after simplification.
  for (let x = 2; x < sideLength - 4; x += 6)
    for (let y = 2; y < sideLength - 4; y += 6)
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
      ] as const)
        bitmap.pixels[(x + dx) * sideLength + y + dy] = 0;
  const polygons = toPolygons(bitmap, 0);
  expect(polygons).toHaveLength(1);
  const filledBitmap = createBitmap({ minX: 0, minY: 0, maxX: sideLength, maxY: sideLength });
  fillPolygon(filledBitmap, polygons[0]!, 1);
  expect(countSetPixels(filledBitmap)).toBe(countSetPixels(bitmap));
});

test('a simplified polygon stays within the tolerance and has few vertices', () => {
  const disc = createBitmap({ minX: 0, minY: 0, maxX: 200, maxY: 200 });
  fillStroke(disc, { x: 100, y: 100 }, { x: 100, y: 100 }, 180, 1);
  const [polygon = []] = toPolygons(disc);
  expect(polygon.length / 2).toBeLessThan(60);
  for (let i = 0; i < polygon.length; i += 2)
    expect(Math.abs(Math.hypot(polygon[i]! - 100, polygon[i + 1]! - 100) - 90)).toBeLessThan(1);
  const redrawnDisc = createBitmap({ minX: 0, minY: 0, maxX: 200, maxY: 200 });
  fillPolygon(redrawnDisc, polygon, 1);
  expect(Math.abs(countSetPixels(redrawnDisc) / countSetPixels(disc) - 1)).toBeLessThan(0.02);
});
