import type { MaskRuns } from '../../editor/model/types';
import {
  createSamples,
  toDevicePixel,
  toImagePixel,
  type DeviceRect,
  type PixelCamera,
  type SampledPixels,
} from '../../editor/painting/paint-pixels';
import { getRegion } from './mask-region';
import { forEachStretch } from './run-index';

/** Returns the part of a canvas that the mask can cover, or null if there is none. */
export function getDeviceRect(data: MaskRuns, camera: PixelCamera, canvas: { width: number; height: number }): DeviceRect | null {
  const region = getRegion(data);
  const left = Math.max(0, toDevicePixel(region.left, camera.x, camera.scale));
  const top = Math.max(0, toDevicePixel(region.top, camera.y, camera.scale));
  const right = Math.min(canvas.width, toDevicePixel(region.left + region.width, camera.x, camera.scale));
  const bottom = Math.min(canvas.height, toDevicePixel(region.top + region.height, camera.y, camera.scale));
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null;
}

/**
 * Returns which device pixels show set pixels of the mask. The cost depends on the size on the screen and not on that of the image, so
 * no bitmap of the mask is needed.
 */
export function sampleMask(data: MaskRuns, rect: DeviceRect, { x, y, scale }: PixelCamera): SampledPixels {
  const samples = createSamples(rect);
  const region = getRegion(data);
  const stride = rect.height + 2;
  const firstRow = rect.top - 1;
  let previousColumn = -1;
  for (let column = 0; column < rect.width + 2; column += 1) {
    const imageColumn = toImagePixel(rect.left - 1 + column, x, scale) - region.left;
    const start = column * stride;
    // Enlarged pixels repeat columns.
    if (imageColumn === previousColumn) samples.values.copyWithin(start, start - stride, start);
    else
      forEachStretch(data, imageColumn, (from, to) => {
        const low = Math.max(0, toDevicePixel(region.top + from, y, scale) - firstRow);
        const high = Math.min(stride, toDevicePixel(region.top + to, y, scale) - firstRow);
        if (low < high) samples.values.fill(1, start + low, start + high);
      });
    previousColumn = imageColumn;
  }
  return samples;
}
