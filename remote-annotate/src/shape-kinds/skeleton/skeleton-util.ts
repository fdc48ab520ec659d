import { VISIBILITY } from '@console/shared-contract/skeleton';
import type { Handle } from '../../editor/geometry/handles';
import type { PointOperations, ShapeUtil } from '../../editor/kinds/shape-util';
import type { Cursor } from '../../editor/model/cursor';
import type { Bounds, SkeletonShape, Vec } from '../../editor/model/types';
import {
  countPoints,
  fitSkeleton,
  getPoint,
  getSkeletonBounds,
  listPoints,
  mirrorSkeleton,
  normaliseSkeleton,
  swapSides,
  translateSkeleton,
  withPointAt,
  withVisibility,
} from './skeleton-data';
import { skeletonMessages } from './skeleton-messages';
import { skeletonPainter } from './skeleton-painter';
import { getSkeletonTemplate } from './skeleton-templates';

/** Distance of the corner handles from the bounds in screen pixels, so that they do not cover points. */
const CORNER_DISTANCE = 14;
/** The corner handles, which stretch the skeleton. `x` and `y` name the sides of the bounds that a handle moves. */
const CORNERS = {
  nw: { x: 'minX', y: 'minY', cursor: 'nwse-resize' },
  ne: { x: 'maxX', y: 'minY', cursor: 'nesw-resize' },
  sw: { x: 'minX', y: 'maxY', cursor: 'nesw-resize' },
  se: { x: 'maxX', y: 'maxY', cursor: 'nwse-resize' },
} as const satisfies Record<string, { x: keyof Bounds; y: keyof Bounds; cursor: Cursor }>;
const isCorner = (id: string): id is keyof typeof CORNERS => id in CORNERS;

const pointOperations: PointOperations<SkeletonShape> = {
  count: ({ data }) => countPoints(data),
  get: ({ data }, index) => {
    const { x, y, visibility } = getPoint(data, index);
    return visibility === VISIBILITY.absent ? null : { x, y };
  },
  moveTo: ({ data }, index, position, imageSize) => withPointAt(data, index, position, imageSize),
  mark: ({ data, labelId }, index, mark) => {
    const { visibility } = getPoint(data, index);
    const markedVisibility = VISIBILITY[mark];
    return withVisibility(
      data,
      index,
      visibility === markedVisibility ? VISIBILITY.visible : markedVisibility,
      getSkeletonTemplate(labelId),
    );
  },
  describe: ({ data, labelId }, index) =>
    skeletonMessages.describePoint(getSkeletonTemplate(labelId)?.points[index]?.name, index, getPoint(data, index).visibility),
};

/** Skeletons of named points, whose edges the template of the label defines. */
export const skeletonUtil: ShapeUtil<SkeletonShape> = {
  kind: 'skeleton',
  painter: skeletonPainter,
  labelKind: 'skeleton',
  hasArea: true,
  hasVertices: false,
  hasAttributes: true,
  getBounds: ({ data }) => getSkeletonBounds(data),
  getArea: ({ data }) => {
    const { minX, minY, maxX, maxY } = getSkeletonBounds(data);
    return (maxX - minX) * (maxY - minY);
  },
  isHit: (shape, point, tolerance) => isInBounds(point, getSkeletonBounds(shape.data), tolerance),
  isOutlineHit: (shape, point, tolerance) => getDistanceToLines(shape, point) <= tolerance,
  normalise: normaliseSkeleton,
  translate: translateSkeleton,
  getHandles: ({ data }, scale) => {
    const bounds = getSkeletonBounds(data);
    const corners = Object.entries(CORNERS).map(([id, { x, y, cursor }]): Handle => {
      const getOutwardOffset = (side: keyof Bounds) => (side.startsWith('min') ? -CORNER_DISTANCE : CORNER_DISTANCE) / scale;
      return { type: 'custom', id, point: { x: bounds[x] + getOutwardOffset(x), y: bounds[y] + getOutwardOffset(y) }, cursor };
    });
    const vertices = listPoints(data).flatMap(({ x, y, visibility }, index): Handle[] =>
      visibility === VISIBILITY.absent ? [] : [{ type: 'vertex', index, point: { x, y }, isRing: true }],
    );
    return [...(vertices.length > 1 ? corners : []), ...vertices];
  },
  startDrag: (shape, handle, imageSize) => {
    if (handle.type === 'vertex')
      return { shape, canSnap: false, getDataAt: (position) => withPointAt(shape.data, handle.index, position, imageSize) };
    if (handle.type !== 'custom' || !isCorner(handle.id)) return null;
    const { x, y } = CORNERS[handle.id];
    const bounds = getSkeletonBounds(shape.data);
    const getDataAt = (position: Vec) => {
      const newBounds = {
        ...bounds,
        [x]: bounds[x] + position.x - handle.point.x,
        [y]: bounds[y] + position.y - handle.point.y,
      };
      const isFlipped = newBounds.minX > newBounds.maxX || newBounds.minY > newBounds.maxY;
      return (isFlipped ? null : normaliseSkeleton(fitSkeleton(shape.data, newBounds), imageSize)) ?? shape.data;
    };
    return { shape, canSnap: false, getDataAt };
  },
  points: pointOperations,
  // The label fits if its template has the same number of points.
  fitsLabel: ({ data }, labelId) => getSkeletonTemplate(labelId)?.points.length === countPoints(data),
  transform: ({ data, labelId }, name) => {
    const template = getSkeletonTemplate(labelId);
    if (!template) return data;
    return name === 'mirror' ? mirrorSkeleton(data, template) : swapSides(data, template);
  },
};

function isInBounds({ x, y }: Vec, { minX, minY, maxX, maxY }: Bounds, tolerance: number): boolean {
  return x >= minX - tolerance && x <= maxX + tolerance && y >= minY - tolerance && y <= maxY + tolerance;
}

/** Returns the distance to the nearest point or edge. */
function getDistanceToLines({ data, labelId }: SkeletonShape, point: Vec): number {
  const allPoints = listPoints(data);
  const isPresent = (index: number) => (allPoints[index]?.visibility ?? VISIBILITY.absent) !== VISIBILITY.absent;
  const { edges = [] } = getSkeletonTemplate(labelId) ?? {};
  const lines = [...edges, ...allPoints.map((_, index) => [index, index])];
  const distances = lines.flatMap(([from = -1, to = -1]) => {
    const [start, end] = [allPoints[from], allPoints[to]];
    return start && end && isPresent(from) && isPresent(to) ? getDistanceToSegment(point, start, end) : [];
  });
  return Math.min(...distances);
}

function getDistanceToSegment(point: Vec, from: Vec, to: Vec): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const squaredLength = dx * dx + dy * dy;
  const ratio = squaredLength === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / squaredLength;
  const position = Math.min(Math.max(ratio, 0), 1);
  return Math.hypot(point.x - from.x - position * dx, point.y - from.y - position * dy);
}
