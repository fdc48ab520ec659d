import fc from 'fast-check';
import { createBox, createPoint, createPolygon } from '../testing/test-editor';
import type { Shape } from '../model/types';
import { shapeKinds } from '../../shape-kinds/kind-registry';
import { SpatialIndex } from './spatial-index';

const shapeArbitrary: fc.Arbitrary<Shape> = fc
  .record({
    id: fc.nat({ max: 30 }).map(String),
    x: fc.nat({ max: 300 }),
    y: fc.nat({ max: 300 }),
    width: fc.integer({ min: 1, max: 120 }),
    height: fc.integer({ min: 1, max: 120 }),
    kind: fc.constantFrom('box', 'triangle', 'point'),
  })
  .map(({ id, x, y, width, height, kind }) => {
    if (kind === 'box') return createBox(id, [x, y, x + width, y + height]);
    return kind === 'triangle' ? createPolygon(id, [x, y, x + width, y, x, y + height]) : createPoint(id, [x, y]);
  });

const updates = fc.array(
  fc.record({
    upserts: fc.uniqueArray(shapeArbitrary, { maxLength: 12, selector: ({ id }) => id }),
    deletes: fc.array(fc.nat({ max: 30 }).map(String), { maxLength: 4 }),
  }),
  { maxLength: 12 },
);
const position = fc.record({ x: fc.nat({ max: 420 }), y: fc.nat({ max: 420 }) });

test('queries after any updates match a linear search', () => {
  fc.assert(
    fc.property(updates, position, fc.nat({ max: 8 }), (steps, hitPosition, tolerance) => {
      const index = new SpatialIndex(shapeKinds);
      const shapes = new Map<string, Shape>();
      for (const { upserts, deletes } of steps) {
        const deletedIds = deletes.filter((id) => !upserts.some((shape) => shape.id === id));
        index.update(upserts, deletedIds);
        for (const id of deletedIds) shapes.delete(id);
        for (const shape of upserts) shapes.set(shape.id, shape);
      }
      const allShapes = [...shapes.values()];
      const exactHits = allShapes.filter((shape) => shapeKinds.isHit(shape, hitPosition, shape.kind === 'point' ? tolerance : 0));
      const nearShapes = allShapes.filter((shape) => shapeKinds.isHit(shape, hitPosition, tolerance));
      const areas = (exactHits.length > 0 ? exactHits : nearShapes).map(shapeKinds.getArea);
      const hitShape = index.findHit(hitPosition, tolerance);
      expect(hitShape && shapeKinds.getArea(hitShape)).toBe(areas.length > 0 ? Math.min(...areas) : undefined);

      const searchBounds = { minX: hitPosition.x, minY: hitPosition.y, maxX: hitPosition.x + 100, maxY: hitPosition.y + 100 };
      const expectedShapes = allShapes.filter((shape) => {
        const { minX, minY, maxX, maxY } = shapeKinds.getBounds(shape);
        return minX <= searchBounds.maxX && maxX >= searchBounds.minX && minY <= searchBounds.maxY && maxY >= searchBounds.minY;
      });
      const foundShapes = index.findTouching(searchBounds);
      expect(new Set(foundShapes)).toEqual(new Set(expectedShapes));
      expect(foundShapes.map(shapeKinds.getArea)).toEqual(foundShapes.map(shapeKinds.getArea).toSorted((a, b) => b - a));
    }),
    { numRuns: 300 },
  );
});

test('findHit returns the shape with the nearer center among equal sizes', () => {
  const index = new SpatialIndex(shapeKinds);
  index.update([createBox('left', [0, 0, 100, 100]), createBox('right', [40, 0, 140, 100])]);
  expect(index.findHit({ x: 60, y: 50 }, 0)?.id).toBe('left');
  expect(index.findHit({ x: 80, y: 50 }, 0)?.id).toBe('right');
});
