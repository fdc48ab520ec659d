/** The opacity of set pixels, 0 to 1. Pixels at the edge are more opaque, so that the extent of a mask is visible on any image. */
const PIXEL_OPACITY = 0.4;
const EDGE_OPACITY = 0.95;
export const SELECTED_PIXEL_OPACITY = 0.65;

/** A rectangle of a canvas in device pixels. */
export interface DeviceRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The position and scale of the image on a canvas, in device pixels. */
export interface PixelCamera {
  readonly x: number;
  readonly y: number;
  /** Device pixels for each image pixel. */
  readonly scale: number;
}

/**
 * The device pixels of a rectangle: one byte for each pixel, column by column. Includes a margin of one pixel, which shows whether the
 * outermost pixels are at an edge of the mask.
 */
export interface SampledPixels {
  readonly rect: DeviceRect;
  readonly values: Uint8Array;
}

function createSamples(rect: DeviceRect): SampledPixels {
  return { rect, values: new Uint8Array((rect.width + 2) * (rect.height + 2)) };
}

/** Returns the first device pixel whose center is at or after a coordinate of the image. */
export function toDevicePixel(coordinate: number, origin: number, scale: number): number {
  return Math.ceil(coordinate * scale + origin - 0.5);
}

/** Returns the image pixel at the center of a device pixel. */
export function toImagePixel(devicePixel: number, origin: number, scale: number): number {
  return Math.floor((devicePixel + 0.5 - origin) / scale);
}

/** Calls `visit` for each stretch of consecutive set pixels in a column. `from` and `to` are rows of the image; `to` is excluded. */
type VisitStretches = (column: number, visit: (from: number, to: number) => void) => void;

/** Returns which device pixels show set pixels. The cost depends on the size of the rectangle, not on the size of the image. */
export function samplePixels(rect: DeviceRect, { x, y, scale }: PixelCamera, forEachStretch: VisitStretches): SampledPixels {
  const samples = createSamples(rect);
  const stride = rect.height + 2;
  const firstRow = rect.top - 1;
  let previousColumn = Number.NaN;
  for (let column = 0; column < rect.width + 2; column += 1) {
    const imageColumn = toImagePixel(rect.left - 1 + column, x, scale);
    const start = column * stride;
    // At a large scale, adjacent device columns show the same image column, so copy it.
    if (imageColumn === previousColumn) samples.values.copyWithin(start, start - stride, start);
    else
      forEachStretch(imageColumn, (from, to) => {
        const low = Math.max(0, toDevicePixel(from, y, scale) - firstRow);
        const high = Math.min(stride, toDevicePixel(to, y, scale) - firstRow);
        if (low < high) samples.values.fill(1, start + low, start + high);
      });
    previousColumn = imageColumn;
  }
  return samples;
}

/** Width of the stripes of hatched masks in device pixels, and the opacity of the gaps relative to the stripes. */
const [STRIPE_WIDTH, GAP_OPACITY] = [6, 0.25];

interface PixelStyle {
  readonly opacity?: number | undefined;
  /** The origin of the image in device pixels, at which diagonal stripes start. If it is missing, the mask has no stripes. */
  readonly hatchOrigin?: Pick<PixelCamera, 'x' | 'y'> | undefined;
}

/** Writes the opacity of the samples into the alpha channel of image data that has the size of the rectangle. */
export function shadeSamples(
  { rect, values }: SampledPixels,
  data: Uint8ClampedArray,
  { opacity = PIXEL_OPACITY, hatchOrigin }: PixelStyle = {},
): void {
  const [innerAlpha, edgeAlpha, gapAlpha] = [opacity, EDGE_OPACITY, opacity * GAP_OPACITY].map((value) =>
    Math.round(255 * value),
  ) as [number, number, number];
  const hatchStart = hatchOrigin ? rect.left + rect.top - Math.round(hatchOrigin.x) - Math.round(hatchOrigin.y) : 0;
  const isInGap = (position: number) => hatchOrigin !== undefined && (Math.floor(position / STRIPE_WIDTH) & 1) === 1;
  const stride = rect.height + 2;
  for (let x = 0; x < rect.width; x += 1) {
    const start = (x + 1) * stride + 1;
    for (let y = 0; y < rect.height; y += 1) {
      const index = start + y;
      if (values[index] === 0) continue;
      const isInner = values[index - 1]! + values[index + 1]! + values[index - stride]! + values[index + stride]! === 4;
      data[(y * rect.width + x) * 4 + 3] = isInner ? (isInGap(hatchStart + x + y) ? gapAlpha : innerAlpha) : edgeAlpha;
    }
  }
}

/** Paints samples over the canvas with the fill color of the context. */
export function paintSamples(context: CanvasRenderingContext2D, samples: SampledPixels, style?: PixelStyle): void {
  const { left, top, width, height } = samples.rect;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pixels = canvas.getContext('2d');
  if (!pixels) return;
  const image = pixels.createImageData(width, height);
  shadeSamples(samples, image.data, style);
  pixels.putImageData(image, 0, 0);
  pixels.globalCompositeOperation = 'source-in';
  pixels.fillStyle = context.fillStyle;
  pixels.fillRect(0, 0, width, height);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(canvas, left, top);
  context.restore();
}

/** Overwrites a rectangle of the canvas with the samples in one color. */
export function replaceBySamples(context: CanvasRenderingContext2D, samples: SampledPixels, color: string): void {
  const { left, top, width, height } = samples.rect;
  const image = context.createImageData(width, height);
  shadeSamples(samples, image.data);
  context.putImageData(image, left, top);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = color;
  context.fillRect(left, top, width, height);
  context.restore();
}
