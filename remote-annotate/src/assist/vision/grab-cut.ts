import type { Stroke } from '../../editor/model/prompt';
import { getPolygonBounds } from '../../editor/geometry/polygon';
import { getRegionBounds, type BitmapRegion } from '../../editor/model/region';
import { fillOutline, withOwned, type Mat } from './opencv';
import { cleanMask, keepParts, paintStroke, type Scene } from './scene';
import { shrinkToObject } from './shrink';

/** The classes of pixels of the library. */
const [BACKGROUND, FOREGROUND, PROBABLE_BACKGROUND, PROBABLE_FOREGROUND] = [0, 1, 2, 3] as const;
/** More rounds change few pixels on real images. */
const ROUNDS = 3;
/** Width of the surroundings of a stroke that can belong to the object, relative to the longer side of the image part. */
const REACH = 0.3;
/** Users draw outlines around the object. If it fills less of the width or height, GrabCut has found only a part of it. */
const MIN_FILL = 0.6;

export interface GrabCutInput {
  /** The object is inside: a box, or the outline of a polygon. Null if strokes mark the object. */
  readonly outline: readonly number[] | null;
  readonly strokes: readonly Stroke[];
}

/**
 * Separates an object from its surroundings: by the colours inside and outside (GrabCut), or by edges if the surroundings contain
 * the same colours, as of cells that touch each other.
 */
export function separateObject(scene: Scene, input: GrabCutInput): BitmapRegion {
  const region = separateByColor(scene, input);
  const { outline, strokes } = input;
  // A stroke on the background says that the outline is too large.
  const isTooSmall = outline && strokes.every(({ isObject }) => isObject) && !fills(region, outline);
  return isTooSmall ? shrinkToObject(scene, outline, strokes) : region;
}

function fills(region: BitmapRegion, outline: readonly number[]): boolean {
  const found = getRegionBounds(region);
  if (!found) return false;
  const { minX, minY, maxX, maxY } = getPolygonBounds(outline);
  return Math.min((found.maxX - found.minX) / (maxX - minX), (found.maxY - found.minY) / (maxY - minY)) >= MIN_FILL;
}

function separateByColor(scene: Scene, { outline, strokes }: GrabCutInput): BitmapRegion {
  const { cv, place } = scene;
  return withOwned((own) => {
    const mask = own(new cv.Mat(place.rows, place.columns, cv.CV_8UC1));
    mask.setTo(new cv.Scalar(outline ? BACKGROUND : PROBABLE_BACKGROUND));
    if (outline) fillOutline(cv, mask, place, outline, PROBABLE_FOREGROUND);
    else {
      const reach = Math.round(Math.max(place.rows, place.columns) * REACH);
      for (const stroke of strokes)
        if (stroke.isObject) paintStroke(scene, mask, stroke, { value: PROBABLE_FOREGROUND, width: reach });
    }
    // The library needs pixels of the background.
    paintFrame(mask, BACKGROUND);
    for (const stroke of strokes) {
      const value = stroke.isObject ? FOREGROUND : BACKGROUND;
      paintStroke(scene, mask, stroke, { value });
    }
    if (!hasClasses(mask)) return scene.toRegion(new Uint8Array(place.rows * place.columns));
    const [background, foreground] = [own(new cv.Mat()), own(new cv.Mat())];
    cv.grabCut(scene.image, mask, new cv.Rect(0, 0, 0, 0), background, foreground, ROUNDS, cv.GC_INIT_WITH_MASK);
    const classes = mask.data;
    for (let i = 0; i < classes.length; i += 1)
      classes[i] = classes[i] === FOREGROUND || classes[i] === PROBABLE_FOREGROUND ? 1 : 0;
    const marked = strokes.filter(({ isObject }) => isObject).flatMap(({ points }) => scene.toPixels(points));
    return scene.toRegion(keepParts(cv, cleanMask(cv, mask), place, marked));
  });
}

/** Whether both foreground and background have pixels. */
function hasClasses({ data }: Mat): boolean {
  const isForeground = (value: number) => value === FOREGROUND || value === PROBABLE_FOREGROUND;
  return data.some(isForeground) && data.some((value) => !isForeground(value));
}

function paintFrame({ data, rows, cols }: Mat, value: number): void {
  for (let column = 0; column < cols; column += 1) data[column] = data[(rows - 1) * cols + column] = value;
  for (let row = 0; row < rows; row += 1) data[row * cols] = data[row * cols + cols - 1] = value;
}
