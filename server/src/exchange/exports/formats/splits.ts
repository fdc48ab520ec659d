// How an export divides its images into training, validation and test images.
import { createHash } from 'node:crypto';
import type { ExportSplit } from '@console/shared-contract/api';
import type { ImageRecord } from '../../../data-access/shape-kinds/image-record';

/** A split of an export: images for training, validation or testing, or all images. */
export type Split = 'all' | 'train' | 'val' | 'test';

/** Lists the splits that a request divides the images into, in order. */
export function listSplits(exportSplit: ExportSplit): readonly Split[] {
  if (exportSplit.by === 'none') return ['all'];
  if (exportSplit.by === 'test') return ['train', 'test'];
  return (['train', 'val', 'test'] as const).filter((split) => exportSplit[split] > 0);
}

/** Assigns an image to a split. A random split depends only on the seed and the image, not on the other images. */
export function assignSplit(exportSplit: ExportSplit, { id, test_image }: Pick<ImageRecord, 'id' | 'test_image'>): Split {
  if (exportSplit.by === 'none') return 'all';
  if (exportSplit.by === 'test') return test_image ? 'test' : 'train';
  const percentile = (createHash('sha256').update(`${exportSplit.seed} ${id}`).digest().readUInt32BE(0) / 2 ** 32) * 100;
  if (percentile < exportSplit.train) return 'train';
  return percentile < exportSplit.train + exportSplit.val ? 'val' : 'test';
}
