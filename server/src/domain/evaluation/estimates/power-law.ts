import type { CurveForecast } from '@console/shared-contract/api';
import { computeStudentQuantile } from '../../quality/score/interval';

/** A model: its number of training images, its quality from 0 to 1, and the number of images that measured it. */
export interface CurvePoint {
  trainingImages: number;
  quality: number;
  testImages: number;
}

/** Minimum number of models with different numbers of training images. */
const MIN_POINTS = 4;
/** Maximum standard deviation of the logarithm of the errors from the fit. */
const MAX_DEVIATION = 0.15;
/** Forecasts beyond this multiple of the most training images are not reported. */
const MAX_FACTOR = 5;

/**
 * Forecasts how many more training images a quality needs. The error 1 - quality is fitted by the power law a * n^-b, a line in
 * logarithms (Cortes et al., "Learning curves: asymptotic values and rate of convergence", NIPS 6, 1993; Hestness et al., "Deep
 * learning scaling is predictable, empirically", arXiv:1712.00409, 2017). Without a clear and close fit, it returns the reason.
 * @param points in the order of their training
 * @param target greater than 0 and less than 1
 */
export function forecastImages(points: readonly CurvePoint[], target: number): CurveForecast {
  const usablePoints = points.filter(({ trainingImages }) => trainingImages > 0);
  const emptyForecast = { target, points: usablePoints.length, more: null, exponent: null, deviation: null };
  const lastPoint = usablePoints.at(-1);
  if (lastPoint && lastPoint.quality >= target) return { ...emptyForecast, state: 'reached' };
  const sizeCount = new Set(usablePoints.map(({ trainingImages }) => trainingImages)).size;
  if (sizeCount < MIN_POINTS) return { ...emptyForecast, points: sizeCount, state: 'too_few_points' };
  // An error of 0 has no logarithm. Half an image is the smallest error that the TEST images can show.
  const line = fitLine(
    usablePoints.map(({ trainingImages, quality, testImages }) => ({
      x: Math.log(trainingImages),
      y: Math.log(Math.max(1 - quality, 0.5 / Math.max(testImages, 1))),
    })),
  );
  const fittedForecast = { ...emptyForecast, exponent: -line.slope, deviation: line.deviation };
  if (-line.slope <= computeStudentQuantile(usablePoints.length - 2) * line.slopeError)
    return { ...fittedForecast, state: 'no_improvement' };
  if (line.deviation > MAX_DEVIATION) return { ...fittedForecast, state: 'poor_fit' };
  const maxImages = Math.max(...usablePoints.map(({ trainingImages }) => trainingImages));
  const neededImages = Math.exp((Math.log(1 - target) - line.intercept) / line.slope);
  if (neededImages > MAX_FACTOR * maxImages) return { ...fittedForecast, state: 'too_far' };
  return neededImages <= maxImages
    ? { ...fittedForecast, state: 'poor_fit' }
    : { ...fittedForecast, state: 'forecast', more: Math.ceil(neededImages - maxImages) };
}

interface FittedLine {
  slope: number;
  intercept: number;
  slopeError: number;
  /** Standard deviation of the residuals. */
  deviation: number;
}

/** Fits a line by least squares. */
function fitLine(points: readonly { x: number; y: number }[]): FittedLine {
  const count = points.length;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / count;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / count;
  const squaresX = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / squaresX;
  const intercept = meanY - slope * meanX;
  const squaredResiduals = points.reduce((sum, { x, y }) => sum + (y - intercept - slope * x) ** 2, 0);
  const deviation = Math.sqrt(squaredResiduals / (count - 2));
  return { slope, intercept, slopeError: deviation / Math.sqrt(squaresX), deviation };
}
