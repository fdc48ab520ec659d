import fc from 'fast-check';
import { shapeKinds } from '../../../shape-kinds/kind-registry';
import type { Bounds, Shape } from '../../model/types';
import { createBox, createPoint, createPolygon } from '../../testing/test-editor';
import { CAPTION_HEIGHT, MAX_CAPTION_WIDTH } from '../../painting/look';
import { placeCaptions } from './caption-layout';
import { expandByCaptions } from './paint-shape';
import { isTouching } from './tile-grid';

const CAPTION_WIDTH = 60;

const layOutCaptions = (shapes: readonly Shape[], width = CAPTION_WIDTH) => placeCaptions(shapes, 1, shapeKinds, () => width);
/** Returns the position (x, y) and the painted width of each shape's caption. */
const getPlacements = (...shapes: readonly Shape[]) =>
  Object.fromEntries(
    [...layOutCaptions(shapes)].map(([id, { x, y, maxWidth }]) => [id, [x, y, Math.min(maxWidth, CAPTION_WIDTH)]]),
  );

test('a caption has its full width above its shape if no other caption is there', () => {
  expect(getPlacements(createBox('a', [100, 100, 150, 200]), createBox('b', [162, 100, 300, 200]))).toEqual({
    a: [100, 100, CAPTION_WIDTH],
    b: [162, 100, CAPTION_WIDTH],
  });
  expect(layOutCaptions([createBox('a', [100, 100, 150, 200])]).get('a')?.maxWidth).toBe(MAX_CAPTION_WIDTH);
});

test('if two captions would overlap, one moves into its shape, in any order of the shapes', () => {
  const [a, b] = [createBox('a', [100, 100, 180, 200]), createBox('b', [120, 104, 300, 300])];
  expect(getPlacements(a, b)).toEqual({ a: [100, 100, CAPTION_WIDTH], b: [120, 120, CAPTION_WIDTH] });
  expect(getPlacements(b, a)).toEqual(getPlacements(a, b));
});

test('captions of points and flat shapes move below the shape if another caption is above', () => {
  const box = createBox('a', [100, 100, 180, 200]);
  expect(getPlacements(box, createBox('b', [100, 100, 180, 120]))).toMatchObject({ b: [100, 136, CAPTION_WIDTH] });
  expect(getPlacements(box, createPoint('b', [105, 105]))).toMatchObject({ b: [100, 126, CAPTION_WIDTH] });
});

test('a caption without a free position is shortened, or hidden if the space is too small', () => {
  const occupyingShapes = [createBox('a', [100, 100, 180, 140]), createBox('c', [100, 100, 300, 140])];
  expect(getPlacements(...occupyingShapes, createBox('h', [60, 100, 300, 140]))).toMatchObject({ h: [60, 100, 38] });
  expect(Object.keys(getPlacements(...occupyingShapes, createBox('h', [90, 100, 300, 140])))).toEqual(['a', 'c']);
  expect(getPlacements(...occupyingShapes, createBox('h', [90, 100, 300, 200]))).toMatchObject({ h: [90, 132, CAPTION_WIDTH] });
});

test('small shapes and unnamed points have no caption', () => {
  expect(Object.keys(getPlacements(createBox('small', [160, 100, 190, 200]), createPoint('q', [300, 40], '')))).toEqual([]);
  expect(layOutCaptions([createBox('a', [100, 100, 150, 200])], 0).size).toBe(0);
});

test('the caption of a polygon is at its highest vertex', () => {
  expect(getPlacements(createPolygon('p', [100, 300, 200, 100, 300, 300]))).toEqual({ p: [200, 100, CAPTION_WIDTH] });
  expect(getPlacements(createPolygon('p', [300, 100, 300, 300, 100, 300, 100, 100]))).toEqual({ p: [100, 100, CAPTION_WIDTH] });
});

const scene = fc
  .array(
    fc.tuple(fc.nat({ max: 3000 }), fc.nat({ max: 900 }), fc.integer({ min: 20, max: 200 }), fc.integer({ min: 10, max: 90 })),
    {
      minLength: 30,
      maxLength: 120,
    },
  )
  .map((boxes) => boxes.map(([x, y, width, height], index) => createBox(`box-${index}`, [x, y, x + width, y + height])));

test('captions never overlap', () => {
  fc.assert(
    fc.property(scene, (shapes) => {
      const captions = [...layOutCaptions(shapes).values()].map(({ x, y, maxWidth }) => ({
        x,
        y,
        right: x + Math.min(maxWidth, CAPTION_WIDTH),
      }));
      const overlaps = captions.filter((a, index) =>
        captions.some(
          (b, otherIndex) => otherIndex > index && Math.abs(a.y - b.y) < CAPTION_HEIGHT && a.x < b.right && b.x < a.right,
        ),
      );
      expect(overlaps).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test('every tile shows a caption at the same position', () => {
  const areas: readonly Bounds[] = [0, 512, 1024, 1536].map((minX) => ({ minX, minY: 256, maxX: minX + 512, maxY: 768 }));
  fc.assert(
    fc.property(scene, (shapes) => {
      const allPlacements = layOutCaptions(shapes);
      for (const area of areas) {
        const surroundings = expandByCaptions(area, 1);
        const placements = layOutCaptions(shapes.filter((shape) => isTouching(shapeKinds.getBounds(shape), surroundings)));
        const listVisible = (captions: typeof allPlacements) =>
          shapes.flatMap(({ id }) => {
            const caption = captions.get(id);
            const isVisible =
              caption &&
              isTouching(
                { minX: caption.x, maxX: caption.x + CAPTION_WIDTH, minY: caption.y - CAPTION_HEIGHT, maxY: caption.y },
                area,
              );
            return isVisible ? [{ id, ...caption }] : [];
          });
        expect(listVisible(placements)).toEqual(listVisible(allPlacements));
      }
    }),
    { numRuns: 30 },
  );
});
