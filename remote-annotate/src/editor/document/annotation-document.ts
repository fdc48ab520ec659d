import { MAX_POINT_NAME_LENGTH, MIN_POLYGON_VERTICES } from '../geometry/limits';
import { isValidPolygon, vertexCount, withoutVertex } from '../geometry/polygon';
import { normaliseShape, sameNumbers, translateShapes } from '../geometry/shape';
import { newShapeId } from '../ids';
import {
  SHAPE_KINDS,
  type BoxData,
  type MetaData,
  type PointData,
  type PolygonData,
  type Shape,
  type ShapeId,
  type ShapeKind,
  type Vec,
} from '../types';
import type { Change, ChangeCause } from './changes';
import { DocumentCore } from './document-core';
import { withoutServerState } from './inverse';

/** A shape that is not in the document yet. */
export type NewShape =
  | { readonly kind: 'object'; readonly labelId: string; readonly data: BoxData; readonly metaData?: MetaData }
  | { readonly kind: 'polygon'; readonly labelId: string; readonly data: PolygonData; readonly metaData?: MetaData }
  | { readonly kind: 'point'; readonly name: string; readonly data: PointData };

/** The shapes that a command is for: one, or many as one undo step. */
export type Which = ShapeId | readonly ShapeId[];

interface EditOptions {
  /** Edits with the same key that quickly follow each other are one undo step. */
  readonly coalesceKey?: string;
}

const DUPLICATE_OFFSET: Vec = { x: 10, y: 10 };

/**
 * The annotation document with a person's commands. Each command is one change event and one undo step; it rounds and
 * clamps coordinates to the picture, and leaves alone (null or false where that is all) what is gone, is of another kind,
 * would become invalid, or would not change.
 */
export class AnnotationDocument extends DocumentCore {
  create(draft: NewShape): Shape | null {
    return this.createMany([draft])[0] ?? null;
  }

  /** Creates all that is valid as one undo step (a prediction, the objects of the previous picture). */
  createMany(drafts: readonly NewShape[]): readonly Shape[] {
    const shapes = drafts.map((draft) => normaliseShape(toShape(draft), this.picture)).filter((shape) => shape !== null);
    this.commitLocal(
      shapes.map((after) => ({ op: 'create', after })),
      'create',
    );
    return shapes;
  }

  /** Copies a shape a little to the lower right, or to the upper left where there is no room. Returns the copy. */
  duplicate(id: ShapeId): Shape | null {
    return this.duplicateMany([id])[0] ?? null;
  }

  /** Copies shapes, all by the same way, as one undo step. Returns the copies. */
  duplicateMany(ids: readonly ShapeId[]): readonly Shape[] {
    const sources = this.present(ids);
    const { x, y } = DUPLICATE_OFFSET;
    const moved = translateShapes(sources, { x, y }, this.picture);
    const after = moved === sources ? translateShapes(sources, { x: -x, y: -y }, this.picture) : moved;
    const copies = after.map((shape) => ({ ...withoutServerState(shape), id: newShapeId() }));
    this.commitLocal(
      copies.map((copy) => ({ op: 'create', after: copy })),
      'duplicate',
    );
    return copies;
  }

  delete(which: Which): boolean {
    return this.remove(this.present(idsOf(which)), 'delete') > 0;
  }

  /** Deletes all shapes of the kinds but some, kind after kind; returns how many there were. */
  eraseAll(kinds: readonly ShapeKind[] = SHAPE_KINDS, except: ReadonlySet<ShapeId> = new Set()): number {
    return this.remove(
      kinds.flatMap((kind) => this.shapes().filter((shape) => shape.kind === kind && !except.has(shape.id))),
      'erase-all',
    );
  }

  relabel(which: Which, labelId: string): boolean {
    return this.edit(which, (shape) => (shape.kind === 'point' || shape.labelId === labelId ? null : { ...shape, labelId }));
  }

  /** Renames points; the name is trimmed, and a name too long for the API is refused. */
  rename(which: Which, name: string): boolean {
    const trimmed = name.trim();
    if (trimmed.length > MAX_POINT_NAME_LENGTH) return false;
    return this.edit(which, (shape) => (shape.kind !== 'point' || shape.name === trimmed ? null : { ...shape, name: trimmed }));
  }

  /** Replaces the meta data of objects and polygons. */
  setMeta(which: Which, metaData: MetaData): boolean {
    return this.edit(which, (shape) => (shape.kind === 'point' || shape.metaData === metaData ? null : { ...shape, metaData }));
  }

  /** Moves by whole picture pixels, all by the same way, as far as the picture reaches for all of them. */
  move(which: Which, delta: Vec, { coalesceKey }: EditOptions = {}): boolean {
    const before = this.present(idsOf(which));
    const after = translateShapes(before, delta, this.picture);
    return this.update(before, (_, index) => after[index] ?? null, coalesceKey);
  }

  /** Gives a shape new coordinates: the end of a drag whose every step was drawn as a preview. */
  setData(id: ShapeId, data: Shape['data'], { coalesceKey }: EditOptions = {}): boolean {
    const change = (shape: Shape) => {
      const after = normaliseShape({ ...shape, data } as Shape, this.picture);
      return after && !sameNumbers(after.data, shape.data) ? after : null;
    };
    return this.update(this.present([id]), change, coalesceKey);
  }

  /** Refused where fewer than three vertices would be left, or no area. */
  removeVertex(id: ShapeId, index: number): boolean {
    return this.edit(id, (shape) => {
      if (shape.kind !== 'polygon' || vertexCount(shape.data) <= MIN_POLYGON_VERTICES) return null;
      const data = withoutVertex(shape.data, index);
      return isValidPolygon(data) && !sameNumbers(shape.data, data) ? { ...shape, data } : null;
    });
  }

  private present(ids: readonly ShapeId[]): readonly Shape[] {
    return [...new Set(ids)].map((id) => this.get(id)).filter((shape) => shape !== undefined);
  }

  private remove(doomed: readonly Shape[], cause: ChangeCause): number {
    this.commitLocal(
      doomed.map((before) => ({ op: 'delete', before })),
      cause,
    );
    return doomed.length;
  }

  private edit(which: Which, change: (shape: Shape) => Shape | null): boolean {
    return this.update(this.present(idsOf(which)), change);
  }

  private update(shapes: readonly Shape[], change: (shape: Shape, index: number) => Shape | null, coalesceKey?: string): boolean {
    const changes = shapes.flatMap((before, index): Change[] => {
      const after = change(before, index);
      return after && after !== before ? [{ op: 'update', before, after }] : [];
    });
    this.commitLocal(changes, 'update', coalesceKey);
    return changes.length > 0;
  }
}

function idsOf(which: Which): readonly ShapeId[] {
  return typeof which === 'string' ? [which] : which;
}

function toShape(draft: NewShape): Shape {
  const id = newShapeId();
  if (draft.kind === 'point') return { ...draft, id, name: draft.name.trim() };
  return { ...draft, id, metaData: draft.metaData ?? {} };
}
