import { getIntersectionOverUnion } from '../../editor/geometry/bounds';
import { getBoxBounds } from '../../editor/geometry/box';
import { getPolygonArea, getPolygonBounds } from '../../editor/geometry/polygon';
import type { BitmapPlacement, BitmapRegion } from '../../editor/model/region';
import { createBox, createPolygon } from '../../editor/testing/test-editor';
import { toCorners } from '../prompts';
import { getShapeOutline, tightenShape } from '../tighten';
import { waitUntilReady, type LoadingOpenCv } from './opencv';
import { deleteScene, performTask } from './perform-task';
import { Scene } from './scene';

/** A part of an image that starts at (300, 200). */
const PLACEMENT: BitmapPlacement = { x: 300, y: 200, columns: 160, rows: 120, step: 1 };
/** A red disc in front of a green background, both with noise, in pixels of the part. */
const DISC = { x: 80, y: 60, radius: 40 };
const imageSize = { width: 800, height: 600 };

const isInDisc = (column: number, row: number) => (column + 0.5 - DISC.x) ** 2 + (row + 0.5 - DISC.y) ** 2 < DISC.radius ** 2;

function paintDisc({ columns, rows }: BitmapPlacement): Uint8Array {
  const pixels = new Uint8Array(4 * columns * rows);
  for (let pixelOffset = 0; pixelOffset < columns * rows; pixelOffset += 1) {
    const noise = (pixelOffset * 7919) % 17;
    const [column, row] = [pixelOffset % columns, Math.floor(pixelOffset / columns)];
    pixels.set(isInDisc(column, row) ? [190 + noise, 60, 50 + noise, 255] : [60, 140 + noise, 70, 255], 4 * pixelOffset);
  }
  return pixels;
}

function getDiscIou({ bits, columns }: BitmapRegion): number {
  let [intersection, union] = [0, 0];
  for (const [index, bit] of bits.entries()) {
    const inDisc = isInDisc(index % columns, Math.floor(index / columns));
    if (inDisc && bit === 1) intersection += 1;
    if (inDisc || bit === 1) union += 1;
  }
  return intersection / union;
}

let scene: Scene;
beforeAll(async () => {
  const cv = jest.requireActual<LoadingOpenCv>('@techstark/opencv-js');
  await waitUntilReady(cv);
  scene = new Scene(cv, PLACEMENT, paintDisc(PLACEMENT));
});
afterAll(() => deleteScene(scene));

const createClickStroke = (x: number, y: number, isObject = true) => ({ points: [x, y], isObject });

test('the wand selects the pixels around a click with a similar colour', () => {
  const { region, outline, edges } = performTask(scene, { type: 'wand', strokes: [createClickStroke(380, 260)], tolerance: 12 });
  expect(getDiscIou(region)).toBeGreaterThan(0.97);
  expect(getPolygonBounds(outline)).toEqual({ minX: 340, minY: 220, maxX: 420, maxY: 300 });
  expect(outline.length).toBeLessThan(80);
  expect(edges.map((edge) => Math.round(getPolygonArea(edge) / 100))).toEqual([50]);
});

test('a background stroke removes similar pixels from the selection', () => {
  const strokes = [createClickStroke(380, 260), createClickStroke(305, 205)];
  const wholeRegion = performTask(scene, { type: 'wand', strokes, tolerance: 12 }).region;
  expect(wholeRegion.bits.every((bit) => bit === 1)).toBe(true);
  const { region } = performTask(scene, {
    type: 'wand',
    strokes: [...strokes, createClickStroke(450, 310, false)],
    tolerance: 12,
  });
  expect(getDiscIou(region)).toBeGreaterThan(0.97);
});

test('GrabCut finds the object in a box, and the object under a stroke', () => {
  const box = toCorners([330, 210, 430, 310]);
  expect(getDiscIou(performTask(scene, { type: 'grab-cut', outline: box, strokes: [] }).region)).toBeGreaterThan(0.97);
  const stroke = { points: [360, 250, 400, 270], isObject: true };
  expect(getDiscIou(performTask(scene, { type: 'grab-cut', outline: null, strokes: [stroke] }).region)).toBeGreaterThan(0.97);
});

