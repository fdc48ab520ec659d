import type { Point } from '@console/shared-contract/api';
import type { PointData, PointShape } from '../../editor/model/types';
import { hasSameCoordinates } from '../../outbox/entries/content';
import { isRecord } from '../../outbox/entries/is-record';
import { toChangedAttributesBody, toNewAttributesBody, toOriginBody, toVersionBody } from '../../outbox/entries/meta-body';
import type { ShapeCalls } from '../../outbox/entries/shape-calls';
import { buildStoredCall } from '../../outbox/entries/stored-call';

type PointRow = Pick<Point, 'id' | 'name' | 'data' | 'version'> & Partial<Pick<Point, 'attributes' | 'created'>>;

function shapeFromPoint(row: PointRow): PointShape {
  return {
    kind: 'point',
    id: row.id,
    serverId: row.id,
    version: row.version,
    created: row.created,
    name: row.name,
    data: row.data as unknown as PointData,
    ...(row.attributes && { attributes: row.attributes }),
  };
}

/** The calls that store points. PUT changes the position of a point, PATCH its name and attributes. */
export const pointCalls: ShapeCalls<PointShape> = {
  service: 'annotate',
  bulkKey: 'POST /annotate/v2/point/bulk',
  writesOneField: true,
  hasRecognitionLabels: false,
  fromRow: (row) => (isPointRow(row) ? shapeFromPoint(row) : null),
  toRead: (id) => buildStoredCall('GET /annotate/v2/point/{id}', { id }),
  toCreate: ({ name, data, attributes, ...origin }, image) =>
    buildStoredCall('POST /annotate/v2/point/', undefined, {
      image,
      name,
      data: [...data],
      ...toNewAttributesBody({ attributes }),
      ...toOriginBody(origin),
    }),
  toUpdate: ({ imageId, before, after: { name, data, attributes } }, { serverId: id, version }) =>
    before && hasSameCoordinates(before, { data })
      ? buildStoredCall(
          'PATCH /annotate/v2/point/{id}',
          { id },
          {
            name,
            ...toChangedAttributesBody(before, { attributes }),
            ...toVersionBody(version),
          },
        )
      : buildStoredCall('PUT /annotate/v2/point/{id}/', { id }, { image: imageId, data: [...data], ...toVersionBody(version) }),
  toDelete: (id) => buildStoredCall('DELETE /annotate/v2/point/{id}', { id }),
};

function isPointRow(row: unknown): row is PointRow {
  return isRecord(row) && typeof row.id === 'string' && Array.isArray(row.data) && typeof row.name === 'string';
}
