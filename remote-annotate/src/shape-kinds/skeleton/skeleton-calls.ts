import type { Skeleton } from '@console/shared-contract/api';
import type { SkeletonShape } from '../../editor/model/types';
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

type SkeletonRow = Pick<Skeleton, 'id' | 'detection_label' | 'data' | 'meta_data' | 'version'> &
  Partial<Pick<Skeleton, 'attributes' | 'created' | 'prediction'>>;

export function shapeFromSkeleton(row: SkeletonRow): SkeletonShape {
  return {
    kind: 'skeleton',
    id: row.id,
    serverId: row.id,
    version: row.version,
    created: row.created,
    labelId: row.detection_label.id,
    data: row.data,
    metaData: row.meta_data,
    ...(row.attributes && { attributes: row.attributes }),
    ...readModelOrigin(row),
  };
}

export const skeletonCalls: ShapeCalls<SkeletonShape> = {
  service: 'custom-object-detection',
  bulkKey: 'POST /detection/v2/skeleton/bulk',
  writesOneField: false,
  hasRecognitionLabels: false,
  fromRow: (row) => (isSkeletonRow(row) ? shapeFromSkeleton(row) : null),
  toRead: (id) => buildStoredCall('GET /detection/v2/skeleton/{id}', { id }),
  toCreate: ({ labelId, data, metaData, attributes, ...origin }, image) =>
    buildStoredCall('POST /detection/v2/skeleton/', undefined, {
      image,
      detection_label: labelId,
      data: [...data],
      ...toMetaBody(metaData),
      ...toNewAttributesBody({ attributes }),
      ...toOriginBody(origin),
    }),
  toUpdate: ({ imageId, before, after: { labelId, data, metaData, attributes } }, { serverId, version }) =>
    buildStoredCall(
      'PUT /detection/v2/skeleton/{id}/',
      { id: serverId },
      {
        ...{ image: imageId, detection_label: labelId, data: [...data], meta_data: metaData ?? {} },
        ...toChangedAttributesBody(before, { attributes }),
        ...toVersionBody(version),
      },
    ),
  toDelete: (id) => buildStoredCall('DELETE /detection/v2/skeleton/{id}', { id }),
};

function isSkeletonRow(row: unknown): row is SkeletonRow {
  return isRecord(row) && typeof row.id === 'string' && Array.isArray(row.data) && isRecord(row.detection_label);
}
