import type { MaskRuns } from '../../editor/model/types';
import {
  samplePixels,
  toDevicePixel,
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

/** Returns which device pixels show set pixels of the mask. Reads the runs directly, without a bitmap of the mask. */
export function sampleMask(data: MaskRuns, rect: DeviceRect, camera: PixelCamera): SampledPixels {
  const { left, top } = getRegion(data);
  return samplePixels(rect, camera, (column, visit) =>
    forEachStretch(data, column - left, (from, to) => visit(from + top, to + top)),
  );
}
