import type { Handle } from '../geometry/handles';
import type { LabelledKind } from '../model/label-memory';
import type { Bounds, ImageSize, Shape, ShapeBase, Vec } from '../model/types';
import type { ShapePainter } from '../painting/shape-painter';

/** What the editor needs to know about a kind of shape. All coordinates are image pixels. */
export interface ShapeUtil<S extends ShapeBase = Shape> {
  readonly kind: S['kind'];
  readonly painter: ShapePainter<S>;
  /** Which labels the kind uses; null if its shapes have a free-text name instead. */
  readonly labelKind: LabelledKind | null;
  /** False for shapes that are too thin to be hit exactly. */
  readonly hasArea: boolean;
  /**
   * Whether `data` is a flat list of vertices, which the user can pick, add and remove. Vertices of other shapes snap to these vertices.
   */
  readonly hasVertices: boolean;
  /** Whether the server stores attributes for shapes of the kind. Default: false. */
  readonly hasAttributes?: boolean;
  getBounds(shape: S): Bounds;
  /** Returns the area in square image pixels. The smallest shape wins a hit test. */
  getArea(shape: S): number;
  /** Whether `point` is in the shape or at most `tolerance` outside it. */
  isHit(shape: S, point: Vec, tolerance: number): boolean;
  /** Whether `point` is at most `tolerance` away from the outline. */
  isOutlineHit(shape: S, point: Vec, tolerance: number): boolean;
  /** Rounds and clamps coordinates to the image. Returns null if the result cannot be saved. */
  normalise(data: readonly number[], imageSize: ImageSize): S['data'] | null;
  /** Returns the coordinates moved by whole image pixels. The caller must keep them inside the image. */
  translate(data: S['data'], offset: Vec): S['data'];
  /** Returns the handles at a camera scale in painting order. */
  getHandles(shape: S, scale: number): readonly Handle[];
  /** Starts a drag of one of the handles. */
  startDrag(shape: S, handle: Handle, imageSize: ImageSize): HandleDrag<S> | null;
  /** Rotates the coordinates clockwise. Missing if shapes of the kind cannot be rotated. */
  rotate?(data: S['data'], degrees: number): S['data'];
  /** Operations on single points, which keys and handles select. Missing if the points of the shape cannot be selected. */
  readonly points?: PointOperations<S>;
  /** Returns the coordinates after a command that changes all of them. Missing if the kind has no such command. */
  transform?(shape: S, name: ShapeTransform): S['data'];
  /** Whether the shape can have a label. Missing if it can have any label of its kind. */
  fitsLabel?(shape: S, labelId: string): boolean;
  /** Returns the size as text, if the bounds do not describe it. */
  describeSize?(shape: S): string | null;
}

/** A command that changes the coordinates of a shape: exchanges its left and right points, or mirrors it. */
export type ShapeTransform = 'swap-sides' | 'mirror';

/** Mark of a point that is hidden behind something (`occluded`), or that is not in the image (`absent`). */
export type PointMark = 'occluded' | 'absent';

/** Operations on the points of a shape by their index. */
export interface PointOperations<S extends ShapeBase = Shape> {
  count(shape: S): number;
  /** Returns the position, or null for an absent point. */
  get(shape: S, index: number): Vec | null;
  /** Returns the coordinates with the point at another position. */
  moveTo(shape: S, index: number, position: Vec, imageSize: ImageSize): S['data'];
  /** Returns the coordinates with the mark set, or removed if the point already has it. Missing if points have no marks. */
  mark?(shape: S, index: number, mark: PointMark): S['data'];
  /** Returns the name and the mark of the point as text. Missing for points without names. */
  describe?(shape: S, index: number): string;
}

export interface HandleDrag<S extends ShapeBase = Shape> {
  /** The shape before the first move. If the drag inserts a vertex, the shape already contains this vertex. */
  readonly shape: S;
  /** Whether the handle snaps to vertices of other shapes. */
  readonly canSnap: boolean;
  /** Returns the coordinates with the handle at a position. `isConstrained` says whether the user holds Shift, for example to snap angles. */
  getDataAt(position: Vec, isConstrained: boolean): S['data'];
}
