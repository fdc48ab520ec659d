import type { Mask } from '@console/shared-contract/api';
import { decodeCounts, encodeCounts } from '@console/shared-contract/mask-rle';
import type { MaskRuns } from '../../editor/model/types';
import { isRecord } from '../../outbox/entries/is-record';
import { createLabelledCalls } from '../labelled-calls';
import { cropToRegion, getMaskImageSize, toImageRuns } from './mask-region';

export const maskCalls = createLabelledCalls('mask', {
  read: ({ data }) =>
    isRecord(data) && Array.isArray(data.size) && typeof data.counts === 'string'
      ? fromMaskData(data as unknown as Mask['data'])
      : null,
  toBody: (data) => ({ data: toMaskData(data) }),
});

/** Returns the pixels of a mask of the API, or null if its run list is invalid or has no set pixel. */
function fromMaskData({ size: [height = 0, width = 0], counts }: Mask['data']): MaskRuns | null {
  try {
    return cropToRegion(decodeCounts(counts), { width, height });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function toMaskData(data: MaskRuns): Mask['data'] {
  const { width, height } = getMaskImageSize(data);
  return { size: [height, width], counts: encodeCounts(toImageRuns(data)) };
}
