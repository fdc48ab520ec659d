import type { CurveEstimate, CurveForecast, QualityMeasureOfModel } from '@console/shared-contract/api';
import { formatScore } from '@console/shared-ui/format';

const MEASURES = { f1: 'F1', accuracy: 'Accuracy', error: 'Mean absolute error' } as const;
/** Rounds an approximate number to two significant digits. */
const formatAbout = (count: number) => Number(count.toPrecision(2)).toLocaleString('en');

/** Messages of the quality of a task's models by their number of training images. */
export const curveMessages = {
  title: 'Quality by training images',
  empty:
    'No model of this task has been evaluated. Train and evaluate models to see how their quality grows with the training images.',
  failed: "Couldn't load the quality of the models.",
  measures: MEASURES,
  allLabels: 'All labels',
  label: 'Label',
  axis: 'Sort models by',
  axes: { images: 'Training images', time: 'Date' },
  target: 'Target',
  columns: {
    model: 'Model',
    created: 'Date',
    train: 'Training images',
    verified: 'Verified',
    interval: '95% interval',
    test: 'TEST images',
  },
  model: (number: number) => `Model ${number}`,
  count: (count: number | null) => count?.toLocaleString('en') ?? '–',
  interval: ({ low, high }: CurveEstimate) =>
    low === null ? '–' : high === null ? `at least ${formatScore(low)}` : `${formatScore(low)} to ${formatScore(high)}`,
  chart: (measure: QualityMeasureOfModel, label: string) => `${MEASURES[measure]} of ${label}`,
  bar: (number: number, value: number | null, interval: string) => `Model ${number}: ${formatScore(value)} (${interval})`,
  forecast: ({ state, more: additionalImages, target, points }: CurveForecast, measure: QualityMeasureOfModel) =>
    ({
      forecast: `About ${formatAbout(additionalImages ?? 0)} more training images for ${MEASURES[measure]} ${target}.`,
      reached: `The newest model has reached ${MEASURES[measure]} ${target}.`,
      too_few_points: `No forecast for ${MEASURES[measure]} ${target}: it needs at least 4 evaluated models with different numbers of training images. This task has ${points}.`,
      no_improvement: `No forecast for ${MEASURES[measure]} ${target}: the errors do not decrease clearly with more training images.`,
      poor_fit: `No forecast for ${MEASURES[measure]} ${target}: the errors deviate too much from a power law.`,
      too_far: `No forecast for ${MEASURES[measure]} ${target}: it needs more than 5 times the training images, which is too far from the measured models.`,
    })[state],
  fit: ({ exponent, deviation }: CurveForecast) =>
    exponent === null || deviation === null
      ? null
      : `Fit: error = a · n^−${exponent.toFixed(2)}, standard deviation of ln(error) ${deviation.toFixed(2)}.`,
  method:
    'Each model is measured by its newest evaluation. Intervals are those of a ratio estimator with the image as the unit. A forecast fits the power law error = a · n^−b to the errors (1 − quality) of at least 4 models with n training images, by least squares of the logarithms. It is shown only if b is greater than 0 with 95% confidence, the standard deviation of ln(error) is at most 0.15, and n is at most 5 times the training images. A power law has no lower limit of the error, so the real number can be larger.',
  sources:
    'Cortes et al., “Learning curves: asymptotic values and rate of convergence”, NIPS 6, 1993. Hestness et al., “Deep learning scaling is predictable, empirically”, arXiv:1712.00409, 2017.',
  methodTitle: 'How this is computed',
} as const;
