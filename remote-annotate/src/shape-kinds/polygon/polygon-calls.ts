import type { Polygon } from '@console/shared-contract/api';
import type { PolygonShape } from '../../editor/model/types';
import { isRecord } from '../../outbox/entries/is-record';
import {
  readModelOrigin,
  toChangedAttributesBody,
  toMetaBody,
  toNewAttributesBody,
  toOriginBody,
  toVersionBody,
} from '../../outbox/entries/meta-body';
import type { ShapeCalls } from '../../outbox/entries/shape-calls';
import { buildStoredCall } from '../../outbox/entries/stored-call';

type PolygonRow = Pick<Polygon, 'id' | 'segmentation_label' | 'data' | 'meta_data' | 'version'> &
  Partial<Pick<Polygon, 'attributes' | 'created' | 'prediction'>>;

export function shapeFromPolygon(row: PolygonRow): PolygonShape {
  return {
    kind: 'polygon',
    id: row.id,
    serverId: row.id,
    version: row.version,
    created: row.created,
    labelId: row.segmentation_label.id,
    data: row.data,
    metaData: row.meta_data,
    ...(row.attributes && { attributes: row.attributes }),
    ...readModelOrigin(row),
  };
}

export const polygonCalls: ShapeCalls<PolygonShape> = {
  service: 'custom-segmentation',
  bulkKey: 'POST /segmentation/v2/polygon/bulk',
  writesOneField: false,
  hasRecognitionLabels: false,
  fromRow: (row) => (isPolygonRow(row) ? shapeFromPolygon(row) : null),
  toRead: (id) => buildStoredCall('GET /segmentation/v2/polygon/{id}', { id }),
  toCreate: ({ labelId, data, metaData, attributes, ...origin }, image) =>
    buildStoredCall('POST /segmentation/v2/polygon/', undefined, {
      image,
      segmentation_label: labelId,
      data: [...data],
      ...toMetaBody(metaData),
      ...toNewAttributesBody({ attributes }),
      ...toOriginBody(origin),
    }),
  toUpdate: ({ imageId, before, after: { labelId, data, metaData, attributes } }, { serverId, version }) =>
    buildStoredCall(
      'PUT /segmentation/v2/polygon/{id}/',
      { id: serverId },
      {
        ...{ image: imageId, segmentation_label: labelId, data: [...data], meta_data: metaData ?? {} },
        ...toChangedAttributesBody(before, { attributes }),
        ...toVersionBody(version),
      },
    ),
  toDelete: (id) => buildStoredCall('DELETE /segmentation/v2/polygon/{id}', { id }),
};

function isPolygonRow(row: unknown): row is PolygonRow {
  return isRecord(row) && typeof row.id === 'string' && Array.isArray(row.data) && isRecord(row.segmentation_label);
}
