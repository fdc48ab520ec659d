// Computes the confidence of suspected errors of shapes. Each confidence is based on a likelihood ratio: how often an observation occurs
// for errors, compared with all annotations. The histograms were measured with one model of medium quality. Another model may miss or
// misplace most objects of a label. The histograms of annotations are therefore corrected by the results of the judging model for the
// label, if they are known (ADR 0060).

/** Assumed ratio of wrong annotations. With it, about half of the suspected errors with a confidence of 0.6 were real errors (ADR 0060). */
const ERROR_RATIO = 0.2;
const BIN_COUNT = 20;

/** The ratio of annotations or predictions in each bin. The bins divide the values from 0 to 1. */
type Histogram = readonly number[];

function createHistogram(getDensity: (value: number) => number): Histogram {
  const densities = Array.from({ length: BIN_COUNT }, (_, bin) => getDensity((bin + 0.5) / BIN_COUNT));
  const sum = densities.reduce((total, value) => total + value, 0);
  return densities.map((value) => value / sum);
}

/** Histograms of the probabilities of predictions: with an annotation at their position, and without one. */
const MATCHED_PROBABILITIES = createHistogram((probability) => probability);
const UNMATCHED_PROBABILITIES = createHistogram((probability) => (probability < 0.1 ? 0 : (1 - probability) ** 2));
/** Histogram of the probabilities with which a model predicts the label of an annotation at its position. */
const SUPPORTS = createHistogram((support) => support ** 2);
/** Histogram of how much more probable another label is than the label of an annotation, at the position of the annotation. */
const LEADS = createHistogram((lead) => Math.exp(-lead / 0.05));
/** Histogram of the overlaps between annotations and the predictions of their objects. */
const OVERLAPS = createHistogram((overlap) => overlap ** 4);

/** The results of a model for the annotations of a label, each from 0 to 1. */
export interface LabelResults {
  /** The probability of the label at the position of each annotation. */
  supports: number[];
  /** The overlap of each annotation with the prediction of its object, if there is one. */
  overlaps: number[];
}

/** Weight of an assumed histogram when it is combined with measured results: it counts as this many annotations. */
const ASSUMED_COUNT = 20;

function combineHistograms(assumed: Histogram, measured: readonly number[]): Histogram {
  const counts = assumed.map((ratio) => ratio * ASSUMED_COUNT);
  for (const value of measured) counts[Math.min(BIN_COUNT - 1, Math.floor(value * BIN_COUNT))]! += 1;
  return counts.map((count) => count / (ASSUMED_COUNT + measured.length));
}

/** The histograms of the annotations of a label. */
export interface LabelHistograms {
  supports: Histogram;
  overlaps: Histogram;
}

export const ASSUMED_HISTOGRAMS: LabelHistograms = { supports: SUPPORTS, overlaps: OVERLAPS };

/** Combines the assumed histograms with the results of a model for a label. */
export const toLabelHistograms = ({ supports, overlaps }: LabelResults): LabelHistograms => ({
  supports: combineHistograms(SUPPORTS, supports),
  overlaps: combineHistograms(OVERLAPS, overlaps),
});

/** Half the width of the window in which observations are treated as equal. */
const HALF_WINDOW = 0.1;

function getRatio(histogram: Histogram, isIncluded: (value: number) => boolean): number {
  return histogram.reduce((sum, ratio, bin) => (isIncluded((bin + 0.5) / BIN_COUNT) ? sum + ratio : sum), 1e-6);
}

const getRatioNear = (histogram: Histogram, center: number) =>
  getRatio(histogram, (value) => Math.abs(value - center) <= HALF_WINDOW);

function toConfidence(likelihoodRatio: number): number {
  const odds = ERROR_RATIO * likelihoodRatio;
  return odds / (1 + odds);
}

/**
 * Returns the confidence that an annotation is missing where a model predicts an object. It compares how often predictions with this
 * probability match an annotated object, and how often they do not.
 */
export function getMissingConfidence(probability: number): number {
  return toConfidence(getRatioNear(MATCHED_PROBABILITIES, probability) / getRatioNear(UNMATCHED_PROBABILITIES, probability));
}

/**
 * Returns the confidence that an annotation is superfluous. `support` is the probability of its label in predictions at its position. A
 * superfluous annotation has hardly any support.
 */
export function getSuperfluousConfidence(support: number, { supports }: LabelHistograms): number {
  return toConfidence((0.9 * Math.exp(-support / 0.15) + 0.02) / getRatioNear(supports, support));
}

/**
 * Returns the confidence that an annotation has the wrong label. `probability` belongs to another label at the same position, `support`
 * to the annotated label.
 */
export function getOtherLabelConfidence(probability: number, support: number): number {
  if (probability <= support) return 0;
  const expectedRatio = getRatioNear(MATCHED_PROBABILITIES, probability) * Math.exp(-support / 0.3);
  return toConfidence(expectedRatio / getRatio(LEADS, (lead) => lead >= probability - support - HALF_WINDOW));
}

/** Returns the confidence that an annotation is misplaced. `overlap` is its overlap with the prediction of its object. */
export function getMisplacedConfidence(overlap: number, probability: number, { overlaps }: LabelHistograms): number {
  const expectedRatio = 0.3 * Math.exp(-Math.max(0, overlap - 0.65) / 0.05) * Math.min(1, 2 * probability);
  return toConfidence(expectedRatio / getRatio(overlaps, (value) => value <= overlap + HALF_WINDOW / 2));
}
