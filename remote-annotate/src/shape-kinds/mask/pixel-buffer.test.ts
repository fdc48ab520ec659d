import fc from 'fast-check';
import { createMask } from '../../editor/testing/test-editor';
import { createBitmap, drawMask, toMaskRuns } from './bitmap/bitmap';
import { fillRectangle, fillStroke } from './bitmap/fill';
import { PixelBuffer } from './pixel-buffer';

const IMAGE = { width: 700, height: 560 };
const BOUNDS = { minX: 0, minY: 0, maxX: IMAGE.width, maxY: IMAGE.height };
/** Creates a mask that covers several tiles: a rectangle with a hole. */
function createTarget() {
  const bitmap = createBitmap(BOUNDS);
  fillRectangle(bitmap, { minX: 200, minY: 100, maxX: 600, maxY: 500 }, 1);
  fillRectangle(bitmap, { minX: 300, minY: 200, maxX: 400, maxY: 300 }, 0);
  return createMask('target', toMaskRuns(bitmap, IMAGE)!);
}

test('strokes change the same pixels as in a bitmap of the image', () => {
  const target = createTarget();
  const position = fc.record({ x: fc.integer({ min: -20, max: 720 }), y: fc.integer({ min: -20, max: 580 }) });
  const stroke = fc.record({
    from: position,
    to: position,
    diameter: fc.integer({ min: 1, max: 90 }),
    value: fc.constantFrom(0, 1),
  });
  fc.assert(
    fc.property(fc.array(stroke, { minLength: 1, maxLength: 4 }), fc.boolean(), (strokes, hasTarget) => {
      const buffer = new PixelBuffer(IMAGE, hasTarget ? target : null, 'leaf');
      const bitmap = createBitmap(BOUNDS);
      if (hasTarget) drawMask(bitmap, target.data);
      for (const { from, to, diameter, value } of strokes) {
        buffer.fillStroke(from, to, diameter, value as 0 | 1);
        fillStroke(bitmap, from, to, diameter, value as 0 | 1);
      }
      expect(buffer.toMaskRuns()).toEqual(toMaskRuns(bitmap, IMAGE));
    }),
    { numRuns: 30 },
  );
});

test('a stroke needs no memory for the rest of the image', () => {
  const side = 1_000_000;
  const buffer = new PixelBuffer({ width: side, height: side }, null, 'leaf');
  buffer.fillRectangle({ minX: 255, minY: side - 2, maxX: 258, maxY: side }, 1);
  expect(buffer.toMaskRuns()).toEqual([255, side - 2, 3, 2, side, side, 0, 6]);
});
