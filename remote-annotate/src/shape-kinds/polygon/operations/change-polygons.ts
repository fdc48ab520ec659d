import { getPolygonArea, getPolygonBounds, normalisePolygon } from '../../../editor/geometry/polygon';
import type { Readable } from '../../../editor/model/signals';
import type { Bounds, ImageSize, MaskShape, PolygonData, PolygonShape, Shape, ShapeId } from '../../../editor/model/types';
import type { ToolHost } from '../../../editor/tools/states/tool-host';
import type { ToolSnapshot } from '../../../editor/tools/tool-manager';
import { fitMask } from '../../mask/bitmap/fill-gaps';
import { getMaskBounds } from '../../mask/mask-region';
import {
  cutPolygon,
  fitToNeighbours,
  getSharedArea,
  intersectPolygons,
  subtractPolygons,
  unitePolygons,
  type Line,
  type Pieces,
} from './polygon-sets';
import { simplifyPolygon, smoothPolygon } from './polygon-vertices';

/** A command on the selected polygons without further input. */
export type PolygonOperation = 'merge' | 'subtract' | 'intersect' | 'remove-overlap' | 'smooth';

/** The part of the editor that the commands use. */
interface PolygonEditor extends ToolHost {
  readonly topics: { readonly tool: Readable<ToolSnapshot> };
  isShown(id: ShapeId): boolean;
  findShapesIn(bounds: Bounds): readonly Shape[];
}

/** A command with a value that the user adjusts in a preview. It changes selected polygons; filling gaps also changes masks. */
export type AdjustableOperation = 'simplify' | 'fill-gaps';

type AdjustableShape = PolygonShape | MaskShape;

/** The pieces that replace each shape. A shape without pieces is deleted. */
type Replacement = ReadonlyMap<ShapeId, Pieces>;

const OPERATIONS: Readonly<Record<PolygonOperation, (shapes: readonly PolygonShape[], editor: PolygonEditor) => Replacement>> = {
  merge: mergeShapes,
  subtract: ([first, ...others], { imageSize }) =>
    replaceFirst(first, others, imageSize, (data, otherData) => subtractPolygons(data, otherData)),
  intersect: ([first, ...others], { imageSize }) =>
    replaceFirst(first, others, imageSize, (data, otherData) => intersectPolygons([data, ...otherData])),
  'remove-overlap': (shapes, editor) => fitShapes(shapes, editor, 0),
  smooth: (shapes) => new Map(shapes.map(({ id, data }) => [id, [smoothPolygon(data)]])),
};

/** `value` is the maximum distance to the old outline, or the width of the largest gap to fill, in image pixels. */
const ADJUSTABLE_OPERATIONS: Readonly<
  Record<AdjustableOperation, (shapes: readonly AdjustableShape[], editor: PolygonEditor, value: number) => Replacement>
> = {
  simplify: (shapes, _, tolerance) =>
    new Map(shapes.filter(isPolygon).map(({ id, data }) => [id, [simplifyPolygon(data, tolerance)]])),
  'fill-gaps': fitShapes,
};

/**
 * Changes the selected, unlocked polygons as one undo step and selects the result. The first selected polygon keeps its label and
 * its row. Returns whether anything was changed; if not, a notice explains why.
 */
export function changePolygons(editor: PolygonEditor, operation: PolygonOperation): boolean {
  const shapes = getEditablePolygons(editor);
  return shapes.length > 0 && replaceShapes(editor, shapes, OPERATIONS[operation](shapes, editor));
}

/** Divides the selected polygons that the line crosses, as one undo step. */
export function cutPolygons(editor: PolygonEditor, line: Line): boolean {
  const shapes = getEditablePolygons(editor);
  return replaceShapes(editor, shapes, new Map(shapes.map(({ id, data }) => [id, cutPolygon(data, line)])));
}

/** Returns the shapes that `adjustPolygons` would create from the selected ones. */
export function previewPolygons(
  editor: PolygonEditor,
  operation: AdjustableOperation,
  value: number,
): readonly AdjustableShape[] {
  const shapes = getAdjustableShapes(editor, operation);
  const replacement = ADJUSTABLE_OPERATIONS[operation](shapes, editor, value);
  return shapes.flatMap((shape) => (replacement.get(shape.id) ?? []).map((data) => ({ ...shape, data })));
}

/** Changes the selected shapes by a value that the user has chosen, as one undo step. */
export function adjustPolygons(editor: PolygonEditor, operation: AdjustableOperation, value: number): boolean {
  const shapes = getAdjustableShapes(editor, operation);
  return replaceShapes(editor, shapes, ADJUSTABLE_OPERATIONS[operation](shapes, editor, value));
}

/** Returns the selected shapes that a command may change, in the order of selection. Empty while a shape is drawn. */
export function getAdjustableShapes(editor: PolygonEditor, operation: AdjustableOperation): readonly AdjustableShape[] {
  if (editor.isReadOnly || editor.topics.tool.getSnapshot().busy !== 'idle') return [];
  return editor.unlockedSelectedShapes.filter(operation === 'fill-gaps' ? isAdjustable : isPolygon);
}

