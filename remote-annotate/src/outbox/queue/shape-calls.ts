import type { Shape, ShapeKind } from '../../editor/model/types';
import { sameCoordinates } from '../entries/content';
import { storedCall as call } from '../entries/stored-call';
import type { ShapeEntry, StoredCall } from '../entries/types';

/** The row that an entry writes to. */
export interface Target {
  readonly serverId: string;
  /** Version of the row that the entry builds on; absent where the server has none. */
  readonly version?: number;
}

/** The request of a shape's entry. An update carries the whole row, as the specification has it. */
export function shapeCall(entry: ShapeEntry, target: Target): StoredCall {
  if (entry.op === 'delete' || !entry.after) return deleteCall(entry.kind, target.serverId);
  if (entry.op === 'create') return createCall(entry.after, entry.imageId);
  return updateCall(entry, entry.after, target);
}

/** Reads one row. */
export function readCall(kind: ShapeKind, id: string): StoredCall {
  if (kind === 'object') return call('GET /detection/v2/object/{id}', { id });
  if (kind === 'polygon') return call('GET /segmentation/v2/polygon/{id}', { id });
  return call('GET /annotate/v2/point/{id}', { id });
}

function createCall(shape: Shape, image: string): StoredCall {
  const data = [...shape.data];
  if (shape.kind === 'point') return call('POST /annotate/v2/point/', undefined, { image, name: shape.name, data });
  const meta = isEmptyMeta(shape.metaData) ? {} : { meta_data: shape.metaData };
  if (shape.kind === 'object')
    return call('POST /detection/v2/object/', undefined, { image, detection_label: shape.labelId, data, ...meta });
  return call('POST /segmentation/v2/polygon/', undefined, { image, segmentation_label: shape.labelId, data, ...meta });
}

function updateCall({ before, imageId: image }: ShapeEntry, after: Shape, { serverId: id, version: known }: Target): StoredCall {
  const version = known === undefined ? {} : { version: known };
  const data = [...after.data];
  if (after.kind === 'point') {
    if (before && sameCoordinates(before, after))
      return call('PATCH /annotate/v2/point/{id}', { id }, { name: after.name, ...version });
    return call('PUT /annotate/v2/point/{id}/', { id }, { image, data, ...version });
  }
  const meta_data = after.metaData ?? {};
  if (after.kind === 'object')
    return call('PUT /detection/v2/object/{id}/', { id }, { image, detection_label: after.labelId, data, meta_data, ...version });
  return call(
    'PUT /segmentation/v2/polygon/{id}/',
    { id },
    { image, segmentation_label: after.labelId, data, meta_data, ...version },
  );
}

function deleteCall(kind: ShapeKind, id: string): StoredCall {
  if (kind === 'object') return call('DELETE /detection/v2/object/{id}', { id });
  if (kind === 'polygon') return call('DELETE /segmentation/v2/polygon/{id}', { id });
  return call('DELETE /annotate/v2/point/{id}', { id });
}

function isEmptyMeta(meta: unknown): boolean {
  return meta == null || (typeof meta === 'object' && Object.keys(meta).length === 0);
}
