import type { Agreement } from '@console/shared-contract/api';
import { OKS_THRESHOLDS } from '../../../../data-access/shape-similarity/keypoint-similarity';

/** Numbers of skeletons of two users on one item, and the object keypoint similarity (OKS) of each matched pair. */
export interface ComparedSkeletons {
  first: number;
  second: number;
  oks: readonly number[];
}

/**
 * Summarizes comparisons of skeletons; null if there are none. The average precision is computed as in COCO's keypoint evaluation, but for
 * skeletons without scores. At each OKS threshold there is one precision at one recall. Their product is the area under the curve.
 */
export function summarizeSkeletons(comparisons: readonly ComparedSkeletons[]): NonNullable<Agreement['skeletons']> | null {
  if (comparisons.length === 0) return null;
  const sumValues = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const [firstCount, secondCount] = [
    sumValues(comparisons.map((comparison) => comparison.first)),
    sumValues(comparisons.map((comparison) => comparison.second)),
  ];
  const similarities = comparisons.flatMap(({ oks }) => oks);
  const precisions = OKS_THRESHOLDS.map((threshold) => {
    const agreeingPairs = similarities.filter((oks) => oks >= threshold).length;
    return agreeingPairs === 0 ? 0 : (agreeingPairs / firstCount) * (agreeingPairs / secondCount);
  });
  return {
    matched: similarities.length,
    oks: similarities.length === 0 ? null : sumValues(similarities) / similarities.length,
    average_precision: sumValues(precisions) / precisions.length,
  };
}
