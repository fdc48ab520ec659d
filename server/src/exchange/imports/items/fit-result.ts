import type { MaskData } from '@console/shared-contract/api';

/** The image on which declared shapes are placed. */
export interface TargetImage {
  /** In pixels of the upright image. */
  width: number;
  height: number;
  /** The EXIF orientation, 1 to 8. Null if unknown. */
  orientation: number | null;
  /** The image size that the annotations declare. */
  declaredSize: { width: number; height: number } | null;
}

/**
 * A geometry in whole pixels of the upright image, or the reason to skip the shape. `isClipped`: the shape extended beyond the image.
 * `rotatedBox`: x, y, width, height and angle of a rotated box, which is not clipped.
 */
export type FitResult = FittedGeometry | { skipped: string };
export interface FittedGeometry {
  data: number[];
  isClipped: boolean;
  rotatedBox?: number[];
  /** Only for a mask. `data` is then the box around it. */
  mask?: MaskData;
}
