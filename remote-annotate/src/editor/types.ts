/**
 * The annotation document's vocabulary. All coordinates are integer pixels in the upright picture frame:
 * x runs right from 0 to the picture's width, y runs down from 0 to its height, both ends included.
 */

export type ShapeKind = 'object' | 'polygon' | 'point';

export const SHAPE_KINDS: readonly ShapeKind[] = ['object', 'polygon', 'point'];

/**
 * Identity of a shape in the document, stable for the life of the editor. A UUID made by the client for a shape that was
 * drawn here; the server's id for one that was loaded. The server's id of a drawn shape arrives later, as `serverId`.
 */
export type ShapeId = string;

/** `[x1, y1, x2, y2]` with x1 < x2 and y1 < y2. */
export type BoxData = readonly [number, number, number, number];

/** Flat `[x, y, x, y, ...]` of three or more vertices, not closed by a repeat of the first. */
export type PolygonData = readonly number[];

/** `[x, y]`. */
export type PointData = readonly [number, number];

/** Any JSON value, as the API allows; `{}` on a shape drawn here. Never changed in place. */
export type MetaData = unknown;

/** What the server knows of a shape. The document carries it for the outbox and never puts it on the undo stack. */
export interface ServerState {
  /** The row's id; absent until the server has acknowledged the creation. */
  readonly serverId?: string;
  /** The row's version at the last load or acknowledgement; a stale write is refused by it. */
  readonly version?: number;
  /** The recognition labels of an object's row, as last read: a row made anew gets them again. */
  readonly labels?: readonly KnownLabel[];
}

/** A recognition label that was seen on an object. */
export interface KnownLabel {
  readonly id: string;
  readonly name: string;
  readonly value: number | null;
}

interface ShapeBase extends ServerState {
  readonly id: ShapeId;
}

export interface BoxShape extends ShapeBase {
  readonly kind: 'object';
  readonly labelId: string;
  readonly data: BoxData;
  readonly metaData: MetaData;
}

export interface PolygonShape extends ShapeBase {
  readonly kind: 'polygon';
  readonly labelId: string;
  readonly data: PolygonData;
  readonly metaData: MetaData;
}

/** A point has a free name in place of a label, and no meta data. */
export interface PointShape extends ShapeBase {
  readonly kind: 'point';
  readonly name: string;
  readonly data: PointData;
}

/** Shapes are immutable: a change makes a new one, so that `===` tells whether a shape changed. */
export type Shape = BoxShape | PolygonShape | PointShape;

export type LabelledShape = BoxShape | PolygonShape;

export interface Label {
  readonly id: string;
  readonly name: string;
  /** Any CSS colour. */
  readonly color: string;
}

/** The labels that drawing offers, by the kind of shape that carries them. */
export interface LabelSet {
  readonly object: readonly Label[];
  readonly polygon: readonly Label[];
}

/** Size of the upright picture in its own pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A position or a distance; in screen or in picture pixels, as the name of the variable or parameter says. */
export interface Vec {
  readonly x: number;
  readonly y: number;
}

/** An axis-aligned rectangle with minX <= maxX and minY <= maxY. */
export interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}
