import type { ShapeMatch } from './match-shapes';

/** A shape whose score is computed. */
export interface ScoredShape {
  /** Id of the label; null for points. */
  label: string | null;
  /** Values of recognition labels of type value, and of attributes that are numbers, by id or name. */
  values?: Readonly<Record<string, number>>;
  /** Attributes that are not numbers, and recognition labels without values. */
  attributes?: Readonly<Record<string, string | boolean>>;
}

/** Counts of one image. Sums over images yield the measures, so images without shapes count as well. */
export interface ImageCounts {
  /** Matched shapes. */
  matched: number;
  /** Shapes of the reference without a match. */
  missing: number;
  /** Shapes of the annotator without a match. */
  extra: number;
  /** Sum of the similarities of matched shapes. */
  similarity: number;
  /** Matched shapes with the same label. */
  sameLabel: number;
  /** Number of compared values, and the sum of their absolute differences. */
  values: number;
  valueError: number;
  /** Number of compared attributes, and of equal ones. */
  attributes: number;
  sameAttributes: number;
}

/**
 * Compares the shapes of an annotator with the shapes of a reference. Shapes are matched regardless of their labels, so that a
 * wrong label is not counted as a missing and an extra shape.
 */
export function countMatches<Shape extends ScoredShape>(
  reference: readonly Shape[],
  work: readonly Shape[],
  matches: readonly ShapeMatch[],
): ImageCounts {
  const counts: ImageCounts = {
    matched: matches.length,
    missing: reference.length - matches.length,
    extra: work.length - matches.length,
    similarity: 0,
    sameLabel: 0,
    values: 0,
    valueError: 0,
    attributes: 0,
    sameAttributes: 0,
  };
  for (const match of matches) {
    const [expected, actual] = [reference[match.reference], work[match.candidate]];
    if (!expected || !actual) continue;
    counts.similarity += match.similarity;
    if (expected.label === actual.label) counts.sameLabel += 1;
    for (const [name, value] of Object.entries(expected.values ?? {})) {
      const actualValue = actual.values?.[name];
      if (actualValue === undefined) continue;
      counts.values += 1;
      counts.valueError += Math.abs(value - actualValue);
    }
    const names = new Set([...Object.keys(expected.attributes ?? {}), ...Object.keys(actual.attributes ?? {})]);
    for (const name of names) {
      counts.attributes += 1;
      // A missing flag is the same as false.
      if ((expected.attributes?.[name] ?? false) === (actual.attributes?.[name] ?? false)) counts.sameAttributes += 1;
    }
  }
  return counts;
}

export const MEASURES = [
  'precision',
  'recall',
  'f1',
  'imageF1',
  'iou',
  'labelAccuracy',
  'valueError',
  'attributeAccuracy',
] as const;
export type Measure = (typeof MEASURES)[number];
/**
 * Numerator and denominator of a measure of an image. The denominator is the number of observations: shapes, values or attributes.
 * Both shapes of a match count for F1.
 */
export interface RatioOf<Image> {
  getSum: (image: Image) => number;
  getN: (image: Image) => number;
}

/**
 * The ratio of each measure, so that a measure of several images is the ratio of the sums. `imageF1` is the mean of the F1 of the
 * images, which includes images without shapes; targets use it because it is bounded for each image.
 */
export const RATIOS: Readonly<Record<Measure, RatioOf<ImageCounts>>> = {
  precision: { getSum: ({ matched }) => matched, getN: ({ matched, extra }) => matched + extra },
  recall: { getSum: ({ matched }) => matched, getN: ({ matched, missing }) => matched + missing },
  f1: { getSum: ({ matched }) => 2 * matched, getN: ({ matched, missing, extra }) => 2 * matched + missing + extra },
  imageF1: { getSum: (counts) => computeImageF1(counts), getN: () => 1 },
  iou: { getSum: ({ similarity }) => similarity, getN: ({ matched }) => matched },
  labelAccuracy: { getSum: ({ sameLabel }) => sameLabel, getN: ({ matched }) => matched },
  valueError: { getSum: ({ valueError }) => valueError, getN: ({ values }) => values },
  attributeAccuracy: { getSum: ({ sameAttributes }) => sameAttributes, getN: ({ attributes }) => attributes },
};

/** Returns the F1 of one image. It is 1 if neither the reference nor the annotator has a shape. */
export function computeImageF1({ matched, missing, extra }: ImageCounts): number {
  const shapes = 2 * matched + missing + extra;
  return shapes === 0 ? 1 : (2 * matched) / shapes;
}
