import type { ChartMeasure } from '../../chart';
import { evaluationMessages } from '../data/evaluation-messages';

/** The average precision of the skeletons of one label, by object keypoint similarity (OKS). */
export const SKELETON_MEASURES: readonly ChartMeasure[] = [
  { key: 'ap', name: evaluationMessages.ap, kind: 'ratio' },
  { key: 'ap50', name: evaluationMessages.ap50, kind: 'ratio' },
  { key: 'ap75', name: evaluationMessages.ap75, kind: 'ratio' },
];

/** Measures of the predictions of one label. */
export const RATIO_MEASURES: readonly ChartMeasure[] = [
  { key: 'precision', name: evaluationMessages.precision, kind: 'ratio' },
  { key: 'recall', name: evaluationMessages.recall, kind: 'ratio' },
  { key: 'count', name: evaluationMessages.count, kind: 'count' },
];
