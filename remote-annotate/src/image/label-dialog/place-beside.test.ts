import { placeBeside } from './place-beside';

const WINDOW = { width: 1366, height: 768 };
const SIZE = { width: 340, height: 420 };
const findPosition = (left: number, top: number, width: number, height: number) =>
  placeBeside({ left, top, width, height }, SIZE, WINDOW);

test('places the dialog next to the shape, on the side with enough space', () => {
  expect(findPosition(300, 200, 100, 80)).toEqual({ left: 412, top: 200 });
  expect(findPosition(1000, 200, 100, 80)).toEqual({ left: 648, top: 200 });
});

test('keeps the dialog inside the window for a shape at the bottom', () => {
  expect(findPosition(300, 700, 100, 40)).toEqual({ left: 412, top: 336 });
});

test("places the dialog below or above a shape of the window's width", () => {
  expect(findPosition(0, 10, 1366, 200)).toEqual({ left: 12, top: 222 });
  expect(findPosition(0, 560, 1366, 200)).toEqual({ left: 12, top: 128 });
});

test('places the dialog over a large shape in the least covering corner', () => {
  expect(findPosition(0, 0, 1200, 768)).toEqual({ left: 1014, top: 12 });
});
