import type { BoxShape, Shape, ShapeKind, ShapeTypes } from '../editor/model/types';
import type { ShapeCalls } from '../outbox/entries/shape-calls';
import { boxCalls } from './box/box-calls';
import { maskCalls } from './mask/mask-calls';
import { pointCalls } from './point/point-calls';
import { polygonCalls } from './polygon/polygon-calls';

const calls: { readonly [Kind in ShapeKind]: ShapeCalls<ShapeTypes[Kind]> } = {
  object: boxCalls,
  polygon: polygonCalls,
  mask: maskCalls,
  point: pointCalls,
};

/** The service that stores each kind. */
export const KIND_SERVICES = {
  object: boxCalls.service,
  polygon: polygonCalls.service,
  mask: maskCalls.service,
  point: pointCalls.service,
} as const satisfies Record<ShapeKind, unknown>;

/** Returns how the API stores a kind. Throws for an unknown kind, for example in a stored entry of a newer release. */
export function getShapeCalls(kind: ShapeKind): ShapeCalls {
  if (!Object.hasOwn(calls, kind)) throw new Error(`Unknown kind of shape: ${kind}`);
  return calls[kind];
}

/** Whether the shape can have recognition labels. */
export function hasRecognitionLabels(shape: Shape): shape is BoxShape {
  return getShapeCalls(shape.kind).hasRecognitionLabels;
}

/** Converts a row into a shape. Returns null for an invalid row. */
export function shapeFromRow(kind: ShapeKind, row: unknown): Shape | null {
  return getShapeCalls(kind).fromRow(row);
}
