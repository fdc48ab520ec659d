import type { DetectionObject } from '@console/shared-contract/api';
import type { BoxData, BoxShape } from '../../editor/model/types';
import { isRecord } from '../../outbox/entries/is-record';
import { toMetaBody, toSourceBody, toVersionBody } from '../../outbox/entries/meta-body';
import { readKnownLabels } from '../../outbox/entries/row-identity';
import type { ShapeCalls } from '../../outbox/entries/shape-calls';
import { buildStoredCall } from '../../outbox/entries/stored-call';

type ObjectRow = Pick<DetectionObject, 'id' | 'detection_label' | 'data' | 'meta_data' | 'version'> &
  Partial<Pick<DetectionObject, 'recognition_labels' | 'created'>>;

export function shapeFromObject(row: ObjectRow): BoxShape {
  return {
    kind: 'object',
    id: row.id,
    serverId: row.id,
    version: row.version,
    created: row.created,
    labelId: row.detection_label.id,
    data: row.data as unknown as BoxData,
    metaData: row.meta_data,
    ...readKnownLabels(row),
  };
}

export const boxCalls: ShapeCalls<BoxShape> = {
  service: 'custom-object-detection',
  bulkKey: 'POST /detection/v2/object/bulk',
  writesOneField: false,
  hasRecognitionLabels: true,
  fromRow: (row) => (isObjectRow(row) ? shapeFromObject(row) : null),
  toRead: (id) => buildStoredCall('GET /detection/v2/object/{id}', { id }),
  toCreate: ({ labelId, data, metaData, source }, image) =>
    buildStoredCall('POST /detection/v2/object/', undefined, {
      image,
      detection_label: labelId,
      data: [...data],
      ...toMetaBody(metaData),
      ...toSourceBody(source),
    }),
  toUpdate: ({ imageId, after: { labelId, data, metaData } }, { serverId, version }) =>
    buildStoredCall(
      'PUT /detection/v2/object/{id}/',
      { id: serverId },
      { image: imageId, detection_label: labelId, data: [...data], meta_data: metaData ?? {}, ...toVersionBody(version) },
    ),
  toDelete: (id) => buildStoredCall('DELETE /detection/v2/object/{id}', { id }),
};

function isObjectRow(row: unknown): row is ObjectRow {
  return isRecord(row) && typeof row.id === 'string' && Array.isArray(row.data) && isRecord(row.detection_label);
}
