import type { Skeleton } from '@console/shared-contract/api';
import type { SkeletonShape } from '../../editor/model/types';
import { isRecord } from '../../outbox/entries/is-record';
import { readLabelledRow, toChangedRowBody, toNewRowBody } from '../../outbox/entries/meta-body';
import type { ShapeCalls } from '../../outbox/entries/shape-calls';
import { buildStoredCall } from '../../outbox/entries/stored-call';

type SkeletonRow = Pick<Skeleton, 'id' | 'detection_label' | 'data' | 'meta_data' | 'version'> &
  Partial<Pick<Skeleton, 'attributes' | 'created' | 'prediction'>>;

export function shapeFromSkeleton(row: SkeletonRow): SkeletonShape {
  return {
    kind: 'skeleton',
    ...readLabelledRow(row),
    labelId: row.detection_label.id,
    data: row.data,
  };
}

export const skeletonCalls: ShapeCalls<SkeletonShape> = {
  service: 'custom-object-detection',
  bulkKey: 'POST /detection/v2/skeleton/bulk',
  writesOneField: false,
  hasRecognitionLabels: false,
  fromRow: (row) => (isSkeletonRow(row) ? shapeFromSkeleton(row) : null),
  toRead: (id) => buildStoredCall('GET /detection/v2/skeleton/{id}', { id }),
  toCreate: ({ labelId, data, ...shape }, image) =>
    buildStoredCall('POST /detection/v2/skeleton/', undefined, {
      image,
      detection_label: labelId,
      data: [...data],
      ...toNewRowBody(shape),
    }),
  toUpdate: ({ imageId, before, after }, { serverId, version }) =>
    buildStoredCall(
      'PUT /detection/v2/skeleton/{id}/',
      { id: serverId },
      {
        ...{ image: imageId, detection_label: after.labelId, data: [...after.data] },
        ...toChangedRowBody(before, after, version),
      },
    ),
  toDelete: (id) => buildStoredCall('DELETE /detection/v2/skeleton/{id}', { id }),
};

function isSkeletonRow(row: unknown): row is SkeletonRow {
  return isRecord(row) && typeof row.id === 'string' && Array.isArray(row.data) && isRecord(row.detection_label);
}
