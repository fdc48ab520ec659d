import { box, point, polygon } from '../../testing/test-editor';
import { CAPTION_WIDEST } from '../look';
import { captionRooms } from './caption-rooms';

const rooms = (...shapes: Parameters<typeof captionRooms>[0]) => Object.fromEntries(captionRooms(shapes, 1));

test('a caption has all the room that there is, also beyond its shape', () => {
  expect(rooms(box('a', [100, 100, 150, 200]), box('b', [400, 100, 450, 200]))).toEqual({
    a: CAPTION_WIDEST,
    b: CAPTION_WIDEST,
  });
});

test('it ends where the next in its line begins, and is free of those above and below', () => {
  expect(rooms(box('a', [100, 100, 180, 200]), box('b', [190, 105, 300, 200]), box('c', [110, 117, 300, 200]))).toEqual({
    a: 88,
    b: CAPTION_WIDEST,
    c: 78,
  });
});

test('of two in one place one has none, and it is the same whichever comes first', () => {
  const [a, b] = [box('a', [100, 100, 180, 200]), box('b', [100, 100, 300, 300])];
  expect(rooms(a, b)).toEqual({ a: 0, b: CAPTION_WIDEST });
  expect(rooms(b, a)).toEqual({ a: 0, b: CAPTION_WIDEST });
});

test('what is small on the screen has none and takes no room; points have theirs by their names', () => {
  expect(
    rooms(box('a', [100, 100, 150, 200]), box('small', [160, 100, 190, 200]), point('p', [105, 40]), point('q', [300, 40], '')),
  ).toEqual({ a: CAPTION_WIDEST, p: CAPTION_WIDEST });
});

test('that of a polygon stands at its highest vertex', () => {
  expect(rooms(polygon('p', [100, 300, 200, 100, 300, 300]), box('b', [260, 100, 350, 200]))).toEqual({
    p: 58,
    b: CAPTION_WIDEST,
  });
});
