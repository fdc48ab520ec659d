import type { ChartMeasure } from '../../chart';
import { evaluationMessages } from '../data/evaluation-messages';

/** Measures of the predictions of one label. */
export const RATIO_MEASURES: readonly ChartMeasure[] = [
  { key: 'precision', name: evaluationMessages.precision, kind: 'ratio' },
  { key: 'recall', name: evaluationMessages.recall, kind: 'ratio' },
  { key: 'count', name: evaluationMessages.count, kind: 'count' },
];
