import sharp from 'sharp';
import { createPng } from '../api/png';

const COLORS = { Red: { r: 200, g: 30, b: 30 }, Blue: { r: 30, g: 40, b: 200 } } as const;
export type Color = keyof typeof COLORS;

/** Creates an image in a shade of a colour, encoded as base64. */
export async function createColorImage(color: Color, shade: number): Promise<string> {
  const { r, g, b } = COLORS[color];
  const background = { r: r + shade, g: g + shade, b: b + shade };
  return (await createPng(background, 64, 64)).toString('base64');
}

/** Creates an image that is red on the left and blue on the right, encoded as base64. */
export async function createTwoColorImage(): Promise<string> {
  const createHalf = (left: number, color: Color) => ({
    input: { create: { width: 32, height: 64, channels: 3 as const, background: COLORS[color] } },
    left,
    top: 0,
  });
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
    .composite([createHalf(0, 'Red'), createHalf(32, 'Blue')])
    .png()
    .toBuffer();
  return png.toString('base64');
}

/** A record of a request to a model server. */
export interface PredictedRecord {
  _base64: string;
  _objects?: { bound_box: number[] }[];
}

/** Returns the colour in the middle of an image, or of the box of an object. */
export async function recognizeColor({ _base64, _objects }: PredictedRecord): Promise<Color> {
  const image = sharp(Buffer.from(_base64, 'base64'));
  const { width, height } = await image.metadata();
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = _objects?.[0]?.bound_box ?? [0, 0, width, height];
  const middle = { left: Math.floor((x1 + x2) / 2), top: Math.floor((y1 + y2) / 2), width: 1, height: 1 };
  const [red = 0, , blue = 0] = await image.extract(middle).raw().toBuffer();
  return red > blue ? 'Red' : 'Blue';
}
