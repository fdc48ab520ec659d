import type { TargetImage } from './fit-result';

/** Aspect ratios may differ by this fraction, because resizing rounds to whole pixels. */
const ASPECT_RATIO_TOLERANCE = 0.01;

/**
 * Returns how pixels of the declared image become pixels of the upright image. `rotate`: the declared size is the size of the stored image,
 * which has an EXIF rotation. Null: the sizes do not match.
 */
export function findConversion({ width, height, declaredSize, orientation }: TargetImage): 'none' | 'scale' | 'rotate' | null {
  if (!declaredSize || (declaredSize.width === width && declaredSize.height === height)) return 'none';
  if (hasSameAspectRatio(declaredSize, { width, height })) return 'scale';
  const isRotated = orientation !== null && orientation >= 5 && declaredSize.width === height && declaredSize.height === width;
  return isRotated ? 'rotate' : null;
}

function hasSameAspectRatio(a: { width: number; height: number }, b: { width: number; height: number }): boolean {
  const [scaleX, scaleY] = [b.width / a.width, b.height / a.height];
  return Math.abs(scaleX - scaleY) <= Math.max(ASPECT_RATIO_TOLERANCE * scaleX, 1 / a.width, 1 / a.height);
}
