import type { Shape, ShapeKind } from '../../editor/model/types';
import { sameCoordinates } from '../entries/content';
import { buildStoredCall } from '../entries/stored-call';
import type { ShapeEntry, StoredCall } from '../entries/types';

/** The row that an entry writes to. */
export interface TargetRow {
  readonly serverId: string;
  /** The version that the entry builds on. Absent if the server does not report versions. */
  readonly version?: number;
}

/** Builds the request of a shape entry. The specification requires an update to contain the complete row. */
export function buildShapeCall(entry: ShapeEntry, target: TargetRow): StoredCall {
  if (entry.op === 'delete' || !entry.after) return buildDeleteCall(entry.kind, target.serverId);
  if (entry.op === 'create') return buildCreateCall(entry.after, entry.imageId);
  return buildUpdateCall(entry, entry.after, target);
}

/** Builds the request that reads one row. */
export function buildReadCall(kind: ShapeKind, id: string): StoredCall {
  if (kind === 'object') return buildStoredCall('GET /detection/v2/object/{id}', { id });
  if (kind === 'polygon') return buildStoredCall('GET /segmentation/v2/polygon/{id}', { id });
  return buildStoredCall('GET /annotate/v2/point/{id}', { id });
}

function buildCreateCall(shape: Shape, image: string): StoredCall {
  const data = [...shape.data];
  if (shape.kind === 'point') return buildStoredCall('POST /annotate/v2/point/', undefined, { image, name: shape.name, data });
  const meta = isEmptyMeta(shape.metaData) ? {} : { meta_data: shape.metaData };
  if (shape.kind === 'object')
    return buildStoredCall('POST /detection/v2/object/', undefined, { image, detection_label: shape.labelId, data, ...meta });
  return buildStoredCall('POST /segmentation/v2/polygon/', undefined, {
    image,
    segmentation_label: shape.labelId,
    data,
    ...meta,
  });
}

function buildUpdateCall(
  { before, imageId: image }: ShapeEntry,
  after: Shape,
  { serverId: id, version: expectedVersion }: TargetRow,
): StoredCall {
  const version = expectedVersion === undefined ? {} : { version: expectedVersion };
  const data = [...after.data];
  if (after.kind === 'point') {
    if (before && sameCoordinates(before, after))
      return buildStoredCall('PATCH /annotate/v2/point/{id}', { id }, { name: after.name, ...version });
    return buildStoredCall('PUT /annotate/v2/point/{id}/', { id }, { image, data, ...version });
  }
  const meta_data = after.metaData ?? {};
  if (after.kind === 'object')
    return buildStoredCall(
      'PUT /detection/v2/object/{id}/',
      { id },
      { image, detection_label: after.labelId, data, meta_data, ...version },
    );
  return buildStoredCall(
    'PUT /segmentation/v2/polygon/{id}/',
    { id },
    { image, segmentation_label: after.labelId, data, meta_data, ...version },
  );
}

function buildDeleteCall(kind: ShapeKind, id: string): StoredCall {
  if (kind === 'object') return buildStoredCall('DELETE /detection/v2/object/{id}', { id });
  if (kind === 'polygon') return buildStoredCall('DELETE /segmentation/v2/polygon/{id}', { id });
  return buildStoredCall('DELETE /annotate/v2/point/{id}', { id });
}

function isEmptyMeta(meta: unknown): boolean {
  return meta == null || (typeof meta === 'object' && Object.keys(meta).length === 0);
}
