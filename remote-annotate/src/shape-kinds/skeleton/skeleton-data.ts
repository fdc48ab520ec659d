import {
  computeSkeletonBounds,
  getLayout,
  getOpposites,
  NUMBERS_PER_SKELETON_POINT,
  VISIBILITY,
  type SkeletonTemplate,
  type Visibility,
} from '@console/shared-contract/skeleton';
import { snapToImage } from '../../editor/geometry/clamp';
import type { Bounds, BoxData, ImageSize, SkeletonData, Vec } from '../../editor/model/types';

/** Assumed size of a skeleton in image pixels, to place an absent point if the present points do not span a box. */
const DEFAULT_SIDE = 100;

interface SkeletonPoint extends Vec {
  readonly visibility: Visibility;
}

export const countPoints = (data: SkeletonData): number => Math.floor(data.length / NUMBERS_PER_SKELETON_POINT);

/** Returns a point with its visibility. An absent point is at 0, 0. */
export function getPoint(data: SkeletonData, index: number): SkeletonPoint {
  const start = index * NUMBERS_PER_SKELETON_POINT;
  const value = data[start + 2];
  const visibility = value === VISIBILITY.visible || value === VISIBILITY.occluded ? value : VISIBILITY.absent;
  return { x: data[start] ?? 0, y: data[start + 1] ?? 0, visibility };
}

export function listPoints(data: SkeletonData): readonly SkeletonPoint[] {
  return Array.from({ length: countPoints(data) }, (_, index) => getPoint(data, index));
}

/** Returns the bounds of all points that are not absent. */
export function getSkeletonBounds(data: SkeletonData): Bounds {
  const [minX, minY, maxX, maxY] = computeSkeletonBounds(data) ?? [0, 0, 0, 0];
  return { minX, minY, maxX, maxY };
}

function toData(points: readonly SkeletonPoint[]): SkeletonData {
  return points.flatMap(({ x, y, visibility }) => (visibility === VISIBILITY.absent ? [0, 0, 0] : [x, y, visibility]));
}

/** Rounds and clamps the points to the image. Returns null if all are absent. */
export function normaliseSkeleton(data: readonly number[], imageSize: ImageSize): SkeletonData | null {
  const points = listPoints(data).map((point) => {
    const [x, y] = snapToImage(point, imageSize);
    return { ...point, x, y };
  });
  return points.some(({ visibility }) => visibility !== VISIBILITY.absent) ? toData(points) : null;
}

/** Returns all points of a template as visible at their positions in a box. */
export function placeSkeleton(template: SkeletonTemplate, [x1, y1, x2, y2]: BoxData): SkeletonData {
  return getLayout(template).flatMap(([x = 0.5, y = 0.5]) => [x1 + x * (x2 - x1), y1 + y * (y2 - y1), VISIBILITY.visible]);
}

/** Returns the data with a present point at another position. */
export function withPointAt(data: SkeletonData, index: number, position: Vec, imageSize: ImageSize): SkeletonData {
  const [x, y] = snapToImage(position, imageSize);
  return toData(listPoints(data).map((point, pointIndex) => (pointIndex === index ? { ...point, x, y } : point)));
}

export function translateSkeleton(data: SkeletonData, { x, y }: Vec): SkeletonData {
  return toData(listPoints(data).map((point) => ({ ...point, x: point.x + x, y: point.y + y })));
}

/** Stretches a skeleton from its bounds to other bounds. If all points have the same x or y, this coordinate is only moved. */
export function fitSkeleton(data: SkeletonData, newBounds: Bounds): SkeletonData {
  const currentBounds = getSkeletonBounds(data);
  const stretch = (value: number, [low, high]: [number, number], [newLow, newHigh]: [number, number]) =>
    high === low ? newLow : newLow + ((value - low) / (high - low)) * (newHigh - newLow);
  return toData(
    listPoints(data).map((point) => ({
      ...point,
      x: stretch(point.x, [currentBounds.minX, currentBounds.maxX], [newBounds.minX, newBounds.maxX]),
      y: stretch(point.y, [currentBounds.minY, currentBounds.maxY], [newBounds.minY, newBounds.maxY]),
    })),
  );
}

/** Returns the data with another visibility of a point. A point that was absent gets the position that the layout of the template suggests. */
export function withVisibility(
  data: SkeletonData,
  index: number,
  visibility: Visibility,
  template: SkeletonTemplate | undefined,
): SkeletonData {
  const points = listPoints(data);
  const previousPoint = points[index];
  if (!previousPoint) return data;
  const isPlaced = previousPoint.visibility === VISIBILITY.absent && visibility !== VISIBILITY.absent;
  const position = isPlaced ? suggestPosition(points, index, template) : previousPoint;
  return toData(points.with(index, { x: position.x, y: position.y, visibility }));
}

/** Exchanges the left and the right points, to correct a skeleton on which they were confused. */
export function swapSides(data: SkeletonData, template: SkeletonTemplate): SkeletonData {
  const points = listPoints(data);
  const oppositeIndexes = getOpposites(template);
  return toData(points.map((point, index) => points[oppositeIndexes[index] ?? index] ?? point));
}

/** Mirrors a skeleton about the vertical center line. Also exchanges left and right points, so that the object still faces the same way. */
export function mirrorSkeleton(data: SkeletonData, template: SkeletonTemplate): SkeletonData {
  const { minX, maxX } = getSkeletonBounds(data);
  return toData(listPoints(swapSides(data, template)).map((point) => ({ ...point, x: minX + maxX - point.x })));
}

/** Returns the position of a point according to the layout of the template, scaled to the present points. */
function suggestPosition(points: readonly SkeletonPoint[], index: number, template: SkeletonTemplate | undefined): Vec {
  const layout = template ? getLayout(template) : [];
  const presentPoints = points.flatMap(({ x, y, visibility }, pointIndex) => {
    const [left = 0.5, top = 0.5] = layout[pointIndex] ?? [];
    return visibility === VISIBILITY.absent ? [] : { x, y, left, top };
  });
  const [left = 0.5, top = 0.5] = layout[index] ?? [];
  const xPairs = presentPoints.map((point): Pair => [point.left, point.x]);
  const yPairs = presentPoints.map((point): Pair => [point.top, point.y]);
  const [xLine, yLine] = [fitLine(xPairs), fitLine(yPairs)];
  const slope = xLine?.slope ?? yLine?.slope ?? DEFAULT_SIDE;
  return {
    x: evaluateLine(xLine ?? fitThroughCenter(xPairs, slope), left),
    y: evaluateLine(yLine ?? fitThroughCenter(yPairs, slope), top),
  };
}

interface Line {
  readonly slope: number;
  readonly offset: number;
}
type Pair = readonly [from: number, to: number];

const evaluateLine = ({ slope, offset }: Line, value: number) => slope * value + offset;
const getMean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the least-squares line through the pairs. Null if all `from` values are equal. */
function fitLine(pairs: readonly Pair[]): Line | null {
  const [meanFrom, meanTo] = [getMean(pairs.map(([from]) => from)), getMean(pairs.map(([, to]) => to))];
  const variance = pairs.reduce((sum, [from]) => sum + (from - meanFrom) ** 2, 0);
  if (!(variance > 0)) return null;
  const slope = pairs.reduce((sum, [from, to]) => sum + (from - meanFrom) * (to - meanTo), 0) / variance;
  return { slope, offset: meanTo - slope * meanFrom };
}

function fitThroughCenter(pairs: readonly Pair[], slope: number): Line {
  return { slope, offset: getMean(pairs.map(([, to]) => to)) - slope * getMean(pairs.map(([from]) => from)) };
}
