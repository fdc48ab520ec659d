import { MAX_POLYGON_VERTICES } from '../../../editor/geometry/limits';
import { thinVertices } from '../../../editor/geometry/thin-vertices';
import type { Bitmap } from './bitmap';
import { joinHoles } from './bridges';
import { connectStretches } from './clean';
import { getEdgePixel, getSignedArea, traceContours, type Contour } from './contours';

/** Maximum distance in image pixels between the edge of a mask and its polygon. */
export const POLYGON_TOLERANCE = 1;

/**
 * Returns a polygon for each part. Polygons have no holes, so each hole is connected with the outline by an edge that the polygon follows
 * in both directions. Parts and holes without area after simplification are omitted.
 * @param tolerance maximum distance from the edges of the pixels. It is doubled until each polygon has at most `MAX_POLYGON_VERTICES`.
 */
export function toPolygons(bitmap: Bitmap, tolerance = POLYGON_TOLERANCE): readonly (readonly number[])[] {
  const getPart = createPartGetter(bitmap);
  const partsByKey = new Map<number, { outline: Contour; readonly holes: Contour[] }>();
  for (const contour of traceContours(bitmap)) {
    const partKey = getPart(contour);
    const polygonContours = partsByKey.get(partKey) ?? { outline: [], holes: [] };
    if (getSignedArea(contour) > 0) polygonContours.outline = contour;
    else polygonContours.holes.push(contour);
    partsByKey.set(partKey, polygonContours);
  }
  return [...partsByKey.values()]
    .map(({ outline, holes }) => joinOutlineWithHoles(outline, holes, tolerance))
    .filter((polygon) => polygon !== null);
}

/**
 * Returns a function that returns the number of the part to which a contour belongs. The outline and the holes of a part have the same
 * number.
 */
function createPartGetter(bitmap: Bitmap): (contour: Contour) => number {
  const { stretches, findRoot } = connectStretches(bitmap, 1, 0);
  return (contour) => {
    const { x, y } = getEdgePixel(contour);
    const pixel = (x - bitmap.left) * bitmap.height + y - bitmap.top;
    let [low, high] = [0, stretches.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (stretches[middle]!.end > pixel) high = middle;
      else low = middle + 1;
    }
    return findRoot(low);
  };
}

function joinOutlineWithHoles(contour: Contour, holes: readonly Contour[], tolerance: number): readonly number[] | null {
  const outline = thinContour(contour, tolerance);
  if (outline.length < 6 || getSignedArea(outline) <= 0) return null;
  const thinHoles = holes
    .map((hole) => thinContour(hole, tolerance))
    .filter((hole) => hole.length >= 6 && getSignedArea(hole) < 0);
  const polygon = joinHoles(outline, thinHoles);
  return polygon.length / 2 <= MAX_POLYGON_VERTICES ? polygon : joinOutlineWithHoles(contour, holes, 2 * tolerance);
}

/** Simplifies a closed line in two parts, divided at its first vertex and at the vertex farthest from it. */
function thinContour(contour: Contour, tolerance: number): readonly number[] {
  let [farthestIndex, maxDistance] = [0, -1];
  for (let i = 0; i < contour.length; i += 2) {
    const distance = Math.hypot(contour[i]! - contour[0]!, contour[i + 1]! - contour[1]!);
    if (distance > maxDistance) [farthestIndex, maxDistance] = [i, distance];
  }
  const firstLine = thinVertices(contour.slice(0, farthestIndex + 2), tolerance);
  const secondLine = thinVertices([...contour.slice(farthestIndex), contour[0]!, contour[1]!], tolerance);
  return [...firstLine, ...secondLine.slice(2, -2)];
}
