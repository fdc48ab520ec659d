import type { MaskData } from '@console/shared-contract/api';
import {
  computeMaskArea,
  computeMaskBox,
  countPixels,
  decodeCounts,
  encodeCounts,
  mergeEmptyRuns,
  type MaskSize,
} from '@console/shared-contract/mask-rle';
import { createFieldError } from '../../platform/errors';
import { messages } from './messages';

interface ImageSize {
  img_width: number;
  img_height: number;
}

/** Throws 400 unless the mask has the size of the image, at least one pixel, and run lengths in canonical form. */
export function requireValidMask({ size, counts }: MaskData, { img_width, img_height }: ImageSize): void {
  if (size[0] !== img_height || size[1] !== img_width)
    throw createFieldError('data.size', messages.otherSize(img_width, img_height));
  const runs = requireRuns(counts);
  const [pixels, expected] = [countPixels(runs), img_width * img_height];
  if (pixels !== expected) throw createFieldError('data.counts', messages.otherPixelCount(pixels, expected));
  if (computeMaskArea(runs) === 0) throw createFieldError('data.counts', messages.noPixels);
  // Equal masks must have equal texts, because the history and the idempotency check compare texts. Only the canonical form is accepted.
  if (encodeCounts(mergeEmptyRuns(runs)) !== counts) throw createFieldError('data.counts', messages.notCanonical);
}

function requireRuns(counts: string): number[] {
  try {
    return decodeCounts(counts);
  } catch (error) {
    if (error instanceof RangeError) throw createFieldError('data.counts', error.message);
    throw error;
  }
}

/** Returns the box `[x1, y1, x2, y2]` around a valid mask, and its number of pixels. */
export function measureMask({ size, counts }: MaskData): { bbox: number[]; area: number } {
  const runs = decodeCounts(counts);
  return { bbox: computeMaskBox(runs, toMaskSize(size)) ?? [], area: computeMaskArea(runs) };
}

/** Names the two numbers of a mask's `size`, which is stored and sent as `[height, width]`. */
export const toMaskSize = ([height = 0, width = 0]: readonly number[]): MaskSize => [height, width];
