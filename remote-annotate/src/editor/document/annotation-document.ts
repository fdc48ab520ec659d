import type { AttributeValue } from '@console/shared-contract/shape-attributes';
import { MAX_POINT_NAME_LENGTH, MIN_POLYGON_VERTICES } from '../geometry/limits';
import { isValidPolygon, countVertices, withoutVertex } from '../geometry/polygon';
import type { PointMark, ShapeTransform } from '../kinds/shape-util';
import { newShapeId } from '../model/ids';
import { areItemsEqual } from '../model/signals';
import {
  isLabelled,
  type MetaData,
  type ServerState,
  type Shape,
  type ShapeId,
  type ShapeKind,
  type ShapeTypes,
  type Vec,
} from '../model/types';
import type { ShapeChange, ChangeCause } from './changes';
import { DocumentCore } from './document-core';
import { toCopiedContent } from './inverse';

type NewContent<S extends Shape> = Omit<S, 'id' | 'metaData' | keyof ServerState> &
  (S extends { readonly metaData: MetaData } ? { readonly metaData?: MetaData } : unknown);

/** A shape that is not in the document yet. */
export type NewShape = { [Kind in ShapeKind]: NewContent<ShapeTypes[Kind]> }[ShapeKind];

/** The shapes that a command changes: one, or many as one undo step. */
export type ShapeSelector = ShapeId | readonly ShapeId[];

interface EditOptions {
  /** Edits with the same key within a second are merged into one undo step. */
  readonly coalesceKey?: string;
}

const DUPLICATE_OFFSET: Vec = { x: 10, y: 10 };

/**
 * The shapes of an image with the commands of the user. Each command emits one change event and is one undo step. Commands round
 * coordinates and clamp them to the image. They skip shapes that do not exist, have the wrong kind, or would become invalid. A command that
 * changes nothing returns null or false.
 */
export class AnnotationDocument extends DocumentCore {
  create(draft: NewShape): Shape | null {
    return this.createMany([draft])[0] ?? null;
  }

  /** Creates all valid shapes as one undo step, for example from a prediction or from the previous image. */
  createMany(drafts: readonly NewShape[]): readonly Shape[] {
    const shapes = this.toShapes(drafts);
    this.commitLocal(
      shapes.map((shape) => ({ op: 'create', after: shape })),
      'create',
    );
    return shapes;
  }

  /** Copies shapes with an offset to the lower right, or to the upper left at the edge of the image. Returns the copies. */
  duplicateMany(ids: readonly ShapeId[]): readonly Shape[] {
    const sources = this.findExisting(ids);
    const { x, y } = DUPLICATE_OFFSET;
    const movedShapes = this.kinds.translate(sources, { x, y }, this.imageSize);
    const copiedShapes = movedShapes === sources ? this.kinds.translate(sources, { x: -x, y: -y }, this.imageSize) : movedShapes;
    const copies = copiedShapes.map((shape) => ({ ...toCopiedContent(shape), id: newShapeId() }));
    this.commitLocal(
      copies.map((copy) => ({ op: 'create', after: copy })),
      'duplicate',
    );
    return copies;
  }

  /** Deletes shapes and creates others as one undo step, for example to convert them to another kind. Returns the created shapes. */
  replace(selector: ShapeSelector, drafts: readonly NewShape[]): readonly Shape[] {
    const shapes = this.toShapes(drafts);
    const deletions = this.findExisting(toIds(selector)).map((before): ShapeChange => ({ op: 'delete', before }));
    this.commitLocal([...deletions, ...shapes.map((after): ShapeChange => ({ op: 'create', after }))], 'update');
    return shapes;
  }

  delete(selector: ShapeSelector): boolean {
    return this.removeShapes(this.findExisting(toIds(selector)), 'delete') > 0;
  }

