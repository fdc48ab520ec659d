import { LABELLED_SHAPE_KINDS, mapShapeKinds, type LabelledShapeKind } from '@console/shared-contract/shape-kinds';
import type { BoxShape, Shape, ShapeKind, ShapeTypes } from '../editor/model/types';
import type { ShapeCalls } from '../outbox/entries/shape-calls';
import { getLayerId } from '../outbox/entries/work-id';
import { boxCalls } from './box/box-calls';
import { createLabelledCalls } from './labelled-calls';
import { createLayerCalls } from './layer-calls';
import { maskCalls } from './mask/mask-calls';
import { pointCalls } from './point/point-calls';

/** The API calls of kinds whose rows contain more than a label and a list of coordinates. */
const specialCalls = { object: boxCalls, mask: maskCalls, point: pointCalls };
const plainKinds = LABELLED_SHAPE_KINDS.filter(
  (kind): kind is Exclude<LabelledShapeKind, keyof typeof specialCalls> => !Object.hasOwn(specialCalls, kind),
);
const callsByKind = {
  ...Object.fromEntries(plainKinds.map((kind) => [kind, createLabelledCalls(kind)])),
  ...specialCalls,
} as unknown as { readonly [Kind in ShapeKind]: ShapeCalls<ShapeTypes[Kind]> };

/** The service that a workspace needs for each kind of shapes. */
export const KIND_SERVICES = mapShapeKinds('name', (kind) => callsByKind[kind].service);

/**
 * Returns how the API stores a kind. Throws for an unknown kind, for example in a stored entry of a newer release.
 * @param workId the id under which the outbox stores the unsent changes. Shapes of a layer (annotations of a single user in a job) need
 * other calls than shapes of an image.
 */
export function getShapeCalls(kind: ShapeKind, workId?: string): ShapeCalls {
  if (!Object.hasOwn(callsByKind, kind)) throw new Error(`Unknown kind of shape: ${kind}`);
  const layerId = workId === undefined ? null : getLayerId(workId);
  return layerId === null ? callsByKind[kind] : createLayerCalls(kind, callsByKind[kind], layerId);
}

/** Whether the shape can have recognition labels. */
export function hasRecognitionLabels(shape: Shape): shape is BoxShape {
  return getShapeCalls(shape.kind).hasRecognitionLabels;
}

/** Converts a row into a shape. Returns null for an invalid row. */
export function shapeFromRow(kind: ShapeKind, row: unknown): Shape | null {
  return getShapeCalls(kind).fromRow(row);
}
