import type { Stroke } from '../../editor/model/prompt';
import type { BitmapRegion } from '../../editor/model/region';
import { withAutoDelete } from './opencv';
import { cleanMask, type Scene } from './scene';

/**
 * Factor by which the brightness may differ more than the colour, because shading changes the brightness of an object more than its colour.
 */
const BRIGHTNESS_FACTOR = 1.6;

/**
 * Selects connected pixels whose colour is similar to the colour at the start of each stroke. Strokes on the background remove such pixels.
 * `tolerance` is the maximum colour difference in the colour space Lab, 1 to 60.
 */
export function selectByColor(scene: Scene, strokes: readonly Stroke[], tolerance: number): BitmapRegion {
  const { cv, placement, smooth } = scene;
  return withAutoDelete((autoDelete) => {
    const mask = autoDelete(cv.Mat.zeros(placement.rows, placement.columns, cv.CV_8UC1));
    const colorTolerance = new cv.Scalar(tolerance * BRIGHTNESS_FACTOR, tolerance, tolerance);
    for (const { points, isObject } of strokes) {
      const [seed] = scene.toPixels(points.slice(0, 2));
      if (!seed) continue;
      const floodedMask = autoDelete(cv.Mat.zeros(placement.rows + 2, placement.columns + 2, cv.CV_8UC1));
      // Flags of OpenCV. 4: each pixel has four neighbours. 1 << 8: flooded pixels are 1 in the mask.
      const flags = 4 | (1 << 8) | cv.FLOODFILL_FIXED_RANGE | cv.FLOODFILL_MASK_ONLY;
      const bounds = new cv.Rect(0, 0, 0, 0);
      cv.floodFill(
        smooth,
        floodedMask,
        new cv.Point(seed.x, seed.y),
        new cv.Scalar(1),
        bounds,
        colorTolerance,
        colorTolerance,
        flags,
      );
      const [targetBits, sourceBits] = [mask.data, floodedMask.data];
      // The mask of floodFill has an additional border of one pixel, which is removed here.
      for (let row = 0; row < placement.rows; row += 1) {
        for (let column = 0; column < placement.columns; column += 1) {
          if (sourceBits[(row + 1) * (placement.columns + 2) + column + 1] === 1)
            targetBits[row * placement.columns + column] = isObject ? 1 : 0;
        }
      }
    }
    return scene.toRegion(cleanMask(cv, mask));
  });
}
