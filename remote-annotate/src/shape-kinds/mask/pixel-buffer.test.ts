import fc from 'fast-check';
import { createMask } from '../../editor/testing/test-editor';
import { createBitmap, drawMask, toMaskRuns } from './bitmap/bitmap';
import { fillRectangle, fillStroke } from './bitmap/fill';
import { PixelBuffer } from './pixel-buffer';

const IMAGE_SIZE = { width: 700, height: 560 };
const BOUNDS = { minX: 0, minY: 0, maxX: IMAGE_SIZE.width, maxY: IMAGE_SIZE.height };
/** Creates a mask that covers several tiles: a rectangle with a hole. */
function createTargetMask() {
  const bitmap = createBitmap(BOUNDS);
  fillRectangle(bitmap, { minX: 200, minY: 100, maxX: 600, maxY: 500 }, 1);
  fillRectangle(bitmap, { minX: 300, minY: 200, maxX: 400, maxY: 300 }, 0);
  return createMask('target', toMaskRuns(bitmap, IMAGE_SIZE)!);
}

test('strokes change the same pixels as in a bitmap of the image', () => {
  const targetMask = createTargetMask();
  const position = fc.record({ x: fc.integer({ min: -20, max: 720 }), y: fc.integer({ min: -20, max: 580 }) });
  const stroke = fc.record({
    from: position,
    to: position,
    diameter: fc.integer({ min: 1, max: 90 }),
    value: fc.constantFrom(0, 1),
  });
  fc.assert(
    fc.property(fc.array(stroke, { minLength: 1, maxLength: 4 }), fc.boolean(), (strokes, hasTarget) => {
      const buffer = new PixelBuffer(IMAGE_SIZE, hasTarget ? targetMask : null, 'leaf');
      const bitmap = createBitmap(BOUNDS);
      if (hasTarget) drawMask(bitmap, targetMask.data);
      for (const { from, to, diameter, value } of strokes) {
        buffer.fillStroke(from, to, diameter, value as 0 | 1);
        fillStroke(bitmap, from, to, diameter, value as 0 | 1);
      }
      expect(buffer.toMaskRuns()).toEqual(toMaskRuns(bitmap, IMAGE_SIZE));
    }),
    { numRuns: 30 },
  );
});

test('a stroke needs no memory for the rest of the image', () => {
  const sideLength = 1_000_000;
  const buffer = new PixelBuffer({ width: sideLength, height: sideLength }, null, 'leaf');
  buffer.fillRectangle({ minX: 255, minY: sideLength - 2, maxX: 258, maxY: sideLength }, 1);
  expect(buffer.toMaskRuns()).toEqual([255, sideLength - 2, 3, 2, sideLength, sideLength, 0, 6]);
});
