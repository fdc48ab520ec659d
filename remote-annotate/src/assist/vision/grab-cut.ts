import type { Stroke } from '../../editor/model/prompt';
import { getPolygonBounds } from '../../editor/geometry/polygon';
import { getRegionBounds, type BitmapRegion } from '../../editor/model/region';
import { fillOutline, withAutoDelete, type Mat } from './opencv';
import { cleanMask, keepParts, paintStroke, type Scene } from './scene';
import { shrinkToObject } from './shrink';

/** Pixel classes of the GrabCut mask in OpenCV. */
const [BACKGROUND, FOREGROUND, PROBABLE_BACKGROUND, PROBABLE_FOREGROUND] = [0, 1, 2, 3] as const;
/** Number of iterations of GrabCut. Further iterations change few pixels of real images. */
const ITERATION_COUNT = 3;
/** Maximum distance of the object from a stroke, relative to the longer side of the part of the image. */
const STROKE_REACH_RATIO = 0.3;
/**
 * Minimum size of the object relative to the width and height of the outline. Users draw outlines close to the object, so a smaller result
 * is probably only a part of the object.
 */
const MIN_FILL_RATIO = 0.6;

interface GrabCutInput {
  /** An outline around the object: a box or a polygon. Null if strokes mark the object. */
  readonly outline: readonly number[] | null;
  readonly strokes: readonly Stroke[];
}

/**
 * Separates an object from its surroundings by the colours inside and outside (GrabCut). If the object fills too little of the
 * outline, for example because it touches objects of the same colour, separates it by edges.
 */
export function separateObject(scene: Scene, input: GrabCutInput): BitmapRegion {
  const region = separateByColor(scene, input);
  const { outline, strokes } = input;
  // A stroke on the background shows that the outline is larger than the object, so a small result is accepted.
  const isTooSmall = outline && strokes.every(({ isObject }) => isObject) && !hasEnoughFill(region, outline);
  return isTooSmall ? shrinkToObject(scene, outline, strokes) : region;
}

function hasEnoughFill(region: BitmapRegion, outline: readonly number[]): boolean {
  const foundBounds = getRegionBounds(region);
  if (!foundBounds) return false;
  const { minX, minY, maxX, maxY } = getPolygonBounds(outline);
  return (
    Math.min((foundBounds.maxX - foundBounds.minX) / (maxX - minX), (foundBounds.maxY - foundBounds.minY) / (maxY - minY)) >=
    MIN_FILL_RATIO
  );
}

function separateByColor(scene: Scene, { outline, strokes }: GrabCutInput): BitmapRegion {
  const { cv, placement } = scene;
  return withAutoDelete((autoDelete) => {
    const mask = autoDelete(new cv.Mat(placement.rows, placement.columns, cv.CV_8UC1));
    mask.setTo(new cv.Scalar(outline ? BACKGROUND : PROBABLE_BACKGROUND));
    if (outline) fillOutline(cv, mask, placement, outline, PROBABLE_FOREGROUND);
    else {
      const reach = Math.round(Math.max(placement.rows, placement.columns) * STROKE_REACH_RATIO);
      for (const stroke of strokes)
        if (stroke.isObject) paintStroke(scene, mask, stroke, { value: PROBABLE_FOREGROUND, width: reach });
    }
    // Mark the outermost pixels as background, because GrabCut needs pixels that are certainly background.
    paintFrame(mask, BACKGROUND);
    for (const stroke of strokes) {
      const value = stroke.isObject ? FOREGROUND : BACKGROUND;
      paintStroke(scene, mask, stroke, { value });
    }
    if (!hasForegroundAndBackground(mask)) return scene.toRegion(new Uint8Array(placement.rows * placement.columns));
    const [background, foreground] = [autoDelete(new cv.Mat()), autoDelete(new cv.Mat())];
    cv.grabCut(scene.image, mask, new cv.Rect(0, 0, 0, 0), background, foreground, ITERATION_COUNT, cv.GC_INIT_WITH_MASK);
    const pixelClasses = mask.data;
    for (let pixelIndex = 0; pixelIndex < pixelClasses.length; pixelIndex += 1)
      pixelClasses[pixelIndex] =
        pixelClasses[pixelIndex] === FOREGROUND || pixelClasses[pixelIndex] === PROBABLE_FOREGROUND ? 1 : 0;
    const markedPixels = strokes.filter(({ isObject }) => isObject).flatMap(({ points }) => scene.toPixels(points));
    return scene.toRegion(keepParts(cv, cleanMask(cv, mask), placement, markedPixels));
  });
}

/** Returns whether the mask has both foreground and background pixels. */
function hasForegroundAndBackground({ data }: Mat): boolean {
  const isForeground = (value: number) => value === FOREGROUND || value === PROBABLE_FOREGROUND;
  return data.some(isForeground) && data.some((value) => !isForeground(value));
}

function paintFrame({ data, rows, cols }: Mat, value: number): void {
  for (let column = 0; column < cols; column += 1) data[column] = data[(rows - 1) * cols + column] = value;
  for (let row = 0; row < rows; row += 1) data[row * cols] = data[row * cols + cols - 1] = value;
}
