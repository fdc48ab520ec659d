import { normalisePolygon } from '../../../editor/geometry/polygon';
import type { Readable } from '../../../editor/model/signals';
import type { ImageSize, PolygonData, PolygonShape, Shape, ShapeId } from '../../../editor/model/types';
import type { ToolHost } from '../../../editor/tools/states/tool-host';
import type { ToolSnapshot } from '../../../editor/tools/tool-manager';
import { fitShapes, isFittable, type FitHost, type FittableShape } from './fit-shapes';
import {
  cutPolygon,
  getSharedArea,
  intersectPolygons,
  subtractPolygons,
  unitePolygons,
  type Line,
  type Pieces,
} from './polygon-sets';
import { simplifyPolygon, smoothPolygon } from './polygon-vertices';

/** A command on the selected polygons without further input. */
export type PolygonOperation = 'merge' | 'subtract' | 'intersect' | 'smooth';

/** The part of the editor that the commands use. */
interface PolygonEditor extends ToolHost, FitHost {
  readonly imageSize: ImageSize;
  readonly topics: { readonly tool: Readable<ToolSnapshot> };
}

/** A command with a value that the user adjusts in a preview. `fill-gaps` changes polygons and masks, `simplify` only polygons. */
export type AdjustableOperation = 'simplify' | 'fill-gaps';

/** The pieces that replace each shape. A shape without pieces is deleted. */
type Replacement = ReadonlyMap<ShapeId, Pieces>;

/** A change that has been calculated, but not yet applied. */
export interface Adjustment {
  readonly shapes: readonly FittableShape[];
  readonly replacement: Replacement;
}

const OPERATIONS: Readonly<Record<PolygonOperation, (shapes: readonly PolygonShape[], editor: PolygonEditor) => Replacement>> = {
  merge: mergeShapes,
  subtract: ([firstShape, ...otherShapes], { imageSize }) =>
    replaceFirst(firstShape, otherShapes, imageSize, (data, otherData) => subtractPolygons(data, otherData)),
  intersect: ([firstShape, ...otherShapes], { imageSize }) =>
    replaceFirst(firstShape, otherShapes, imageSize, (data, otherData) => intersectPolygons([data, ...otherData])),
  smooth: (shapes) => new Map(shapes.map(({ id, data }) => [id, [smoothPolygon(data)]])),
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

/**
 * Calculates a change of the selected shapes. `value` is in image pixels. For `simplify`, it is the maximum distance to the old outline.
 * For `fill-gaps`, it is the width of the largest gap to fill; 0 only removes overlaps.
 */
export async function calculateAdjustment(
  editor: PolygonEditor,
  operation: AdjustableOperation,
  value: number,
  signal: AbortSignal,
): Promise<Adjustment> {
  const shapes = getAdjustableShapes(editor, operation);
  const replacement =
    operation === 'fill-gaps'
      ? await fitShapes(shapes, editor, value, signal)
      : new Map(shapes.map(({ id, data }) => [id, [simplifyPolygon(data, value)]]));
  return { shapes, replacement };
}

/** Returns the shapes that `applyAdjustment` would create, for a preview. */
export function getAdjustedShapes({ shapes, replacement }: Adjustment): readonly FittableShape[] {
  return shapes.flatMap((shape) => (replacement.get(shape.id) ?? []).map((data) => ({ ...shape, data })));
}

/** Applies a change as one undo step. If a shape has changed since the calculation, shows a notice instead. */
export function applyAdjustment(editor: PolygonEditor, { shapes, replacement }: Adjustment): boolean {
  const isCurrent = shapes.every(({ id, data }) => editor.document.get(id)?.data === data && !editor.isLocked(id));
  if (isCurrent && editor.topics.tool.getSnapshot().busy === 'idle') return replaceShapes(editor, shapes, replacement);
  editor.notify({ type: 'shape-changed' });
  return false;
}

/** Returns the selected shapes that a command may change, in the order of selection. Empty while a shape is drawn. */
export function getAdjustableShapes(editor: PolygonEditor, operation: AdjustableOperation): readonly FittableShape[] {
  if (editor.isReadOnly || editor.topics.tool.getSnapshot().busy !== 'idle') return [];
  return editor.unlockedSelectedShapes.filter(operation === 'fill-gaps' ? isFittable : isPolygon);
}

const getEditablePolygons = (editor: PolygonEditor) => getAdjustableShapes(editor, 'simplify').filter(isPolygon);

const isPolygon = (shape: Shape): shape is PolygonShape => shape.kind === 'polygon';

function replaceShapes(editor: PolygonEditor, shapes: readonly FittableShape[], replacement: Replacement): boolean {
  if (shapes.length === 0) return false;
  const results = editor.document.replaceData(replacement);
  // Deleted shapes also count as a change. A merge may leave the first polygon as it is and only delete polygons inside it.
  const hasDeleted = shapes.some(({ id }) => !editor.document.get(id));
  if (results.length === 0 && !hasDeleted) {
    editor.notify({ type: 'polygons-unchanged', count: shapes.length });
    return false;
  }
  if (results.length > 0) editor.selectByCommand(results.map(({ id }) => id));
  const lockedCount = editor.selectedShapes.filter(({ id }) => editor.isLocked(id)).length;
  if (lockedCount > 0) editor.notify({ type: 'locked', count: lockedCount });
  return true;
}

/**
 * Merges polygons that touch each other. Each connected area of the union replaces the first of its polygons, and the others are deleted.
 * Polygons that touch no other polygon stay unchanged.
 */
function mergeShapes(shapes: readonly PolygonShape[]): Replacement {
  const replacement = new Map<ShapeId, Pieces>();
  let remainingShapes = shapes;
  for (const pieces of unitePolygons(shapes.map(({ data }) => data))) {
    const mergedShapes = remainingShapes.filter(({ data }) => pieces.some((piece) => getSharedArea(piece, data) > 0));
    remainingShapes = remainingShapes.filter((shape) => !mergedShapes.includes(shape));
    if (mergedShapes.length < 2) continue;
    for (const [index, { id }] of mergedShapes.entries()) replacement.set(id, index === 0 ? pieces : []);
  }
  return replacement;
}

/** Changes the first polygon and deletes the others. Nothing changes if they do not overlap, or if nothing would be left. */
function replaceFirst(
  firstPolygon: PolygonShape | undefined,
  otherPolygons: readonly PolygonShape[],
  imageSize: ImageSize,
  getPieces: (data: PolygonData, otherData: readonly PolygonData[]) => Pieces,
): Replacement {
  const isOverlapping = firstPolygon && otherPolygons.some(({ data }) => getSharedArea(firstPolygon.data, data) > 0);
  const otherData = otherPolygons.map(({ data }) => data);
  const pieces: Pieces = isOverlapping
    ? getPieces(firstPolygon.data, otherData).filter((piece) => normalisePolygon(piece, imageSize) !== null)
    : [];
  return firstPolygon && pieces.length > 0
    ? new Map([[firstPolygon.id, pieces], ...otherPolygons.map(({ id }) => [id, []] as const)])
    : new Map();
}
