import type { Mask } from '@console/shared-contract/api';
import { decodeCounts, encodeCounts } from '@console/shared-contract/mask-rle';
import type { MaskRuns, MaskShape } from '../../editor/model/types';
import { isRecord } from '../../outbox/entries/is-record';
import { readLabelledRow, toChangedRowBody, toNewRowBody } from '../../outbox/entries/meta-body';
import type { ShapeCalls } from '../../outbox/entries/shape-calls';
import { buildStoredCall } from '../../outbox/entries/stored-call';
import { cropToRegion, getMaskImageSize, toImageRuns } from './mask-region';

type MaskRow = Pick<Mask, 'id' | 'segmentation_label' | 'data' | 'meta_data' | 'version'> &
  Partial<Pick<Mask, 'attributes' | 'created' | 'prediction'>>;

/** Converts a row into a shape. Returns null if its run list is invalid or has no set pixel. */
export function shapeFromMask(row: MaskRow): MaskShape | null {
  const data = fromMaskData(row.data);
  return (
    data && {
      kind: 'mask',
      ...readLabelledRow(row),
      labelId: row.segmentation_label.id,
      data,
    }
  );
}

/** Returns the pixels of a mask of the API, or null if its run list is invalid or has no set pixel. */
export function fromMaskData({ size: [height = 0, width = 0], counts }: Mask['data']): MaskRuns | null {
  try {
    return cropToRegion(decodeCounts(counts), { width, height });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Converts the pixels of a mask to the format of the API. */
export function toMaskData(data: MaskRuns): Mask['data'] {
  const { width, height } = getMaskImageSize(data);
  return { size: [height, width], counts: encodeCounts(toImageRuns(data)) };
}

export const maskCalls: ShapeCalls<MaskShape> = {
  service: 'custom-segmentation',
  bulkKey: 'POST /segmentation/v2/mask/bulk',
  writesOneField: false,
  hasRecognitionLabels: false,
  fromRow: (row) => (isMaskRow(row) ? shapeFromMask(row) : null),
  toRead: (id) => buildStoredCall('GET /segmentation/v2/mask/{id}', { id }),
  toCreate: ({ labelId, data, ...shape }, image) =>
    buildStoredCall('POST /segmentation/v2/mask/', undefined, {
      image,
      segmentation_label: labelId,
      data: toMaskData(data),
      ...toNewRowBody(shape),
    }),
  toUpdate: ({ imageId, before, after }, { serverId, version }) =>
    buildStoredCall(
      'PUT /segmentation/v2/mask/{id}/',
      { id: serverId },
      {
        image: imageId,
        segmentation_label: after.labelId,
        data: toMaskData(after.data),
        ...toChangedRowBody(before, after, version),
      },
    ),
  toDelete: (id) => buildStoredCall('DELETE /segmentation/v2/mask/{id}', { id }),
};

function isMaskRow(row: unknown): row is MaskRow {
  return (
    isRecord(row) &&
    typeof row.id === 'string' &&
    isRecord(row.segmentation_label) &&
    isRecord(row.data) &&
    Array.isArray(row.data.size) &&
    typeof row.data.counts === 'string'
  );
}
