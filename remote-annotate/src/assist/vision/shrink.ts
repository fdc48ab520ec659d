import type { Stroke } from '../../editor/model/prompt';
import type { BitmapRegion } from '../../editor/model/region';
import { fillOutline, withAutoDelete, type Mat } from './opencv';
import { cleanMask, keepParts, paintStroke, type Scene } from './scene';

/** Marker values of the watershed algorithm. */
const [UNKNOWN, OBJECT, BACKGROUND] = [0, 1, 2] as const;
/** Size of the ellipse in the middle of a box that certainly belongs to the object, relative to the box. */
const CORE_RADIUS_RATIO = 0.6;
/**
 * For outlines other than boxes: minimum distance from the outline of pixels that certainly belong to the object, relative to the
 * largest distance.
 */
const CORE_DISTANCE_RATIO = 0.3;

/**
 * Finds the object inside an outline that is too large, even if objects of the same colour touch the object. The resulting border follows
 * the strongest edges between the outline and its middle (marker-based watershed).
 */
export function shrinkToObject(scene: Scene, outline: readonly number[], strokes: readonly Stroke[] = []): BitmapRegion {
  const { cv, placement, image } = scene;
  return withAutoDelete((autoDelete) => {
    const insideMask = autoDelete(cv.Mat.zeros(placement.rows, placement.columns, cv.CV_8UC1));
    fillOutline(cv, insideMask, placement, outline, 1);
    const markers = autoDelete(new cv.Mat(placement.rows, placement.columns, cv.CV_32SC1));
    const getMarker =
      outline.length === 8 ? createEllipseMarker(scene, outline) : createDistanceMarker(scene, insideMask, autoDelete);
    // Read both arrays only once, because each access to `data` creates a new view of the memory.
    const [insidePixels, markerPixels] = [insideMask.data, markers.data32S];
    for (let index = 0; index < insidePixels.length; index += 1)
      markerPixels[index] = insidePixels[index] === 0 ? BACKGROUND : getMarker(index);
    for (const stroke of strokes) paintStroke(scene, markers, stroke, { value: stroke.isObject ? OBJECT : BACKGROUND });
    const smoothImage = autoDelete(new cv.Mat());
    cv.medianBlur(image, smoothImage, 5);
    cv.watershed(smoothImage, markers);
    insideMask.data.set(markers.data32S.map((marker) => (marker === OBJECT ? 1 : 0)));
    return scene.toRegion(keepParts(cv, cleanMask(cv, insideMask), placement, []));
  });
}

/**
 * Returns a function that marks pixels of boxes and rotated boxes. It uses an ellipse, because most objects leave the corners of
 * their box empty.
 */
function createEllipseMarker(
  { placement: { x, y, step, columns } }: Scene,
  corners: readonly number[],
): (index: number) => number {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = corners.map(
    (value, index) => (value - (index % 2 === 0 ? x : y)) / step,
  );
  const center = { x: (x1 + x3) / 2, y: (y1 + y3) / 2 };
  const [halfWidthVector, halfHeightVector] = [
    { x: (x2 - x1) / 2, y: (y2 - y1) / 2 },
    { x: (x3 - x2) / 2, y: (y3 - y2) / 2 },
  ];
  const area = halfWidthVector.x * halfHeightVector.y - halfWidthVector.y * halfHeightVector.x;
  return (index) => {
    const [dx, dy] = [(index % columns) + 0.5 - center.x, Math.floor(index / columns) + 0.5 - center.y];
    const radius = Math.hypot(
      (dx * halfHeightVector.y - dy * halfHeightVector.x) / area,
      (dy * halfWidthVector.x - dx * halfWidthVector.y) / area,
    );
    return radius < CORE_RADIUS_RATIO ? OBJECT : UNKNOWN;
  };
}

type AutoDelete = <O extends { delete(): void }>(object: O) => O;

function createDistanceMarker({ cv }: Scene, insideMask: Mat, autoDelete: AutoDelete): (index: number) => number {
  const distances = autoDelete(new cv.Mat());
  cv.distanceTransform(insideMask, distances, cv.DIST_L2, 5);
  const values = distances.data32F;
  const minDistance = CORE_DISTANCE_RATIO * values.reduce((largest, value) => Math.max(largest, value), 0);
  return (index) => (values[index]! > minDistance ? OBJECT : UNKNOWN);
}
