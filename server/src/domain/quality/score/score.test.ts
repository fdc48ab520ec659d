import { computeAlpha } from './krippendorff-alpha';
import { findResult, findWeightedResult } from './decide-target';
import { estimateMeasure } from './interval';
import { matchShapes } from './match-shapes';
import { computeImageF1, type ScoredShape } from './score-image';
import {
  AVERAGE_ANNOTATOR,
  computeMeasure,
  GOOD_ANNOTATOR,
  scoreImage,
  simulateCoverage,
  simulateDecisions,
  simulateWeightedCoverage,
} from '../../../testing/quality/simulation';

const getSimilarity = (a: number, b: number) => Math.max(0, 1 - Math.abs(a - b));

describe('matchShapes', () => {
  it('maximizes the total similarity, even if each shape has a better partner', () => {
    // The pair of 0.5 and 0.6 has the highest similarity, 0.9. Matching it would leave the other shapes without a match.
    expect(matchShapes([0, 0.5], [0.6, 1], getSimilarity, 0.1)).toEqual([
      { reference: 0, candidate: 0, similarity: 0.4 },
      { reference: 1, candidate: 1, similarity: 0.5 },
    ]);
  });

  it('leaves pairs below the minimum and surplus shapes unmatched', () => {
    expect(matchShapes([0, 5], [5, 9, 0.6], getSimilarity, 0.5)).toEqual([{ reference: 1, candidate: 0, similarity: 1 }]);
    expect(matchShapes([], [1], getSimilarity, 0.5)).toEqual([]);
  });
});

describe('countMatches', () => {
  interface PlacedShape extends ScoredShape {
    at: number;
  }
  const getPlacedSimilarity = (a: PlacedShape, b: PlacedShape) => getSimilarity(a.at, b.at);
  const createShape = (x: number, label = 'cup', otherFields: Partial<ScoredShape> = {}): PlacedShape => ({
    at: x,
    label,
    ...otherFields,
  });

  it('counts matches regardless of their labels, and compares labels, values and attributes of matches', () => {
    const reference = [
      createShape(1, 'cup', { values: { grams: 10, height: 3 }, attributes: { brand: 'X', occluded: true } }),
      createShape(5),
      createShape(9),
    ];
    const workShapes = [
      createShape(1.25, 'cup', { values: { grams: 12 }, attributes: { brand: 'X' } }),
      createShape(5, 'plate'),
      createShape(20),
      createShape(30),
    ];
    const counts = scoreImage(reference, workShapes, getPlacedSimilarity);
    expect(counts).toEqual({
      matched: 2,
      missing: 1,
      extra: 2,
      similarity: 1.75,
      sameLabel: 1,
      values: 1,
      valueError: 2,
      attributes: 2,
      sameAttributes: 1,
    });
    expect(computeMeasure([counts], 'precision')).toBe(0.5);
    expect(computeMeasure([counts], 'recall')).toBeCloseTo(2 / 3, 10);
    expect(computeMeasure([counts], 'f1')).toBeCloseTo(4 / 7, 10);
    expect(computeMeasure([counts], 'iou')).toBe(0.875);
    expect(computeMeasure([counts], 'labelAccuracy')).toBe(0.5);
    expect(computeMeasure([counts], 'valueError')).toBe(2);
    expect(computeMeasure([counts], 'attributeAccuracy')).toBe(0.5);
  });

  it('gives an empty image an F1 of 1, and of 0 with extra shapes', () => {
    const scoreOfEmptyImage = scoreImage<PlacedShape>([], [], getPlacedSimilarity);
    const scoreOfExtraShape = scoreImage([], [createShape(1)], getPlacedSimilarity);
    expect([computeImageF1(scoreOfEmptyImage), computeImageF1(scoreOfExtraShape)]).toEqual([1, 0]);
    expect(computeMeasure([scoreOfEmptyImage], 'f1')).toBeNull();
    expect(computeMeasure([scoreOfEmptyImage, scoreOfExtraShape], 'imageF1')).toBe(0.5);
    expect(computeMeasure([scoreOfEmptyImage, scoreOfExtraShape], 'precision')).toBe(0);
  });
});

