import {
  buildRuns,
  computeMaskArea,
  computeMaskBox,
  countPixels,
  cropRuns,
  placeRuns,
  type MaskRegion,
} from '@console/shared-contract/mask-rle';
import type { Bounds, ImageSize, MaskRuns, Vec } from '../../editor/model/types';

/** Number of values before the runs. */
const HEADER_LENGTH = 6;

export function getRegion([left = 0, top = 0, width = 0, height = 0]: MaskRuns): MaskRegion {
  return { left, top, width, height };
}

/** Returns the size of the image that the mask belongs to. */
export function getMaskImageSize(data: MaskRuns): ImageSize {
  return { width: data[4] ?? 0, height: data[5] ?? 0 };
}

/** Returns the lengths of the runs in the region. */
export function getRuns(data: MaskRuns): readonly number[] {
  return data.slice(HEADER_LENGTH);
}

function createMaskRuns({ left, top, width, height }: MaskRegion, imageSize: ImageSize, runs: readonly number[]): MaskRuns {
  return [left, top, width, height, imageSize.width, imageSize.height, ...runs];
}

/** Crops the runs of a complete image to the region of the set pixels. Returns null if no pixel is set. */
export function cropToRegion(imageRuns: readonly number[], imageSize: ImageSize): MaskRuns | null {
  const size = [imageSize.height, imageSize.width] as const;
  const box = computeMaskBox(imageRuns, size);
  if (!box) return null;
  const [left, top, right, bottom] = box;
  const region = { left, top, width: right - left, height: bottom - top };
  return createMaskRuns(region, imageSize, cropRuns(imageRuns, size, region));
}

/** Calls `visit` for each stretch of consecutive set pixels in a column of the image, from row `from` up to but excluding row `to`. */
export type VisitRows = (column: number, from: number, to: number, visit: (from: number, to: number) => void) => void;

/** Returns the mask of the set pixels that lie within bounds and the image, or null if there are none. */
export function collectRuns(bounds: Bounds, imageSize: ImageSize, forEachStretch: VisitRows): MaskRuns | null {
  const { width, height } = imageSize;
  const [firstRow, endRow] = [Math.max(0, bounds.minY), Math.min(height, bounds.maxY)];
  const stretches: number[] = [];
  for (let column = Math.max(0, bounds.minX); column < Math.min(width, bounds.maxX); column += 1) {
    const start = column * height;
    forEachStretch(column, firstRow, endRow, (from, to) => stretches.push(start + from, start + to));
  }
  return cropToRegion(buildRuns(stretches, width * height), imageSize);
}

/** Returns the runs for the complete image instead of the region. */
export function toImageRuns(data: MaskRuns): number[] {
  const { width, height } = getMaskImageSize(data);
  return placeRuns(getRuns(data), getRegion(data), [height, width]);
}

export function getMaskBounds(data: MaskRuns): Bounds {
  const { left, top, width, height } = getRegion(data);
  return { minX: left, minY: top, maxX: left + width, maxY: top + height };
}

/** Returns the number of set pixels. */
export const getMaskArea = (data: MaskRuns): number => computeMaskArea(getRuns(data));

export function translateMask(data: MaskRuns, { x, y }: Vec): MaskRuns {
  const { left, top, width, height } = getRegion(data);
  return createMaskRuns({ left: left + x, top: top + y, width, height }, getMaskImageSize(data), getRuns(data));
}

/** Adapts a mask to the size of an image, without the pixels outside the image. Returns null if the data is invalid or no pixel remains. */
export function normaliseMask(data: readonly number[], imageSize: ImageSize): MaskRuns | null {
  const region = getRegion(data);
  const runs = getRuns(data);
  const isValid =
    data.every(Number.isInteger) && runs.every((run) => run >= 0) && countPixels(runs) === region.width * region.height;
  if (!isValid || computeMaskArea(runs) === 0) return null;
  const { minX, minY, maxX, maxY } = getMaskBounds(data);
  if (minX >= 0 && minY >= 0 && maxX <= imageSize.width && maxY <= imageSize.height)
    return createMaskRuns(region, imageSize, runs);
  return cropToRegion(placeRuns(runs, region, [imageSize.height, imageSize.width]), imageSize);
}
