import type { DetectionObject } from '@console/shared-contract/api';
import { getAnyBoxBounds, isRotatedBox } from '../../editor/geometry/rotated-box';
import type { BoxData, BoxShape, RotatedBoxData } from '../../editor/model/types';
import { isRecord } from '../../outbox/entries/is-record';
import { readLabelledRow, toChangedRowBody, toNewRowBody } from '../../outbox/entries/meta-body';
import { readKnownLabels } from '../../outbox/entries/row-identity';
import type { ShapeCalls } from '../../outbox/entries/shape-calls';
import { buildStoredCall } from '../../outbox/entries/stored-call';

type ObjectRow = Pick<DetectionObject, 'id' | 'detection_label' | 'data' | 'meta_data' | 'version'> &
  Partial<Pick<DetectionObject, 'recognition_labels' | 'rotated_box' | 'attributes' | 'created' | 'prediction'>>;

export function shapeFromObject(row: ObjectRow): BoxShape {
  return {
    kind: 'object',
    ...readLabelledRow(row),
    labelId: row.detection_label.id,
    data: parseObjectData(row),
    ...readKnownLabels(row),
  };
}

/** Returns the coordinates of a row, whose rotated box is missing or null for an upright box. */
export function parseObjectData({ data, rotated_box }: Pick<ObjectRow, 'data' | 'rotated_box'>): BoxShape['data'] {
  return rotated_box ? (rotated_box as unknown as RotatedBoxData) : (data as unknown as BoxData);
}

/** The coordinates as the API has them. The server replaces `data` by the part of the bounds in the image. */
function toDataBody(data: BoxShape['data']) {
  if (!isRotatedBox(data)) return { data: [...data] };
  const { minX, minY, maxX, maxY } = getAnyBoxBounds(data);
  return { data: [minX, minY, maxX, maxY], rotated_box: [...data] };
}

export const boxCalls: ShapeCalls<BoxShape> = {
  service: 'custom-object-detection',
  bulkKey: 'POST /detection/v2/object/bulk',
  writesOneField: false,
  hasRecognitionLabels: true,
  fromRow: (row) => (isObjectRow(row) ? shapeFromObject(row) : null),
  toRead: (id) => buildStoredCall('GET /detection/v2/object/{id}', { id }),
  toCreate: ({ labelId, data, ...shape }, image) =>
    buildStoredCall('POST /detection/v2/object/', undefined, {
      image,
      detection_label: labelId,
      ...toDataBody(data),
      ...toNewRowBody(shape),
    }),
  toUpdate: ({ imageId, before, after }, { serverId, version }) =>
    buildStoredCall(
      'PUT /detection/v2/object/{id}/',
      { id: serverId },
      {
        image: imageId,
        detection_label: after.labelId,
        // A row keeps its rotation if `data` does not change.
        ...(before && isRotatedBox(before.data) && { rotated_box: null }),
        ...toDataBody(after.data),
        ...toChangedRowBody(before, after, version),
      },
    ),
  toDelete: (id) => buildStoredCall('DELETE /detection/v2/object/{id}', { id }),
};

function isObjectRow(row: unknown): row is ObjectRow {
  return isRecord(row) && typeof row.id === 'string' && Array.isArray(row.data) && isRecord(row.detection_label);
}
