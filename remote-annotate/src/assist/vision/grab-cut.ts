import type { Stroke } from '../../editor/model/prompt';
import type { BitmapRegion } from '../../editor/model/region';
import { fillOutline, withOwned, type Mat } from './opencv';
import { cleanMask, keepParts, type Scene } from './scene';

/** The classes of pixels of the library. */
const [BACKGROUND, FOREGROUND, PROBABLE_BACKGROUND, PROBABLE_FOREGROUND] = [0, 1, 2, 3] as const;
/** More rounds change few pixels on real images. */
const ROUNDS = 3;
/** Width of a stroke in bitmap pixels. */
const STROKE_WIDTH = 5;
/** Width of the surroundings of a stroke that can belong to the object, relative to the longer side of the image part. */
const REACH = 0.3;

export interface GrabCutInput {
  /** The object is inside: a box, or the outline of a polygon. Null if strokes mark the object. */
  readonly outline: readonly number[] | null;
  readonly strokes: readonly Stroke[];
}

/** Separates an object from its surroundings by the colours inside and outside (GrabCut). */
export function separateObject(scene: Scene, { outline, strokes }: GrabCutInput): BitmapRegion {
  const { cv, place } = scene;
  return withOwned((own) => {
    const mask = own(new cv.Mat(place.rows, place.columns, cv.CV_8UC1));
    mask.setTo(new cv.Scalar(outline ? BACKGROUND : PROBABLE_BACKGROUND));
    if (outline) fillOutline(cv, mask, place, outline, PROBABLE_FOREGROUND);
    else {
      const reach = Math.round(Math.max(place.rows, place.columns) * REACH);
      for (const stroke of strokes) if (stroke.isObject) paint(scene, mask, stroke, { value: PROBABLE_FOREGROUND, width: reach });
    }
    // The library needs pixels of the background.
    paintFrame(mask, BACKGROUND);
    for (const stroke of strokes) {
      const value = stroke.isObject ? FOREGROUND : BACKGROUND;
      paint(scene, mask, stroke, { value, width: STROKE_WIDTH });
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

function paint(scene: Scene, mask: Mat, { points }: Stroke, { value, width }: { value: number; width: number }): void {
  const { cv } = scene;
  const pixels = scene.toPixels(points);
  for (const [index, { x, y }] of pixels.entries()) {
    const previous = pixels[index - 1] ?? { x, y };
    cv.line(mask, new cv.Point(previous.x, previous.y), new cv.Point(x, y), new cv.Scalar(value), width);
  }
}

function paintFrame({ data, rows, cols }: Mat, value: number): void {
  for (let column = 0; column < cols; column += 1) data[column] = data[(rows - 1) * cols + column] = value;
  for (let row = 0; row < rows; row += 1) data[row * cols] = data[row * cols + cols - 1] = value;
}
