import { VISIBILITY } from '@console/shared-contract/skeleton';
import type { SkeletonShape, Vec } from '../../editor/model/types';
import { MIN_CAPTIONED_SHAPE, STROKE_WIDTH } from '../../editor/painting/look';
import type { Pen, ShapePainter } from '../../editor/painting/shape-painter';
import { DOT_SIDE, getCorners, strokeDashes } from '../../editor/painting/strokes';
import { getSkeletonBounds, listPoints } from './skeleton-data';
import { getSkeletonTemplate } from './skeleton-templates';

/** Radius of a point in CSS pixels, independent of the zoom. */
const SKELETON_POINT_RADIUS = 4;
/** Minimum size on the screen, in CSS pixels, at which the points of a skeleton are painted. */
const MIN_SIDE_WITH_POINTS = 24;
/** Colors that distinguish left from right. They are painted in the middle of edges and points, which have the color of the label. */
const SIDE_COLORS = { left: '#ffffff', right: '#000000' } as const;

export const skeletonPainter: ShapePainter<SkeletonShape> = {
  markerRadius: 0,
  paint: paintSkeleton,
  paintActive: paintSkeleton,
  getCaptionPosition: ({ data }, scale) => {
    const { minX, maxX, minY } = getSkeletonBounds(data);
    return (maxX - minX) * scale < MIN_CAPTIONED_SHAPE ? null : { x: minX * scale, y: minY * scale - SKELETON_POINT_RADIUS };
  },
  getOutline: ({ data }) => getCorners(getSkeletonBounds(data)),
};

type Side = keyof typeof SIDE_COLORS | null;

function paintSkeleton({ context, scale, x, y, isSelected }: Pen, { labelId, data }: SkeletonShape): void {
  const { edges = [], pairs = [] } = getSkeletonTemplate(labelId) ?? {};
  const points = listPoints(data).map((point) => ({ ...point, x: point.x * scale + x, y: point.y * scale + y }));
  const { minX, minY, maxX, maxY } = getSkeletonBounds(data);
  const longerSide = Math.max(maxX - minX, maxY - minY) * scale;
  if (longerSide < DOT_SIDE) return context.fillRect(minX * scale + x, minY * scale + y, DOT_SIDE, DOT_SIDE);
  const [left, right] = [new Set(pairs.map(([index]) => index)), new Set(pairs.map(([, index]) => index))];
  const findSide = (...indexes: readonly number[]): Side => {
    if (indexes.every((index) => left.has(index))) return 'left';
    return indexes.every((index) => right.has(index)) ? 'right' : null;
  };
  const color = context.strokeStyle;
  for (const [startIndex = -1, endIndex = -1] of edges) {
    const [start, end] = [points[startIndex], points[endIndex]];
    if (!start || !end || start.visibility === VISIBILITY.absent || end.visibility === VISIBILITY.absent) continue;
    strokeLine(context, start, end);
    const edgeSide = findSide(startIndex, endIndex);
    if (edgeSide) {
      context.lineWidth = 1;
      context.strokeStyle = SIDE_COLORS[edgeSide];
      strokeLine(context, start, end);
      context.lineWidth = STROKE_WIDTH;
    }
    if (isSelected) strokeDashes(context, () => strokeLine(context, start, end));
    context.strokeStyle = color;
  }
  if (longerSide < MIN_SIDE_WITH_POINTS) return;
  points.forEach((point, index) => {
    if (point.visibility !== VISIBILITY.absent)
      paintPoint(context, point, point.visibility === VISIBILITY.occluded, findSide(index));
  });
}

function strokeLine(context: CanvasRenderingContext2D, start: Vec, end: Vec): void {
  context.beginPath();
  context.moveTo(start.x, start.y);
  context.lineTo(end.x, end.y);
  context.stroke();
}

/** Paints a point as a disk, or as a ring if it is occluded. A dot in its middle has the color of its side. */
function paintPoint(context: CanvasRenderingContext2D, { x, y }: Vec, isOccluded: boolean, side: Side): void {
  const color = context.strokeStyle;
  context.lineWidth = 1.5;
  context.beginPath();
  context.arc(x, y, SKELETON_POINT_RADIUS, 0, 2 * Math.PI);
  context.fillStyle = isOccluded ? 'rgba(255, 255, 255, 0.35)' : color;
  context.fill();
  context.strokeStyle = isOccluded ? color : '#ffffff';
  context.stroke();
  if (side) {
    context.beginPath();
    context.arc(x, y, 1.5, 0, 2 * Math.PI);
    context.fillStyle = SIDE_COLORS[side];
    context.fill();
  }
  context.lineWidth = STROKE_WIDTH;
  context.strokeStyle = color;
  context.fillStyle = color;
}
