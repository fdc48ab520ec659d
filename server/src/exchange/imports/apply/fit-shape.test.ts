import type { ParsedShape } from '../../readers/reader';
import { fit, type TargetImage } from './fit-shape';

const UPRIGHT: TargetImage = { width: 100, height: 80, orientation: 1, said: null };
const box = (data: number[], more: Partial<ParsedShape> = {}): ParsedShape => ({ kind: 'box', class: 'a', data, ...more });
const polygon = (data: number[]): ParsedShape => ({ kind: 'polygon', class: 'a', data });

it('rounds edges, and makes what is smaller than a pixel one pixel', () => {
  expect(fitShape(box([10.4, 20.6, 50.5, 60]), UPRIGHT, 'clamp')).toEqual({ data: [10, 21, 51, 60], moved: false });
  expect(fitShape(box([10.1, 20.1, 10.3, 20.4]), UPRIGHT, 'clamp')).toEqual({ data: [10, 20, 11, 21], moved: false });
});

it('lays shares of the sides on the picture', () => {
  expect(fitShape(box([0.1, 0.25, 0.5, 0.75], { shares: true }), UPRIGHT, 'skip')).toEqual({ data: [10, 20, 50, 60], moved: false });
});

it('cuts at the border, or leaves out', () => {
  expect(fitShape(box([-5, 70, 20, 95]), UPRIGHT, 'clamp')).toEqual({ data: [0, 70, 20, 80], moved: true });
  expect(fitShape(box([-5, 70, 20, 95]), UPRIGHT, 'skip')).toEqual({ left: 'Shapes that leave the picture' });
  expect(fitShape(box([120, 10, 140, 20]), UPRIGHT, 'clamp')).toEqual({ left: 'Shapes that lie outside of the picture' });
});

it('scales annotations of a smaller copy, and leaves out those of a picture of another shape', () => {
  const small = { ...UPRIGHT, said: { width: 50, height: 40 } };
  expect(fitShape(box([5, 10, 25, 30]), small, 'skip')).toEqual({ data: [10, 20, 50, 60], moved: false });
  const other = { ...UPRIGHT, said: { width: 100, height: 50 } };
  expect(fitShape(box([5, 10, 25, 30]), other, 'skip')).toEqual({ left: 'The picture has another size than its annotations say' });
});

/** A box of 10 x 5 pixels at the upper left corner of the pixels as they are stored, 80 wide and 100 high. */
it.each([
  // Stored rows are columns, from the left.
  [5, [0, 0, 5, 10]],
  // To be turned by 90 degrees clockwise: what was left is up, what was up is right.
  [6, [95, 0, 100, 10]],
  [7, [95, 70, 100, 80]],
  // Counter-clockwise: what was up is left.
  [8, [0, 70, 5, 80]],
])('turns annotations of a picture that is stored on its side, EXIF orientation %i', (orientation, data) => {
  const picture = { width: 100, height: 80, orientation, said: { width: 80, height: 100 } };
  expect(fitShape(box([0, 0, 10, 5]), picture, 'skip')).toEqual({ data, moved: false });
  expect(fitShape(box([0, 0, 10, 5]), { ...picture, orientation: null }, 'skip')).toHaveProperty('left');
});

it('joins the corners of a polygon that fall on one pixel, and leaves out one without area', () => {
  expect(fitShape(polygon([0, 0, 10.2, 0.1, 10.4, 0.3, 10, 9]), UPRIGHT, 'skip')).toEqual({
    data: [0, 0, 10, 0, 10, 9],
    moved: false,
  });
  expect(fitShape(polygon([0, 0, 10, 0, 20, 0.2]), UPRIGHT, 'skip')).toEqual({ left: 'Polygons without area in whole pixels' });
});
