import { decodeCounts } from '@console/shared-contract/mask-rle';
import { z } from 'zod';

/** A COCO mask: alternating lengths of background and foreground runs, column by column, as numbers or encoded as text. */
export const Rle = z.object({
  counts: z.union([z.string(), z.array(z.number().int().min(0))]),
  /** Height and width. */
  size: z.array(z.number().int().min(1)).length(2),
});

export type Rle = z.output<typeof Rle>;

/** Returns the runs of a COCO mask, or null if the text cannot be decoded. */
export function parseCounts(counts: string | number[]): number[] | null {
  if (typeof counts !== 'string') return counts;
  try {
    return decodeCounts(counts);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
