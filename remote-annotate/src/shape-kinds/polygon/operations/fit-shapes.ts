import { getPolygonArea, getPolygonBounds } from '../../../editor/geometry/polygon';
import type {
  Bounds,
  BoxShape,
  ImageSize,
  MaskShape,
  PolygonData,
  PolygonShape,
  Shape,
  ShapeId,
} from '../../../editor/model/types';
import { getBoxOutline } from '../../box/box-painter';
import { getMaskBounds } from '../../mask/mask-region';
import { hasSetPixel } from '../../mask/run-index';
import { performMaskTasks } from '../../mask/work/perform-mask-tasks';
import { fitToNeighbours, getSharedArea, type Pieces } from './polygon-sets';

/** The part of the editor that this file needs to find the neighbours of a shape. */
export interface FitHost {
  readonly imageSize: ImageSize;
  isShown(id: ShapeId): boolean;
  findShapesIn(bounds: Bounds): readonly Shape[];
}

/** A shape that can be fitted to its neighbours. */
export type FittableShape = PolygonShape | MaskShape;

interface Neighbours {
  readonly shapes: readonly FittableShape[];
  /** The outlines of boxes. */
  readonly boxes: readonly PolygonData[];
}

/** Smaller areas, in square image pixels, are treated as rounding errors. */
const MIN_CHANGE = 0.01;
/**
 * Extra margin, in image pixels, of the part of a mask that is converted to outlines. The cut edge of this part is then never mistaken for
 * a neighbour.
 */
const TRACE_MARGIN = 2;

export const isFittable = (shape: Shape): shape is FittableShape => shape.kind === 'polygon' || shape.kind === 'mask';

/**
 * Fits each shape to its visible neighbours, which do not change. Gaps of at most `maxGap` image pixels are filled, and overlaps with
 * polygons and masks are removed. If several of the shapes overlap, the first shape keeps the shared area. Returns the pieces that replace
 * each shape. Large masks are computed in a worker, which `signal` stops.
 */
export async function fitShapes(
  shapes: readonly FittableShape[],
  host: FitHost,
  maxGap: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<ShapeId, Pieces>> {
  const selectedIds = new Set(shapes.map(({ id }) => id));
  const replacement = new Map<ShapeId, Pieces>();
  const fittedShapes: FittableShape[] = [];
  for (const shape of shapes) {
    const bounds = expand(getBounds(shape), maxGap);
    const nearShapes = host.findShapesIn(bounds).filter(({ id }) => !selectedIds.has(id) && host.isShown(id));
    const neighbours = [...nearShapes.filter(isFittable), ...fittedShapes];
    // Ignore boxes that overlap a shape. Such a box is usually drawn around the same object, and its corners cover other objects.
    const boxes = nearShapes.filter(isBox).filter((box) => ![shape, ...neighbours].some((outline) => overlaps(box, outline)));
    const outlines = { shapes: neighbours, boxes: boxes.map(({ data }) => getBoxOutline(data)) };
    const pieces = await (shape.kind === 'mask'
      ? fitMaskTo(shape, outlines, maxGap, host.imageSize, signal)
      : fitPolygonTo(shape, outlines, maxGap, host.imageSize, signal));
    replacement.set(shape.id, pieces);
    fittedShapes.push(...pieces.map((data) => ({ ...shape, data })));
  }
  return replacement;
}

/** Fits a mask. A mask that lies completely inside another shape does not change, because nothing would be left of the mask. */
async function fitMaskTo(
  { data }: MaskShape,
  { shapes, boxes }: Neighbours,
  maxGap: number,
  imageSize: ImageSize,
  signal: AbortSignal,
): Promise<Pieces> {
  const masks = shapes.filter(({ kind }) => kind === 'mask').map((mask) => mask.data);
  const outlines = [...shapes.filter(isPolygon).map((polygon) => polygon.data), ...boxes];
  const [result = []] = await performMaskTasks(
    [{ type: 'fit', data, imageSize, neighbours: { masks, outlines }, maxGap }],
    signal,
  );
  return result.length > 0 ? result : [data];
}

/** Fits a polygon. A polygon that lies completely inside another shape does not change, because nothing would be left of the polygon. */
async function fitPolygonTo(
  { data }: PolygonShape,
  { shapes, boxes }: Neighbours,
  maxGap: number,
  imageSize: ImageSize,
  signal: AbortSignal,
): Promise<Pieces> {
  const within = expand(getPolygonBounds(data), maxGap + TRACE_MARGIN);
  const tracedOutlines = await performMaskTasks(
    shapes
      .filter(({ kind }) => kind === 'mask')
      .map((mask) => ({ type: 'to-polygons' as const, data: mask.data, imageSize, within })),
    signal,
  );
  const outlines = [...shapes.filter(isPolygon).map((polygon) => polygon.data), ...boxes, ...tracedOutlines.flat()];
  const pieces = outlines.length === 0 ? [data] : fitToNeighbours(data, outlines, maxGap);
  const area = pieces.reduce((sum, piece) => sum + getPolygonArea(piece), 0);
  return pieces.length > 0 && Math.abs(area - getPolygonArea(data)) > MIN_CHANGE ? pieces : [data];
}

const isPolygon = (shape: Shape): shape is PolygonShape => shape.kind === 'polygon';
const isBox = (shape: Shape): shape is BoxShape => shape.kind === 'object';

function overlaps(box: BoxShape, outline: FittableShape): boolean {
  const corners = getBoxOutline(box.data);
  // For masks, the enclosing box is exact enough.
  return outline.kind === 'mask'
    ? hasSetPixel(outline.data, roundInward(getPolygonBounds(corners)))
    : getSharedArea(outline.data, corners) > MIN_CHANGE;
}

const getBounds = (shape: FittableShape): Bounds =>
  shape.kind === 'mask' ? getMaskBounds(shape.data) : getPolygonBounds(shape.data);

function expand({ minX, minY, maxX, maxY }: Bounds, distance: number): Bounds {
  return { minX: minX - distance, minY: minY - distance, maxX: maxX + distance, maxY: maxY + distance };
}

function roundInward({ minX, minY, maxX, maxY }: Bounds): Bounds {
  return { minX: Math.ceil(minX), minY: Math.ceil(minY), maxX: Math.floor(maxX), maxY: Math.floor(maxY) };
}
