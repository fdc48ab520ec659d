import { resizeBox, type BoxHandle } from '../geometry/box';
import { MAX_POINT_NAME_LENGTH, MIN_POLYGON_VERTICES } from '../geometry/limits';
import { isValidPolygon, vertexCount, withoutVertex, withVertexAt, withVertexInserted } from '../geometry/polygon';
import { normaliseShape, sameNumbers, translateShape } from '../geometry/shape';
import { newShapeId } from '../ids';
import {
  SHAPE_KINDS,
  type BoxData,
  type BoxShape,
  type MetaData,
  type PointData,
  type PointShape,
  type PolygonData,
  type PolygonShape,
  type Shape,
  type ShapeId,
  type ShapeKind,
  type Vec,
} from '../types';
import { DocumentCore } from './document-core';
import { withoutServerState } from './inverse';

/** A shape that is not in the document yet. */
export type NewShape =
  | { readonly kind: 'object'; readonly labelId: string; readonly data: BoxData; readonly metaData?: MetaData }
  | { readonly kind: 'polygon'; readonly labelId: string; readonly data: PolygonData; readonly metaData?: MetaData }
  | { readonly kind: 'point'; readonly name: string; readonly data: PointData };

interface EditOptions {
  /** Edits with the same key that quickly follow each other are one undo step. */
  readonly coalesceKey?: string;
}

const DUPLICATE_OFFSET: Vec = { x: 10, y: 10 };

/**
 * The annotation document with a person's commands. Each command is one change event and one undo step; it rounds and
 * clamps coordinates to the picture, and does nothing (null or false) where the shape is gone, is of another kind,
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
    const source = this.get(id);
    if (!source) return null;
    const copy = { ...withoutServerState(source), id: newShapeId() };
    const moved = translateShape(copy, DUPLICATE_OFFSET, this.picture);
    const after = moved === copy ? translateShape(copy, { x: -DUPLICATE_OFFSET.x, y: -DUPLICATE_OFFSET.y }, this.picture) : moved;
    this.commitLocal([{ op: 'create', after }], 'duplicate');
    return after;
  }

  delete(id: ShapeId): boolean {
    const before = this.get(id);
    if (!before) return false;
    this.commitLocal([{ op: 'delete', before }], 'delete');
    return true;
  }

  /** Deletes all shapes of the kinds; returns how many there were. */
  eraseAll(kinds: readonly ShapeKind[] = SHAPE_KINDS): number {
    const doomed = this.shapes().filter((shape) => kinds.includes(shape.kind));
    this.commitLocal(
      doomed.map((before) => ({ op: 'delete', before })),
      'erase-all',
    );
    return doomed.length;
  }

  relabel(id: ShapeId, labelId: string): boolean {
    return this.edit(id, (shape) => (shape.kind === 'point' || shape.labelId === labelId ? null : { ...shape, labelId }));
  }

  /** Renames a point; the name is trimmed, and a name too long for the API is refused. */
  rename(id: ShapeId, name: string): boolean {
    const trimmed = name.trim();
    if (trimmed.length > MAX_POINT_NAME_LENGTH) return false;
    return this.editPoint(id, (shape) => (shape.name === trimmed ? null : { ...shape, name: trimmed }));
  }

  /** Replaces the meta data of an object or a polygon. */
  setMeta(id: ShapeId, metaData: MetaData): boolean {
    return this.edit(id, (shape) => (shape.kind === 'point' || shape.metaData === metaData ? null : { ...shape, metaData }));
  }

  /** Moves by whole picture pixels, as far as the picture reaches. */
  move(id: ShapeId, delta: Vec, options?: EditOptions): boolean {
    return this.edit(id, (shape) => translateShape(shape, delta, this.picture), options);
  }

  /** Drags a handle of a box to a position in picture pixels. */
  resize(id: ShapeId, handle: BoxHandle, to: Vec): boolean {
    return this.editBox(id, (shape) => withData(shape, resizeBox(shape.data, handle, to, this.picture)));
  }

  /** Gives a shape new coordinates: the end of a drag whose every step was drawn as a preview. */
  setData(id: ShapeId, data: Shape['data']): boolean {
    return this.edit(id, (shape) => {
      const after = normaliseShape({ ...shape, data } as Shape, this.picture);
      return after && !sameNumbers(after.data, shape.data) ? after : null;
    });
  }

  moveVertex(id: ShapeId, index: number, to: Vec): boolean {
    return this.editPolygon(id, (shape) => withData(shape, withVertexAt(shape.data, index, to, this.picture)));
  }

  /** Adds a vertex on the edge that starts at vertex `edge`. */
  insertVertex(id: ShapeId, edge: number, at: Vec): boolean {
    return this.editPolygon(id, (shape) => withData(shape, withVertexInserted(shape.data, edge, at, this.picture)));
  }

  /** Refused where fewer than three vertices would be left. */
  removeVertex(id: ShapeId, index: number): boolean {
    return this.editPolygon(id, (shape) =>
      vertexCount(shape.data) <= MIN_POLYGON_VERTICES ? null : withData(shape, withoutVertex(shape.data, index)),
    );
  }

  private editBox(id: ShapeId, change: (shape: BoxShape) => Shape | null): boolean {
    return this.edit(id, (shape) => (shape.kind === 'object' ? change(shape) : null));
  }

  private editPolygon(id: ShapeId, change: (shape: PolygonShape) => PolygonShape | null): boolean {
    return this.edit(id, (shape) => {
      const after = shape.kind === 'polygon' ? change(shape) : null;
      return after && isValidPolygon(after.data) ? after : null;
    });
  }

  private editPoint(id: ShapeId, change: (shape: PointShape) => Shape | null): boolean {
    return this.edit(id, (shape) => (shape.kind === 'point' ? change(shape) : null));
  }

  private edit(id: ShapeId, change: (shape: Shape) => Shape | null, { coalesceKey }: EditOptions = {}): boolean {
    const before = this.get(id);
    const after = before && change(before);
    if (!after || after === before) return false;
    this.commitLocal([{ op: 'update', before, after }], 'update', coalesceKey);
    return true;
  }
}

function toShape(draft: NewShape): Shape {
  const id = newShapeId();
  if (draft.kind === 'point') return { ...draft, id, name: draft.name.trim() };
  return { ...draft, id, metaData: draft.metaData ?? {} };
}

/** The same object if the data did not change. */
function withData<S extends Shape>(shape: S, data: S['data']): S {
  return sameNumbers(shape.data, data) ? shape : { ...shape, data };
}
