import { computeBoundingBox } from '../../../data-access/shapes/geometry';
import { computeSimilarityBox } from '../../../data-access/shape-kinds/shape-similarity';
import type { ImageCounts } from '../score/score-image';
import type { WorkShape } from './gold-work';

export interface GoldDifference {
  /** `misplaced`: the annotator's shape overlaps the expected shape, but is not similar enough. */
  kind: 'missing' | 'extra' | 'misplaced' | 'wrong_label';
  /** x1, y1, x2, y2 in pixels of the image. Null for a member of a group. */
  box: readonly [number, number, number, number] | null;
  /** The label of the gold-standard item, or for an extra shape the label of the annotator. Null for points. */
  label: string | null;
}

export interface GoldComparison {
  counts: ImageCounts;
  /** The counts of the shapes with each label of the gold item, and of extra shapes with the label. */
  labelCounts: Readonly<Record<string, ImageCounts>>;
  differences: readonly GoldDifference[];
}

/** Returns the box around a shape. The box of a skeleton encloses only points that are set. */
export function toBox(shape: WorkShape): NonNullable<GoldDifference['box']> {
  const { kind, data } = shape;
  if (kind === 'point') return [data[0] ?? 0, data[1] ?? 0, data[0] ?? 0, data[1] ?? 0];
  if (kind !== 'skeleton') return computeSimilarityBox(shape);
  const positions: number[] = [];
  for (let index = 0; index + 2 < data.length; index += 3)
    if ((data[index + 2] ?? 0) > 0) positions.push(data[index] ?? 0, data[index + 1] ?? 0);
  return positions.length > 0 ? computeBoundingBox(positions) : [0, 0, 0, 0];
}
