import type { Bounds, ImageSize } from '../../model/types';
import type { PixelDraft } from '../../model/pixel-draft';
import {
  samplePixels,
  toDevicePixel,
  toImagePixel,
  type DeviceRect,
  type PixelCamera,
  type SampledPixels,
} from '../../painting/paint-pixels';

/** Returns the device pixels on the canvas that show an area of the image, with a margin of one pixel. */
export function toDeviceRect(area: Bounds, camera: PixelCamera, canvas: { width: number; height: number }): DeviceRect | null {
  const left = Math.max(0, toDevicePixel(area.minX, camera.x, camera.scale) - 1);
  const top = Math.max(0, toDevicePixel(area.minY, camera.y, camera.scale) - 1);
  const right = Math.min(canvas.width, toDevicePixel(area.maxX, camera.x, camera.scale) + 1);
  const bottom = Math.min(canvas.height, toDevicePixel(area.maxY, camera.y, camera.scale) + 1);
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null;
}

/** Returns which device pixels show set pixels. Only the rows of the rectangle are read. */
export function sampleDraft(
  draft: PixelDraft,
  { width, height }: ImageSize,
  rect: DeviceRect,
  camera: PixelCamera,
): SampledPixels {
  const firstRow = Math.max(0, toImagePixel(rect.top - 1, camera.y, camera.scale));
  const endRow = Math.min(height, toImagePixel(rect.top + rect.height, camera.y, camera.scale) + 1);
  return samplePixels(rect, camera, (column, visit) => {
    if (column >= 0 && column < width) draft.forEachStretch(column, firstRow, endRow, visit);
  });
}