test('GrabCut follows the edges if object and surroundings have the same colours', () => {
  // The object is a ring with a pale middle. The area outside the box has the same colours as the ring.
  const pixels = new Uint8Array(4 * PLACEMENT.columns * PLACEMENT.rows);
  for (let pixelOffset = 0; pixelOffset < PLACEMENT.columns * PLACEMENT.rows; pixelOffset += 1) {
    const [column, row] = [pixelOffset % PLACEMENT.columns, Math.floor(pixelOffset / PLACEMENT.columns)];
    const distance = Math.hypot(column + 0.5 - DISC.x, row + 0.5 - DISC.y);
    const isPale = distance < 15 || (distance >= DISC.radius && distance < DISC.radius + 8);
    const noise = (pixelOffset * 7919) % 17;
    pixels.set(isPale ? [220, 200 + noise, 190, 255] : [190 + noise, 110, 120 + noise, 255], 4 * pixelOffset);
  }
  const equalColorScene = new Scene(scene.cv, PLACEMENT, pixels);
  const task = { type: 'grab-cut', outline: toCorners([338, 218, 422, 302]), strokes: [] } as const;
  const { region } = performTask(equalColorScene, task);
  // A stroke on the background tells GrabCut that the box is larger than the object.
  const { region: partialRegion } = performTask(equalColorScene, { ...task, strokes: [createClickStroke(380, 230, false)] });
  deleteScene(equalColorScene);
  expect(getDiscIou(region)).toBeGreaterThan(0.9);
  expect(getDiscIou(partialRegion)).toBeLessThan(0.6);
});

test('GrabCut returns nothing if the box or the stroke is outside the image part', () => {
  const outline = toCorners([10, 10, 60, 60]);
  expect(performTask(scene, { type: 'grab-cut', outline, strokes: [] })).toMatchObject({ outline: [] });
  expect(performTask(scene, { type: 'wand', strokes: [createClickStroke(10, 10)], tolerance: 12 })).toMatchObject({
    outline: [],
  });
});

test('intelligent scissors follow the edge between two clicks', () => {
  const { outline } = performTask(scene, { type: 'trace', from: { x: 340, y: 260 }, to: { x: 420, y: 260 } });
  const distances = [];
  for (let index = 0; index < outline.length; index += 2)
    distances.push(Math.hypot(outline[index]! - 380, outline[index + 1]! - 260) - DISC.radius);
  expect(Math.max(...distances.map(Math.abs))).toBeLessThan(3);
  // Half of the disc has an area of 2,513 square pixels.
  expect(getPolygonArea(outline)).toBeGreaterThan(2_000);
});

describe('tightenShape', () => {
  const tighten = <S extends Parameters<typeof tightenShape>[0]>(shape: S) =>
    tightenShape(shape, performTask(scene, { type: 'shrink', outline: getShapeOutline(shape) }), imageSize);

  test('shrinks a box to the object, even if the box cuts off a part', () => {
    expect(tighten(createBox('a', [325, 205, 440, 312]))).toEqual([340, 220, 420, 300]);
    const [x1, y1, x2, y2] = tighten(createBox('a', [325, 205, 400, 312])) ?? [];
    expect([x1, y1, y2]).toEqual([340, 220, 300]);
    // The right side of the box cuts through the object, so there is no edge to shrink to.
    expect(x2).toBeGreaterThan(390);
  });

  test('shrinks a box to one of two touching objects of the same color', () => {
    const pixels = paintDisc(PLACEMENT);
    // The second disc starts where the first disc ends, behind a darker rim of two pixels.
    for (let pixelOffset = 0; pixelOffset < PLACEMENT.columns * PLACEMENT.rows; pixelOffset += 1) {
      const [column, row] = [pixelOffset % PLACEMENT.columns, Math.floor(pixelOffset / PLACEMENT.columns)];
      const distance = Math.hypot(column + 0.5 - DISC.x - 2 * DISC.radius, row + 0.5 - DISC.y);
      if (distance < DISC.radius) pixels.set([190 + ((pixelOffset * 7919) % 17), 60, 50, 255], 4 * pixelOffset);
      if (Math.abs(distance - DISC.radius) < 2) pixels.set([110, 30, 25, 255], 4 * pixelOffset);
    }
    const touchingDiscsScene = new Scene(scene.cv, PLACEMENT, pixels);
    const box = createBox('a', [328, 208, 432, 312]);
    const tightened = tightenShape(
      box,
      performTask(touchingDiscsScene, { type: 'shrink', outline: getShapeOutline(box) }),
      imageSize,
    );
    deleteScene(touchingDiscsScene);
    expect(
      getIntersectionOverUnion(getBoxBounds(tightened as never), { minX: 340, minY: 220, maxX: 420, maxY: 300 }),
    ).toBeGreaterThan(0.9);
  });

  test('shrinks a rotated box and keeps its angle', () => {
    const [x, y, width, height, angle] = tighten(createBox('a', [383, 262, 108, 100, 30])) ?? [];
    for (const [value, expected] of [
      [x, 380],
      [y, 260],
      [width, 80],
      [height, 80],
    ] as const)
      expect(Math.abs(value! - expected)).toBeLessThan(3);
    expect(angle).toBe(30);
  });

  test('shrinks a polygon to the outline', () => {
    const data = tighten(createPolygon('a', [380, 200, 445, 260, 380, 318, 315, 260]));
    expect(getPolygonArea(data ?? [])).toBeGreaterThan(4_700);
    expect(getPolygonArea(data ?? [])).toBeLessThan(5_300);
  });

  test('returns null for a box without an object', () => {
    expect(tighten(createBox('a', [0, 0, 50, 50]))).toBeNull();
  });
});
