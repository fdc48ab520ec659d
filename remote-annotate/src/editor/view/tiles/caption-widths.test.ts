import { productShapes } from '../../../shape-kinds/product-shapes';
import { createBox, createPoint, createPolygon } from '../../testing/test-editor';
import { MAX_CAPTION_WIDTH } from '../../painting/look';
import { getCaptionWidths } from './caption-widths';

const getWidths = (...shapes: Parameters<typeof getCaptionWidths>[0]) =>
  Object.fromEntries(getCaptionWidths(shapes, 1, productShapes));

test('a caption without neighbors has the maximum width', () => {
  expect(getWidths(createBox('a', [100, 100, 150, 200]), createBox('b', [400, 100, 450, 200]))).toEqual({
    a: MAX_CAPTION_WIDTH,
    b: MAX_CAPTION_WIDTH,
  });
});

test('a caption ends at the next caption in its line', () => {
  expect(
    getWidths(createBox('a', [100, 100, 180, 200]), createBox('b', [190, 105, 300, 200]), createBox('c', [110, 117, 300, 200])),
  ).toEqual({
    a: 88,
    b: MAX_CAPTION_WIDTH,
    c: 78,
  });
});

test('one of two captions at the same position is hidden, in any order', () => {
  const [a, b] = [createBox('a', [100, 100, 180, 200]), createBox('b', [100, 100, 300, 300])];
  expect(getWidths(a, b)).toEqual({ a: 0, b: MAX_CAPTION_WIDTH });
  expect(getWidths(b, a)).toEqual({ a: 0, b: MAX_CAPTION_WIDTH });
});

test('small shapes and unnamed points have no caption', () => {
  expect(
    getWidths(
      createBox('a', [100, 100, 150, 200]),
      createBox('small', [160, 100, 190, 200]),
      createPoint('p', [105, 40]),
      createPoint('q', [300, 40], ''),
    ),
  ).toEqual({ a: MAX_CAPTION_WIDTH, p: MAX_CAPTION_WIDTH });
});

test('the caption of a polygon is at its highest vertex', () => {
  expect(getWidths(createPolygon('p', [100, 300, 200, 100, 300, 300]), createBox('b', [260, 100, 350, 200]))).toEqual({
    p: 58,
    b: MAX_CAPTION_WIDTH,
  });
});