  /** Deletes all shapes of the given kinds, except the shapes in `excludedIds`. Returns the number of deleted shapes. */
  eraseAll(kinds: readonly ShapeKind[] = this.kinds.names, excludedIds: ReadonlySet<ShapeId> = new Set()): number {
    return this.removeShapes(
      kinds.flatMap((kind) => this.getShapes().filter((shape) => shape.kind === kind && !excludedIds.has(shape.id))),
      'erase-all',
    );
  }

  /** Changes the label. Shapes that cannot have the label stay unchanged. */
  relabel(selector: ShapeSelector, labelId: string): boolean {
    return this.editShapes(selector, (shape) =>
      isLabelled(shape) && shape.labelId !== labelId && this.kinds.fitsLabel(shape, labelId) ? { ...shape, labelId } : null,
    );
  }

  /** Renames points. The name is trimmed. A name that is too long for the API is rejected. */
  rename(selector: ShapeSelector, name: string): boolean {
    const trimmedName = name.trim();
    if (trimmedName.length > MAX_POINT_NAME_LENGTH) return false;
    return this.editShapes(selector, (shape) =>
      !('name' in shape) || shape.name === trimmedName ? null : { ...shape, name: trimmedName },
    );
  }

  /** Replaces the meta data of shapes. Shapes of kinds without meta data stay unchanged. */
  setMeta(selector: ShapeSelector, metaData: MetaData): boolean {
    return this.editShapes(selector, (shape) =>
      !('metaData' in shape) || shape.metaData === metaData ? null : { ...shape, metaData },
    );
  }

  /** Sets an attribute of shapes whose kind has attributes. The value null removes the attribute. */
  setAttribute(selector: ShapeSelector, name: string, value: AttributeValue | null): boolean {
    return this.editShapes(selector, (shape) => {
      const { [name]: current = null, ...otherAttributes } = shape.attributes ?? {};
      if (!this.kinds.get(shape.kind).hasAttributes || current === value) return null;
      return { ...shape, attributes: value === null ? otherAttributes : { ...otherAttributes, [name]: value } };
    });
  }

  /** Moves shapes together by whole image pixels. The movement stops where the first shape reaches the edge of the image. */
  move(selector: ShapeSelector, delta: Vec, { coalesceKey }: EditOptions = {}): boolean {
    const shapes = this.findExisting(toIds(selector));
    const movedShapes = this.kinds.translate(shapes, delta, this.imageSize);
    return this.updateShapes(shapes, (_, index) => movedShapes[index] ?? null, coalesceKey);
  }

  /** Rotates shapes clockwise, each about its center. Shapes that cannot be rotated stay unchanged. */
  rotate(selector: ShapeSelector, degrees: number, { coalesceKey }: EditOptions = {}): boolean {
    const rotateShape = (shape: Shape) => this.kinds.rotate(shape, degrees, this.imageSize);
    return this.updateShapes(this.findExisting(toIds(selector)), rotateShape, coalesceKey);
  }

  /** Sets the coordinates of a shape, for example at the end of a drag that was previewed. */
  setData(id: ShapeId, data: Shape['data'], { coalesceKey }: EditOptions = {}): boolean {
    const applyData = (shape: Shape) => {
      const after = this.kinds.normalise({ ...shape, data } as Shape, this.imageSize);
      return after && !areItemsEqual(after.data, shape.data) ? after : null;
    };
    return this.updateShapes(this.findExisting([id]), applyData, coalesceKey);
  }

