import type { MaskData } from '@console/shared-contract/api';
import { encodeCounts, placeRuns, type MaskSize } from '@console/shared-contract/mask-rle';

/** Size of the images that `createImageBase64` creates by default. */
const DEFAULT_SIZE: MaskSize = [48, 64];

/** Creates a mask that fills the box `[x1, y1, x2, y2]` of an image. */
export function createMaskData([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[], size: MaskSize = DEFAULT_SIZE): MaskData {
  const region = { left: x1, top: y1, width: x2 - x1, height: y2 - y1 };
  return { size: [...size], counts: encodeCounts(placeRuns([0, region.width * region.height], region, size)) };
}
