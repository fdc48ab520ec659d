import { Batcher } from '../signals';
import { Viewport } from './viewport';

function look(picture = { width: 1000, height: 500 }, size = { width: 800, height: 600 }, maxFitHeight?: number): Viewport {
  const viewport = new Viewport(picture, new Batcher());
  viewport.resize(size, maxFitHeight);
  return viewport;
}

test('the picture is fitted to the canvas and stands in its middle', () => {
  expect(look().camera).toEqual({ x: 0, y: 100, scale: 0.8 });
  expect(look({ width: 100, height: 300 }).camera).toEqual({ x: 300, y: 0, scale: 2 });
});

test('the fit is capped in height', () => {
  expect(look({ width: 100, height: 300 }, { width: 800, height: 600 }, 300).camera).toEqual({ x: 350, y: 150, scale: 1 });
});

test('a new size of the canvas fits again until somebody moves the camera, and then keeps what is in the middle', () => {
  const viewport = look();
  viewport.resize({ width: 400, height: 600 });
  expect(viewport.camera.scale).toBe(0.4);
  viewport.zoomAt({ x: 200, y: 300 }, 2);
  const middle = viewport.toPicture({ x: 200, y: 300 });
  viewport.resize({ width: 600, height: 500 });
  expect(viewport.camera.scale).toBe(0.8);
  expect(viewport.toPicture({ x: 300, y: 250 })).toEqual({ x: expect.closeTo(middle.x), y: expect.closeTo(middle.y) });
  viewport.fit();
  expect(viewport.camera.scale).toBe(0.6);
});

test('screen and picture positions turn into each other', () => {
  const viewport = look();
  viewport.zoomAt({ x: 123, y: 456 }, 1.7);
  const there = viewport.toPicture({ x: 10, y: 20 });
  expect(viewport.toScreen(there)).toEqual({ x: expect.closeTo(10), y: expect.closeTo(20) });
});

test('zooming holds the point under the pointer, and stops at 0.05 and 15', () => {
  const viewport = look();
  const before = viewport.toPicture({ x: 500, y: 300 });
  viewport.zoomAt({ x: 500, y: 300 }, 3);
  expect(viewport.toPicture({ x: 500, y: 300 })).toEqual({ x: expect.closeTo(before.x), y: expect.closeTo(before.y) });
  viewport.zoomAt({ x: 500, y: 300 }, 1e6);
  expect(viewport.camera.scale).toBe(15);
  viewport.zoomAt({ x: 500, y: 300 }, 1e-6);
  expect(viewport.camera.scale).toBe(0.05);
});

test('the picture cannot be lost', () => {
  const viewport = look();
  viewport.panBy({ x: -5000, y: 9000 });
  const corner = viewport.toScreen({ x: 1000, y: 0 });
  expect(corner.x).toBeGreaterThanOrEqual(48);
  expect(corner.y).toBeLessThanOrEqual(600 - 48);
});

test('what is revealed is in view, moved and zoomed no more than needed', () => {
  const viewport = look();
  viewport.zoomAt({ x: 0, y: 100 }, 5);
  viewport.reveal({ minX: 900, minY: 400, maxX: 950, maxY: 450 });
  expect(viewport.camera.scale).toBe(4);
  const view = viewport.visibleBounds();
  expect(view.minX < 900 && view.minY < 400 && view.maxX > 950 && view.maxY > 450).toBe(true);
  const before = viewport.camera;
  viewport.reveal({ minX: 900, minY: 400, maxX: 950, maxY: 450 });
  expect(viewport.camera).toBe(before);
  viewport.reveal({ minX: 0, minY: 0, maxX: 1000, maxY: 500 });
  expect(viewport.camera.scale).toBeLessThan(0.8);
});

test('nothing moves the camera before the canvas has a size', () => {
  const viewport = new Viewport({ width: 1000, height: 500 }, new Batcher());
  viewport.reveal({ minX: 0, minY: 0, maxX: 10, maxY: 10 });
  viewport.panBy({ x: 10, y: 10 });
  viewport.fit();
  viewport.resize({ width: 800, height: 600 });
  expect(viewport.camera).toEqual({ x: 0, y: 100, scale: 0.8 });
});
