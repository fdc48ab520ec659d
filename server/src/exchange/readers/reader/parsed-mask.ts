import {
  clipRuns,
  computeMaskBox,
  cropRuns,
  decodeCounts,
  encodeCounts,
  type MaskRegion,
} from '@console/shared-contract/mask-rle';

/** The pixels of a mask: column-major runs of a region of the image, which may extend beyond the image. */
export interface RegionRuns {
  runs: readonly number[];
  region: MaskRegion;
  /** Size of the image on which the mask was drawn, if it is known from the mask itself. */
  imageSize?: { width: number; height: number };
}

/** The geometry of a parsed mask: the box around it, and the run list of the pixels in this box. */
export interface MaskGeometry {
  data: number[];
  counts: string;
}

/** Maximum number of pixels of a mask. Larger masks are not read, because some conversions need a byte for each pixel. */
const MAX_PIXELS = 200_000_000;

/** Reduces a mask to the box around its pixels. Runs beyond the region are clipped. Returns null for a mask without pixels. */
export function toMaskGeometry({ runs, region }: RegionRuns): MaskGeometry | null {
  const { left, top, width, height } = region;
  const clippedRuns = clipRuns(runs, width * height);
  const box = computeMaskBox(clippedRuns, [height, width]);
  if (!box) return null;
  const [x1, y1, x2, y2] = box;
  const croppedRuns = cropRuns(clippedRuns, [height, width], { left: x1, top: y1, width: x2 - x1, height: y2 - y1 });
  return { data: [left + x1, top + y1, left + x2, top + y2], counts: encodeCounts(croppedRuns) };
}

/** Returns the pixels of a parsed mask. */
export function toRegionRuns({ data: [x1 = 0, y1 = 0, x2 = 0, y2 = 0], counts }: MaskGeometry): RegionRuns {
  return { runs: decodeCounts(counts), region: { left: x1, top: y1, width: x2 - x1, height: y2 - y1 } };
}

/** Whether a region consists of whole pixels and does not exceed the maximum size of a mask. */
export const isValidRegion = ({ left, top, width, height }: MaskRegion): boolean =>
  [left, top, width, height].every(Number.isInteger) && width > 0 && height > 0 && width * height <= MAX_PIXELS;