const getEditablePolygons = (editor: PolygonEditor) => getAdjustableShapes(editor, 'simplify').filter(isPolygon);

const isPolygon = (shape: Shape): shape is PolygonShape => shape.kind === 'polygon';
const isAdjustable = (shape: Shape): shape is AdjustableShape => isPolygon(shape) || shape.kind === 'mask';

function replaceShapes(editor: PolygonEditor, shapes: readonly AdjustableShape[], replacement: Replacement): boolean {
  if (shapes.length === 0) return false;
  const results = editor.document.replaceData(replacement);
  // Also report a change if shapes were deleted: a polygon that contains the others may be unchanged while they are deleted.
  const hasDeleted = shapes.some(({ id }) => !editor.document.get(id));
  if (results.length === 0 && !hasDeleted) {
    editor.notify({ type: 'polygons-unchanged', count: shapes.length });
    return false;
  }
  if (results.length > 0) editor.highlight(results.map(({ id }) => id));
  const lockedCount = editor.selectedShapes.filter(({ id }) => editor.isLocked(id)).length;
  if (lockedCount > 0) editor.notify({ type: 'locked', count: lockedCount });
  return true;
}

/**
 * Merges polygons: each connected area of the union replaces the first of its polygons. Polygons that touch no other one stay
 * unchanged.
 */
function mergeShapes(shapes: readonly PolygonShape[]): Replacement {
  const replacement = new Map<ShapeId, Pieces>();
  let remainingShapes = shapes;
  for (const pieces of unitePolygons(shapes.map(({ data }) => data))) {
    const members = remainingShapes.filter(({ data }) => pieces.some((piece) => getSharedArea(piece, data) > 0));
    remainingShapes = remainingShapes.filter((shape) => !members.includes(shape));
    if (members.length < 2) continue;
    for (const [index, { id }] of members.entries()) replacement.set(id, index === 0 ? pieces : []);
  }
  return replacement;
}

/** Changes the first polygon and deletes the others. Nothing changes if they do not overlap, or if nothing would be left. */
function replaceFirst(
  first: PolygonShape | undefined,
  others: readonly PolygonShape[],
  imageSize: ImageSize,
  getPieces: (data: PolygonData, otherData: readonly PolygonData[]) => Pieces,
): Replacement {
  const isOverlapping = first && others.some(({ data }) => getSharedArea(first.data, data) > 0);
  const otherData = others.map(({ data }) => data);
  const pieces: Pieces = isOverlapping
    ? getPieces(first.data, otherData).filter((piece) => normalisePolygon(piece, imageSize) !== null)
    : [];
  return first && pieces.length > 0 ? new Map([[first.id, pieces], ...others.map(({ id }) => [id, []] as const)]) : new Map();
}

/** Smaller changes of the area are rounding errors. In square image pixels. */
const MIN_CHANGE = 0.01;

/**
 * Fits each shape to its visible neighbours, which stay unchanged: fills gaps up to a width in image pixels, and removes
 * overlaps. So a shape that was drawn across a gap fills it exactly. If several selected shapes share an area, the first one gets
 * it. Only polygons are neighbours of polygons, because the edges of masks are stepped.
 */
function fitShapes(shapes: readonly AdjustableShape[], editor: PolygonEditor, maxGap: number): Replacement {
  const selectedIds = new Set(shapes.map(({ id }) => id));
  const replacement = new Map<ShapeId, Pieces>();
  const fitted: AdjustableShape[] = [];
  for (const shape of shapes) {
    const { minX, minY, maxX, maxY } = shape.kind === 'mask' ? getMaskBounds(shape.data) : getPolygonBounds(shape.data);
    const bounds = { minX: minX - maxGap, minY: minY - maxGap, maxX: maxX + maxGap, maxY: maxY + maxGap };
    const neighbours = editor
      .findShapesIn(bounds)
      .filter(isAdjustable)
      .filter(({ id }) => !selectedIds.has(id) && editor.isShown(id));
    const pieces = fitShape(shape, [...neighbours, ...fitted], maxGap, editor.imageSize);
    replacement.set(shape.id, pieces);
    fitted.push(...pieces.map((data) => ({ ...shape, data })));
  }
  return replacement;
}

/** Leave a shape that is inside another one unchanged, because nothing of it would remain. */
function fitShape(shape: AdjustableShape, neighbours: readonly AdjustableShape[], maxGap: number, imageSize: ImageSize): Pieces {
  const { data } = shape;
  if (shape.kind === 'mask') return [fitMask(data, neighbours, maxGap, imageSize) ?? data];
  const otherPolygons = neighbours.filter(isPolygon).map((neighbour) => neighbour.data);
  const pieces = otherPolygons.length === 0 ? [data] : fitToNeighbours(data, otherPolygons, maxGap);
  const isChanged = pieces.length > 0 && Math.abs(getTotalArea(pieces) - getPolygonArea(data)) > MIN_CHANGE;
  return isChanged ? pieces : [data];
}

const getTotalArea = (pieces: Pieces): number => pieces.reduce((sum, piece) => sum + getPolygonArea(piece), 0);
