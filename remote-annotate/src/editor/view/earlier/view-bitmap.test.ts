import type { Surface } from '../tiles/surface';
import { ViewBitmap } from './view-bitmap';

const SIZE = { width: 400.4, height: 300 };

function createBitmap(pixelRatio = 1) {
  const paint = jest.fn();
  const onChange = jest.fn();
  const scale = jest.fn();
  const sizes: number[][] = [];
  const createSurface = (width: number, height: number): Surface => {
    sizes.push([width, height]);
    return { canvas: {} as CanvasImageSource, context: { scale } as unknown as CanvasRenderingContext2D };
  };
  const bitmap = new ViewBitmap({ pixelRatio, createSurface, paint, onChange });
  const drawImage = jest.fn();
  const draw = (x: number, y: number, cameraScale: number) =>
    bitmap.draw({ drawImage } as unknown as CanvasRenderingContext2D, { x, y, scale: cameraScale }, SIZE);
  return { bitmap, draw, drawImage, paint, onChange, sizes };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('the first draw paints the scene once, in device pixels', () => {
  const { draw, drawImage, paint, sizes } = createBitmap(2);
  for (let frame = 0; frame < 3; frame += 1) draw(10, 20, 1);
  jest.runAllTimers();
  expect(paint).toHaveBeenCalledTimes(1);
  expect(sizes).toEqual([[801, 600]]);
  expect(drawImage).toHaveBeenLastCalledWith(expect.anything(), 0, 0, 400.5, 300);
});

test('a moving camera moves and scales the bitmap without painting', () => {
  const { draw, drawImage, paint } = createBitmap();
  draw(10, 20, 1);
  draw(15, 30, 2);
  expect(paint).toHaveBeenCalledTimes(1);
  expect(drawImage).toHaveBeenLastCalledWith(expect.anything(), -5, -10, 802, 600);
});

test('the scene is painted again once the camera rests', () => {
  const { draw, drawImage, paint, onChange } = createBitmap();
  draw(0, 0, 1);
  for (let x = 1; x < 5; x += 1) {
    draw(x, 0, 1);
    jest.advanceTimersByTime(50);
  }
  expect(onChange).not.toHaveBeenCalled();
  jest.advanceTimersByTime(200);
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(paint).toHaveBeenLastCalledWith(expect.anything(), { x: 4, y: 0, scale: 1 });
  draw(4, 0, 1);
  expect(drawImage).toHaveBeenLastCalledWith(expect.anything(), 0, 0, 401, 300);
  jest.runAllTimers();
  expect(paint).toHaveBeenCalledTimes(2);
});

test('a disposed bitmap is not painted again', () => {
  const { bitmap, draw, paint } = createBitmap();
  draw(0, 0, 1);
  draw(5, 0, 1);
  bitmap.dispose();
  jest.runAllTimers();
  expect(paint).toHaveBeenCalledTimes(1);
});