  /**
   * Replaces each shape by zero or more pieces, as one undo step. The first valid piece changes the shape, and the others become new shapes
   * with the same label. A shape without pieces is deleted. Returns the changed and new shapes.
   */
  replaceData(replacements: ReadonlyMap<ShapeId, readonly (readonly number[])[]>): readonly Shape[] {
    const changes = this.findExisting([...replacements.keys()]).flatMap((before): ShapeChange[] => {
      const pieces = replacements.get(before.id) ?? [];
      if (pieces.length === 0) return [{ op: 'delete', before }];
      const [firstPiece, ...otherPieces] = pieces
        .map((data) => this.kinds.normalise({ ...before, data } as Shape, this.imageSize))
        .filter((shape) => shape !== null);
      if (!firstPiece) return [];
      const copies = otherPieces.map((shape) => ({ ...toCopiedContent(shape), id: newShapeId() }));
      const isChanged = !areItemsEqual(firstPiece.data, before.data);
      return [
        ...(isChanged ? [{ op: 'update', before, after: withoutScore(firstPiece) } as const] : []),
        ...copies.map((after) => ({ op: 'create', after }) as const),
      ];
    });
    this.commitLocal(changes, 'update');
    return changes.flatMap((change) => (change.op === 'delete' ? [] : [change.after]));
  }

  /** Removes a vertex, unless the polygon would have fewer than three vertices or no area. */
  removeVertex(id: ShapeId, index: number): boolean {
    return this.editShapes(id, (shape) => {
      if (!this.kinds.hasVertices(shape) || countVertices(shape.data) <= MIN_POLYGON_VERTICES) return null;
      const data = withoutVertex(shape.data, index);
      return isValidPolygon(data) && !areItemsEqual(shape.data, data) ? ({ ...shape, data } as Shape) : null;
    });
  }

  /**
   * Sets the mark of a point (occluded or absent), or removes the mark if the point already has it. The last present point cannot
   * become absent.
   */
  markPoint(id: ShapeId, index: number, mark: PointMark): boolean {
    return this.editShapes(id, (shape) => {
      const data = this.kinds.getPoints(shape)?.mark?.(shape, index, mark);
      return data ? this.kinds.normalise({ ...shape, data } as Shape, this.imageSize) : null;
    });
  }

  /** Applies a command to the coordinates of each shape. Shapes whose kind does not support the command stay unchanged. */
  transform(selector: ShapeSelector, name: ShapeTransform): boolean {
    return this.editShapes(selector, (shape) => this.kinds.transform(shape, name, this.imageSize));
  }

  private toShapes(drafts: readonly NewShape[]): readonly Shape[] {
    return drafts.map((draft) => this.kinds.normalise(toShape(draft), this.imageSize)).filter((shape) => shape !== null);
  }

  private findExisting(ids: readonly ShapeId[]): readonly Shape[] {
    return [...new Set(ids)].map((id) => this.get(id)).filter((shape) => shape !== undefined);
  }

  private removeShapes(shapes: readonly Shape[], cause: ChangeCause): number {
    this.commitLocal(
      shapes.map((before) => ({ op: 'delete', before })),
      cause,
    );
    return shapes.length;
  }

  private editShapes(selector: ShapeSelector, change: (shape: Shape) => Shape | null): boolean {
    return this.updateShapes(this.findExisting(toIds(selector)), change);
  }

  private updateShapes(
    shapes: readonly Shape[],
    change: (shape: Shape, index: number) => Shape | null,
    coalesceKey?: string,
  ): boolean {
    const changes = shapes.flatMap((before, index): ShapeChange[] => {
      const after = change(before, index);
      return after && after !== before ? [{ op: 'update', before, after: withoutScore(after) }] : [];
    });
    this.commitLocal(changes, 'update', coalesceKey);
    return changes.length > 0;
  }
}

/** Removes the confidence score of the model, which no longer applies after a user has changed the shape. */
function withoutScore(shape: Shape): Shape {
  if (shape.score === undefined) return shape;
  const { score: _score, model: _model, ...others } = shape;
  return others;
}

function toIds(selector: ShapeSelector): readonly ShapeId[] {
  return typeof selector === 'string' ? [selector] : selector;
}

function toShape(draft: NewShape): Shape {
  const id = newShapeId();
  if ('name' in draft) return { ...draft, id, name: draft.name.trim() };
  return { ...draft, id, metaData: draft.metaData ?? {} };
}
