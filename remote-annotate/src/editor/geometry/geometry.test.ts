import fc from 'fast-check';
import { createPolygon } from '../testing/test-editor';
import { BOX_HANDLES, isDrawableBox, normaliseBox, resizeBox } from './box';
import { findNearestHandle } from './handles';
import { clampTranslation } from './clamp';
import { getDistanceToOutline, isInPolygon, normalisePolygon, getPolygonArea, getPolygonBounds } from './polygon';
import { shapeKinds } from '../../shape-kinds/kind-registry';

const IMAGE_SIZE = { width: 400, height: 300 };
const L_SHAPE = [0, 0, 100, 0, 100, 40, 40, 40, 40, 100, 0, 100];

test('area and bounds of a polygon do not depend on its direction', () => {
  expect(getPolygonArea(L_SHAPE)).toBe(100 * 40 + 40 * 60);
  expect(getPolygonArea([0, 0, 0, 10, 10, 10, 10, 0])).toBe(100);
  expect(getPolygonBounds([5, 9, 30, 2, 7, 44])).toEqual({ minX: 5, minY: 2, maxX: 30, maxY: 44 });
});

test('isInPolygon and getDistanceToOutline return exact results for a concave polygon', () => {
  expect(isInPolygon({ x: 20, y: 80 }, L_SHAPE)).toBe(true);
  expect(isInPolygon({ x: 80, y: 80 }, L_SHAPE)).toBe(false);
  expect(getDistanceToOutline({ x: 50, y: 50 }, L_SHAPE)).toBe(10);
  expect(getDistanceToOutline({ x: -3, y: -4 }, L_SHAPE)).toBe(5);
});

test('normalisePolygon removes repeated vertices and the closing vertex', () => {
  expect(normalisePolygon([0, 0, 0.3, 0.2, 50, 0, 50, 50, 0, 0], IMAGE_SIZE)).toEqual([0, 0, 50, 0, 50, 50]);
  expect(normalisePolygon([0, 0, 50, 0, 0, 0], IMAGE_SIZE)).toBeNull();
});

test('normaliseBox sorts the corners', () => {
  expect(normaliseBox([90, 80, 10, 20], IMAGE_SIZE)).toEqual([10, 20, 90, 80]);
  expect(normaliseBox([1, 2, 3], IMAGE_SIZE)).toBeNull();
});

test('a box is drawable from 20 x 20 pixels', () => {
  expect(isDrawableBox([0, 0, 20, 20])).toBe(true);
  expect(isDrawableBox([0, 0, 19, 20])).toBe(false);
  expect(isDrawableBox([0, 0, 20, 19])).toBe(false);
});

test('resizeBox keeps limits, whole pixels and the opposite edges', () => {
  const anyBox = fc.record({
    x: fc.nat({ max: 384 }),
    y: fc.nat({ max: 284 }),
    width: fc.integer({ min: 16, max: 400 }),
    height: fc.integer({ min: 16, max: 300 }),
  });
  const anyTarget = fc.record({
    x: fc.double({ min: -500, max: 900, noNaN: true }),
    y: fc.double({ min: -500, max: 900, noNaN: true }),
  });
  fc.assert(
    fc.property(anyBox, fc.constantFrom(...BOX_HANDLES), anyTarget, ({ x, y, width, height }, handle, target) => {
      const start = [x, y, Math.min(400, x + width), Math.min(300, y + height)] as const;
      const [x1, y1, x2, y2] = resizeBox(start, handle, target, IMAGE_SIZE);
      expect([x1, y1, x2, y2].every(Number.isInteger)).toBe(true);
      expect(x1 >= 0 && y1 >= 0 && x2 <= 400 && y2 <= 300).toBe(true);
      expect(x2 - x1).toBeGreaterThanOrEqual(16);
      expect(y2 - y1).toBeGreaterThanOrEqual(16);
      if (!handle.includes('w')) expect(x1).toBe(start[0]);
      if (!handle.includes('n')) expect(y1).toBe(start[1]);
      if (!handle.includes('e')) expect(x2).toBe(start[2]);
      if (!handle.includes('s')) expect(y2).toBe(start[3]);
    }),
  );
});

test('clampTranslation moves overhanging bounds inside and keeps larger bounds in place', () => {
  expect(clampTranslation({ minX: -20, minY: 10, maxX: 30, maxY: 50 }, { x: 0, y: 5 }, IMAGE_SIZE)).toEqual({ x: 20, y: 5 });
  expect(clampTranslation({ minX: -50, minY: 0, maxX: 450, maxY: 10 }, { x: 30, y: 1 }, IMAGE_SIZE)).toEqual({ x: 0, y: 1 });
});

test('translate returns the same object if the shape cannot move', () => {
  const shape = createPolygon('p', [0, 0, 50, 0, 0, 50]);
  expect(shapeKinds.translate([shape], { x: -5, y: -5 }, IMAGE_SIZE)[0]).toBe(shape);
});

test('findNearestHandle returns the nearest of vertices and midpoints of edges', () => {
  const handles = shapeKinds.getHandles(createPolygon('p', [0, 0, 30, 0, 0, 30]), 1);
  expect(findNearestHandle(handles, { x: 9, y: 0 }, 12)).toMatchObject({ type: 'midpoint', edge: 0 });
  expect(findNearestHandle(handles, { x: 7, y: 0 }, 12)).toMatchObject({ type: 'vertex', index: 0 });
  expect(findNearestHandle(handles, { x: 300, y: 0 }, 12)).toBeUndefined();
});

test('getHandles has no midpoints for edges that are short on the screen', () => {
  expect(shapeKinds.getHandles(createPolygon('p', [0, 0, 30, 0, 0, 30]), 0.5).map(({ type }) => type)).toEqual([
    'vertex',
    'vertex',
    'vertex',
  ]);
});
