import { placeBeside } from './place-beside';

const WINDOW = { width: 1366, height: 768 };
const SIZE = { width: 340, height: 420 };
const place = (left: number, top: number, width: number, height: number) =>
  placeBeside({ left, top, width, height }, SIZE, WINDOW);

test('beside the shape, on the side that has the room', () => {
  expect(place(300, 200, 100, 80)).toEqual({ left: 412, top: 200 });
  expect(place(1000, 200, 100, 80)).toEqual({ left: 648, top: 200 });
});

test('within the window, however low the shape is', () => {
  expect(place(300, 700, 100, 40)).toEqual({ left: 412, top: 336 });
});

test('below or above a shape that is as wide as the window', () => {
  expect(place(0, 10, 1366, 200)).toEqual({ left: 12, top: 222 });
  expect(place(0, 560, 1366, 200)).toEqual({ left: 12, top: 128 });
});

test('over a shape that fills the window, in the corner where it covers the least', () => {
  expect(place(0, 0, 1200, 768)).toEqual({ left: 1014, top: 12 });
});
