import type { BoxShape, Shape, ShapeKind, ShapeTypes } from '../editor/model/types';
import type { ShapeCalls } from '../outbox/entries/shape-calls';
import { getLayerId } from '../outbox/entries/work-id';
import { boxCalls } from './box/box-calls';
import { createLayerCalls } from './layer-calls';
import { maskCalls } from './mask/mask-calls';
import { pointCalls } from './point/point-calls';
import { skeletonCalls } from './skeleton/skeleton-calls';
import { polygonCalls } from './polygon/polygon-calls';

const calls: { readonly [Kind in ShapeKind]: ShapeCalls<ShapeTypes[Kind]> } = {
  object: boxCalls,
  polygon: polygonCalls,
  mask: maskCalls,
  point: pointCalls,
  skeleton: skeletonCalls,
};

/** The service that stores each kind. */
export const KIND_SERVICES = {
  object: boxCalls.service,
  polygon: polygonCalls.service,
  mask: maskCalls.service,
  point: pointCalls.service,
  skeleton: skeletonCalls.service,
} as const satisfies Record<ShapeKind, unknown>;

/**
 * Returns how the API stores a kind. Throws for an unknown kind, for example in a stored entry of a newer release.
 * @param workId the id under which the outbox stores the changes; shapes of a layer have other calls than shapes of an image
 */
export function getShapeCalls(kind: ShapeKind, workId?: string): ShapeCalls {
  if (!Object.hasOwn(calls, kind)) throw new Error(`Unknown kind of shape: ${kind}`);
  const layerId = workId === undefined ? null : getLayerId(workId);
  return layerId === null ? calls[kind] : createLayerCalls(kind, calls[kind], layerId);
}

/** Whether the shape can have recognition labels. */
export function hasRecognitionLabels(shape: Shape): shape is BoxShape {
  return getShapeCalls(shape.kind).hasRecognitionLabels;
}

/** Converts a row into a shape. Returns null for an invalid row. */
export function shapeFromRow(kind: ShapeKind, row: unknown): Shape | null {
  return getShapeCalls(kind).fromRow(row);
}
