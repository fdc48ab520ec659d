import { Batcher } from '../model/signals';
import { Viewport } from './viewport';

function createViewport(
  imageSize = { width: 1000, height: 500 },
  size = { width: 800, height: 600 },
  maxFitHeight?: number,
): Viewport {
  const viewport = new Viewport(imageSize, new Batcher());
  viewport.resize(size, maxFitHeight);
  return viewport;
}

test('fit centers the image in the canvas', () => {
  expect(createViewport().camera).toEqual({ x: 0, y: 100, scale: 0.8 });
  expect(createViewport({ width: 100, height: 300 }).camera).toEqual({ x: 300, y: 0, scale: 2 });
});

test('fit limits the height of the image', () => {
  expect(createViewport({ width: 100, height: 300 }, { width: 800, height: 600 }, 300).camera).toEqual({
    x: 350,
    y: 150,
    scale: 1,
  });
});

test('resize fits the image, or keeps the center after a move', () => {
  const viewport = createViewport();
  viewport.resize({ width: 400, height: 600 });
  expect(viewport.camera.scale).toBe(0.4);
  viewport.zoomAt({ x: 200, y: 300 }, 2);
  const imagePointBefore = viewport.toImage({ x: 200, y: 300 });
  viewport.resize({ width: 600, height: 500 });
  expect(viewport.camera.scale).toBe(0.8);
  expect(viewport.toImage({ x: 300, y: 250 })).toEqual({
    x: expect.closeTo(imagePointBefore.x),
    y: expect.closeTo(imagePointBefore.y),
  });
  viewport.fit();
  expect(viewport.camera.scale).toBe(0.6);
});

test('toScreen and toImage are inverse', () => {
  const viewport = createViewport();
  viewport.zoomAt({ x: 123, y: 456 }, 1.7);
  const imagePoint = viewport.toImage({ x: 10, y: 20 });
  expect(viewport.toScreen(imagePoint)).toEqual({ x: expect.closeTo(10), y: expect.closeTo(20) });
});

test('zoomAt keeps the point under the pointer and stops at 0.05 and 15', () => {
  const viewport = createViewport();
  const imagePointBefore = viewport.toImage({ x: 500, y: 300 });
  viewport.zoomAt({ x: 500, y: 300 }, 3);
  expect(viewport.toImage({ x: 500, y: 300 })).toEqual({
    x: expect.closeTo(imagePointBefore.x),
    y: expect.closeTo(imagePointBefore.y),
  });
  viewport.zoomAt({ x: 500, y: 300 }, 1e6);
  expect(viewport.camera.scale).toBe(15);
  viewport.zoomAt({ x: 500, y: 300 }, 1e-6);
  expect(viewport.camera.scale).toBe(0.05);
});

test('panBy keeps a strip of the image in view', () => {
  const viewport = createViewport();
  viewport.panBy({ x: -5000, y: 9000 });
  const corner = viewport.toScreen({ x: 1000, y: 0 });
  expect(corner.x).toBeGreaterThanOrEqual(48);
  expect(corner.y).toBeLessThanOrEqual(600 - 48);
});

test('reveal moves and zooms no more than necessary', () => {
  const viewport = createViewport();
  viewport.zoomAt({ x: 0, y: 100 }, 5);
  viewport.reveal({ minX: 900, minY: 400, maxX: 950, maxY: 450 });
  expect(viewport.camera.scale).toBe(4);
  const visibleBounds = viewport.getVisibleBounds();
  expect(visibleBounds.minX < 900 && visibleBounds.minY < 400 && visibleBounds.maxX > 950 && visibleBounds.maxY > 450).toBe(true);
  const cameraBefore = viewport.camera;
  viewport.reveal({ minX: 900, minY: 400, maxX: 950, maxY: 450 });
  expect(viewport.camera).toBe(cameraBefore);
  viewport.reveal({ minX: 0, minY: 0, maxX: 1000, maxY: 500 });
  expect(viewport.camera.scale).toBeLessThan(0.8);
});

test('the camera does not move before the canvas has a size', () => {
  const viewport = new Viewport({ width: 1000, height: 500 }, new Batcher());
  viewport.reveal({ minX: 0, minY: 0, maxX: 10, maxY: 10 });
  viewport.panBy({ x: 10, y: 10 });
  viewport.fit();
  viewport.resize({ width: 800, height: 600 });
  expect(viewport.camera).toEqual({ x: 0, y: 100, scale: 0.8 });
});