describe('computeAlpha', () => {
  // The examples A, B and C of Krippendorff (2011); null is a missing value.
  const transpose = (rows: readonly (readonly (string | number | null)[])[]) =>
    rows[0]!.map((_, unit) => rows.map((row) => row[unit] ?? null));
  const twoAnnotatorsBinary = transpose([
    [0, 1, 0, 0, 0, 0, 0, 0, 1, 0],
    [1, 1, 1, 0, 0, 1, 0, 0, 0, 0],
  ]);
  const twoAnnotatorsNominal = transpose([[...'aabbdcccedda'], [...'babbbcccedDd'.toLowerCase()]]);
  const fourAnnotators = transpose([
    [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
    [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
  ]);

  it.each([
    ['two annotators and binary values', twoAnnotatorsBinary, 'nominal', 0.095],
    ['two annotators and nominal values', twoAnnotatorsNominal, 'nominal', 0.692],
    ['four annotators, nominal values and missing ones', fourAnnotators, 'nominal', 0.743],
    ['four annotators, interval values and missing ones', fourAnnotators, 'interval', 0.849],
  ] as const)('equals the published value for %s', (_name, units, metric, expected) => {
    expect(computeAlpha(units, metric)).toBeCloseTo(expected, 3);
  });

  it.each([
    ['nominal', 'a', 'b'],
    ['interval', 1, 3],
  ] as const)('counts a unit with %s values as often as it occurs', (metric, a, b) => {
    const repeatedUnits = [[a, b], ...Array.from({ length: 3 }, () => [a, a]), ...Array.from({ length: 2 }, () => [b, b])];
    expect(
      computeAlpha(
        [
          [a, b],
          [a, a],
          [b, b],
        ],
        metric,
        [1, 3, 2],
      ),
    ).toBeCloseTo(computeAlpha(repeatedUnits, metric)!, 10);
  });

  it('is null without pairs of values, and if all values are equal', () => {
    expect(computeAlpha([['a', null], []], 'nominal')).toBeNull();
    expect(computeAlpha([['a', 'a']], 'nominal')).toBeNull();
    // The mean of three times 0.1 is not exactly 0.1.
    expect(computeAlpha([[0.1, 0.1, 0.1]], 'interval')).toBeNull();
  });
});

describe('estimateMeasure', () => {
  const image = {
    matched: 3,
    missing: 0,
    extra: 0,
    similarity: 3,
    sameLabel: 3,
    values: 0,
    valueError: 0,
    attributes: 0,
    sameAttributes: 0,
  };

  it('does not claim certainty after few perfect images', () => {
    expect(estimateMeasure([image, image, image], 'recall')).toMatchObject({ value: 1, high: 1, images: 3, n: 9 });
    expect(estimateMeasure([image, image, image], 'recall').low).toBeCloseTo(0.05 ** (1 / 3), 10);
    // Images without observations add nothing.
    const emptyImageCounts = { ...image, matched: 0, similarity: 0, sameLabel: 0 };
    expect(estimateMeasure([image, image, image, emptyImageCounts], 'recall').low).toBeCloseTo(0.05 ** (1 / 3), 10);
    expect(estimateMeasure([image], 'valueError')).toEqual({ value: null, low: null, high: null, images: 1, n: 0 });
  });

  it('is an interval of the logit with the standard error of the ratio by image', () => {
    // Recall 2 of 3 and 3 of 3. Residuals: 2 - 5/6 * 3 = -0.5 and 0.5. Standard error: sqrt(0.5 * 2 / 1) / 6 = 1/6.
    const { value, low, high } = estimateMeasure([image, { ...image, matched: 2, missing: 1 }], 'recall');
    expect(value).toBeCloseTo(5 / 6, 10);
    const logit = (probability: number) => Math.log(probability / (1 - probability));
    // Student's t with 1 degree of freedom is 12.7; the expansion has an error of 12 % there, and less than 0.1 % from 4 on.
    expect((logit(high!) - logit(low!)) / 2 / (1 / 6 / (5 / 36))).toBeCloseTo(11.3, 1);
    expect((logit(high!) + logit(low!)) / 2).toBeCloseTo(logit(5 / 6), 6);
  });

  it('is wide for images with equal measures, and not below 0 for errors of values', () => {
    const imageWithHalfRecall = { ...image, matched: 1, missing: 1 };
    expect(estimateMeasure([imageWithHalfRecall, imageWithHalfRecall], 'recall')).toMatchObject({ value: 0.5, low: 0, high: 1 });
    const errors = [0, 9].map((valueError) => ({ ...image, values: 1, valueError }));
    expect(estimateMeasure(errors, 'valueError')).toMatchObject({ value: 4.5, low: 0 });
    expect(estimateMeasure(errors.slice(1), 'valueError')).toMatchObject({ value: 9, low: 0, high: null });
  });

  it('weights images by the inverse of the probability with which they were drawn', () => {
    const rareImage = { ...image, matched: 1, missing: 2, weight: 3 };
    // The first image has a recall of 3 of 3. The second image has 1 of 3 and counts three times.
    expect(estimateMeasure([image, rareImage], 'recall')).toMatchObject({ value: 0.5, images: 2, n: 6 });
    // Equal weights give the same result as no weights.
    const images = [image, { ...image, matched: 2, missing: 1 }, { ...image, matched: 1, missing: 2 }];
    const [unweightedResult, weightedResult] = [images, images.map((scoredImage) => ({ ...scoredImage, weight: 8 }))].map(
      (sample) => estimateMeasure(sample, 'recall'),
    );
    expect(weightedResult?.low).toBeCloseTo(unweightedResult?.low ?? NaN, 10);
    expect(weightedResult?.high).toBeCloseTo(unweightedResult?.high ?? NaN, 10);
    // Four perfect images with these weights are as good as (1 + 1 + 1 + 3)² / (1 + 1 + 1 + 9) = 3 images.
    const { low } = estimateMeasure([image, image, image, { ...image, weight: 3 }], 'recall');
    expect(low).toBeCloseTo(0.05 ** (1 / 3), 10);
  });

  it('covers the truth of a weighted stratified sample in 90 to 98 % of runs', () => {
    for (const ratio of Object.values(simulateWeightedCoverage({ runs: 200, images: 80, seed: 3 }))) {
      expect(ratio).toBeGreaterThanOrEqual(0.9);
      expect(ratio).toBeLessThanOrEqual(0.98);
    }
  });

  it.each([
    ['an average', AVERAGE_ANNOTATOR],
    ['a good', GOOD_ANNOTATOR],
  ])('covers the truth of %s simulated annotator in 92 to 98 %% of runs', (_, annotator) => {
    for (const ratio of Object.values(simulateCoverage({ runs: 500, images: 80, seed: 11 }, annotator))) {
      expect(ratio).toBeGreaterThanOrEqual(0.92);
      expect(ratio).toBeLessThanOrEqual(0.98);
    }
  });
});

describe('findResult', () => {
  it('needs images for a decision, and predicts how many', () => {
    const createPerfectScores = (images: number) => Array.from({ length: images }, () => 1);
    const { result, more: missingItems } = findResult(createPerfectScores(10), 0.95);
    expect(result).toBe('undecided');
    expect(findResult(createPerfectScores(10 + missingItems! - 1), 0.95).result).toBe('undecided');
    expect(findResult(createPerfectScores(10 + missingItems!), 0.95).result).toBe('meets');
    expect(findResult([], 0.95)).toMatchObject({ result: 'undecided', more: null });
    expect(
      findResult(
        createPerfectScores(10).map(() => 0.4),
        0.95,
      ),
    ).toMatchObject({ result: 'below' });
  });

  it('weights images by the inverse of their sampling probability', () => {
    const createImages = (weight: number) => [
      ...Array.from({ length: 40 }, () => ({ score: 1, weight: 1 })),
      ...Array.from({ length: 40 }, () => ({ score: 0, weight })),
    ];
    const scores = createImages(1).map(({ score }) => score);
    expect(findWeightedResult(createImages(1), 0.5, 1)).toEqual(findResult(scores, 0.5));
    // The weighted mean is 0.1.
    expect(findWeightedResult(createImages(9), 0.5, 9).result).toBe('below');
    expect(findWeightedResult(createImages(1), 0.5, 1).result).toBe('undecided');
  });

  it('is wrong in at most 5 % of simulated runs that check after each image', () => {
    const runCount = 200;
    const decisions = simulateDecisions({ runs: runCount, images: 200, seed: 5 });
    for (const { wrong } of decisions) expect(wrong / runCount).toBeLessThanOrEqual(0.05);
    // These targets are 0.05 away from the true mean.
    for (const { decided } of [decisions[0]!, decisions.at(-1)!]) expect(decided / runCount).toBeGreaterThan(0.5);
  });
});
