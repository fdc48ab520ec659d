import { getUnion } from '../geometry/bounds';
import type { Handle } from '../geometry/handles';
import { clampTranslation } from '../geometry/clamp';
import type { LabelledKind } from '../model/label-memory';
import { areItemsEqual } from '../model/signals';
import {
  isLabelled,
  listLabels,
  type Bounds,
  type Label,
  type LabelledShape,
  type LabelSet,
  type ImageSize,
  type Shape,
  type ShapeKind,
  type Vec,
} from '../model/types';
import type { ShapePainter } from '../painting/shape-painter';
import type { HandleDrag, PointOperations, ShapeTransform, ShapeUtil } from './shape-util';

/** The kinds of shapes that an editor supports. Its methods throw for any other kind. */
export class ShapeKinds {
  /** The kinds in the order in which lists and commands process them. */
  readonly names: readonly ShapeKind[];
  private readonly utils: ReadonlyMap<string, ShapeUtil>;

  constructor(utils: readonly ShapeUtil[]) {
    this.names = utils.map(({ kind }) => kind);
    this.utils = new Map(utils.map((util) => [util.kind, util]));
  }

  /** Returns the functions and properties of a kind. Throws for an unknown kind, for example of a newer release. */
  get(kind: ShapeKind): ShapeUtil {
    const util = this.utils.get(kind);
    if (!util) throw new Error(`Unknown kind of shape: ${kind}`);
    return util;
  }

  getPainter({ kind }: Shape): ShapePainter {
    return this.get(kind).painter;
  }

  readonly getBounds = (shape: Shape): Bounds => this.get(shape.kind).getBounds(shape);

  readonly getArea = (shape: Shape): number => this.get(shape.kind).getArea(shape);

  isHit(shape: Shape, point: Vec, tolerance: number): boolean {
    return this.get(shape.kind).isHit(shape, point, tolerance);
  }

  isOutlineHit(shape: Shape, point: Vec, tolerance: number): boolean {
    return this.get(shape.kind).isOutlineHit(shape, point, tolerance);
  }

  hasArea({ kind }: Shape): boolean {
    return this.get(kind).hasArea;
  }

  hasVertices({ kind }: Shape): boolean {
    return this.get(kind).hasVertices;
  }

  /** Returns the size of the shape as text, or null if its bounds describe it. */
  describeSize(shape: Shape): string | null {
    return this.get(shape.kind).describeSize?.(shape) ?? null;
  }

  getHandles(shape: Shape, scale: number): readonly Handle[] {
    return this.get(shape.kind).getHandles(shape, scale);
  }

  startDrag(shape: Shape, handle: Handle, imageSize: ImageSize): HandleDrag | null {
    return this.get(shape.kind).startDrag(shape, handle, imageSize);
  }

  /** Returns the kind of labels that shapes of a kind use. Null for shapes with a name instead of a label. */
  readonly getLabelKind = (kind: ShapeKind): LabelledKind | null => this.get(kind).labelKind;

  /**
   * Returns the kind of labels that all these shapes share. Null for an empty list, for different kinds of labels, and for shapes with a
   * name.
   */
  getCommonLabelKind(shapes: readonly Shape[]): LabelledKind | null {
    const [kind = null, ...otherKinds] = new Set(shapes.map((shape) => this.getLabelKind(shape.kind)));
    return otherKinds.length === 0 ? kind : null;
  }

  /** Whether the label of the shape is among the labels. True for shapes with a name. */
  hasLabel(shape: Shape, labels: LabelSet): boolean {
    return !isLabelled(shape) || this.findLabel(shape, labels) !== undefined;
  }

  /** Returns the label of the shape; undefined if it is not in `labels`. */
  findLabel(shape: LabelledShape, labels: LabelSet): Label | undefined {
    const kind = this.getLabelKind(shape.kind);
    return kind === null ? undefined : listLabels(labels, kind).find(({ id }) => id === shape.labelId);
  }

  /** Rounds and clamps the coordinates of a shape to the image. Returns null if the result cannot be saved. */
  normalise<S extends Shape>(shape: S, imageSize: ImageSize): S | null {
    const data = this.get(shape.kind).normalise(shape.data, imageSize);
    if (!data) return null;
    return areItemsEqual(data, shape.data) ? shape : { ...shape, data };
  }

  /** Returns the shape turned clockwise about its center, or null if shapes of its kind cannot be rotated. */
  rotate(shape: Shape, degrees: number, imageSize: ImageSize): Shape | null {
    const data = this.get(shape.kind).rotate?.(shape.data, degrees);
    return data ? this.normalise({ ...shape, data } as Shape, imageSize) : null;
  }

  /** Whether the shape can have a label of its kind. */
  fitsLabel(shape: Shape, labelId: string): boolean {
    return this.get(shape.kind).fitsLabel?.(shape, labelId) ?? true;
  }

  /** Returns the operations on the points of the shape; undefined if the user cannot pick single points of the shape. */
  getPoints({ kind }: Shape): PointOperations | undefined {
    return this.get(kind).points;
  }

  /** Returns the shape after a command, or null if its kind does not support the command. */
  transform(shape: Shape, name: ShapeTransform, imageSize: ImageSize): Shape | null {
    const data = this.get(shape.kind).transform?.(shape, name);
    return data ? this.normalise({ ...shape, data } as Shape, imageSize) : null;
  }

  /** Returns the common bounds of shapes, or null without shapes. */
  getCommonBounds(shapes: readonly Shape[]): Bounds | null {
    let commonBounds: Bounds | null = null;
    for (const shape of shapes) {
      const shapeBounds = this.getBounds(shape);
      commonBounds = commonBounds ? getUnion(commonBounds, shapeBounds) : shapeBounds;
    }
    return commonBounds;
  }

  /** Moves shapes together within the image, without changing their relative positions. Returns the same array if they cannot move. */
  translate<S extends Shape>(shapes: readonly S[], delta: Vec, imageSize: ImageSize): readonly S[] {
    const bounds = this.getCommonBounds(shapes);
    const offset = bounds ? clampTranslation(bounds, delta, imageSize) : { x: 0, y: 0 };
    if (offset.x === 0 && offset.y === 0) return shapes;
    return shapes.map((shape) => ({ ...shape, data: this.get(shape.kind).translate(shape.data, offset) }));
  }
}
