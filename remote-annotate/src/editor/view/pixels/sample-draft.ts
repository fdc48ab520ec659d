import type { Bounds, ImageSize } from '../../model/types';
import type { PixelDraft } from '../../model/pixel-draft';
import {
  createSamples,
  toDevicePixel,
  toImagePixel,
  type DeviceRect,
  type PixelCamera,
  type SampledPixels,
} from '../../painting/paint-pixels';

/** Returns the device pixels that show an area of the image and their neighbours, as far as they are on the canvas. */
export function toDeviceRect(area: Bounds, camera: PixelCamera, canvas: { width: number; height: number }): DeviceRect | null {
  const left = Math.max(0, toDevicePixel(area.minX, camera.x, camera.scale) - 1);
  const top = Math.max(0, toDevicePixel(area.minY, camera.y, camera.scale) - 1);
  const right = Math.min(canvas.width, toDevicePixel(area.maxX, camera.x, camera.scale) + 1);
  const bottom = Math.min(canvas.height, toDevicePixel(area.maxY, camera.y, camera.scale) + 1);
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null;
}

/** Returns which device pixels show set pixels. */
export function sampleDraft(
  { pixels }: Pick<PixelDraft, 'pixels'>,
  { width, height }: ImageSize,
  rect: DeviceRect,
  { x, y, scale }: PixelCamera,
): SampledPixels {
  const samples = createSamples(rect);
  const stride = rect.height + 2;
  const imageRows = Array.from({ length: stride }, (_, row) => toImagePixel(rect.top - 1 + row, y, scale));
  for (let column = 0; column < rect.width + 2; column += 1) {
    const imageColumn = toImagePixel(rect.left - 1 + column, x, scale);
    if (imageColumn < 0 || imageColumn >= width) continue;
    const start = imageColumn * height;
    for (let row = 0; row < stride; row += 1) {
      const imageRow = imageRows[row]!;
      if (imageRow >= 0 && imageRow < height) samples.values[column * stride + row] = pixels[start + imageRow]!;
    }
  }
  return samples;
}
