import type { Polygon } from '@console/shared-contract/api';
import type { PolygonShape } from '../../editor/model/types';
import { isRecord } from '../../outbox/entries/is-record';
import { readLabelledRow, toChangedRowBody, toNewRowBody } from '../../outbox/entries/meta-body';
import type { ShapeCalls } from '../../outbox/entries/shape-calls';
import { buildStoredCall } from '../../outbox/entries/stored-call';

type PolygonRow = Pick<Polygon, 'id' | 'segmentation_label' | 'data' | 'meta_data' | 'version'> &
  Partial<Pick<Polygon, 'attributes' | 'created' | 'prediction'>>;

export function shapeFromPolygon(row: PolygonRow): PolygonShape {
  return {
    kind: 'polygon',
    ...readLabelledRow(row),
    labelId: row.segmentation_label.id,
    data: row.data,
  };
}

export const polygonCalls: ShapeCalls<PolygonShape> = {
  service: 'custom-segmentation',
  bulkKey: 'POST /segmentation/v2/polygon/bulk',
  writesOneField: false,
  hasRecognitionLabels: false,
  fromRow: (row) => (isPolygonRow(row) ? shapeFromPolygon(row) : null),
  toRead: (id) => buildStoredCall('GET /segmentation/v2/polygon/{id}', { id }),
  toCreate: ({ labelId, data, ...shape }, image) =>
    buildStoredCall('POST /segmentation/v2/polygon/', undefined, {
      image,
      segmentation_label: labelId,
      data: [...data],
      ...toNewRowBody(shape),
    }),
  toUpdate: ({ imageId, before, after }, { serverId, version }) =>
    buildStoredCall(
      'PUT /segmentation/v2/polygon/{id}/',
      { id: serverId },
      {
        ...{ image: imageId, segmentation_label: after.labelId, data: [...after.data] },
        ...toChangedRowBody(before, after, version),
      },
    ),
  toDelete: (id) => buildStoredCall('DELETE /segmentation/v2/polygon/{id}', { id }),
};

function isPolygonRow(row: unknown): row is PolygonRow {
  return isRecord(row) && typeof row.id === 'string' && Array.isArray(row.data) && isRecord(row.segmentation_label);
}
