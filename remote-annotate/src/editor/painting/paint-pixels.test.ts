import { samplePixels, shadeSamples, type PixelCamera } from './paint-pixels';

const CAMERA: PixelCamera = { x: 3, y: 4, scale: 1 };

/** Returns the painted alpha values of a rectangle, row by row. All pixels of the mask are set. */
function getAlphaValues(left: number, hatchOrigin?: PixelCamera): readonly number[] {
  const rect = { left, top: 20, width: 24, height: 3 };
  const samples = samplePixels(rect, CAMERA, (_, visit) => visit(0, 1000));
  const data = new Uint8ClampedArray(4 * rect.width * rect.height);
  shadeSamples(samples, data, { hatchOrigin });
  return [...data].filter((_, index) => index % 4 === 3);
}

test('a mask has one opacity, and a hatched mask has stripes of two opacities', () => {
  expect(new Set(getAlphaValues(40))).toEqual(new Set([102]));
  const [row] = [getAlphaValues(40, CAMERA).slice(0, 24)];
  expect(new Set(row)).toEqual(new Set([102, 26]));
  const changes = row!.flatMap((value, index) => (index > 0 && value !== row![index - 1] ? [index] : []));
  expect(changes.slice(1).map((index, position) => index - changes[position]!)).toEqual(changes.slice(1).map(() => 6));
});

test('stripes continue over the edge of a tile', () => {
  const fullRow = getAlphaValues(40, CAMERA);
  // The second tile starts 12 device pixels further right, so the image origin relative to the tile is 12 pixels further left.
  const nextTile = getAlphaValues(40, { ...CAMERA, x: CAMERA.x - 12 });
  expect(nextTile.slice(0, 12)).toEqual(fullRow.slice(12, 24));
});
