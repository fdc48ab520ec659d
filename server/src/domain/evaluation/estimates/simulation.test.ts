import { createRandom } from '@console/learner/random';
import { forecastImages, type CurvePoint } from './power-law';
import { compareRatios, type Ratio, type RatioPair } from './compare-ratios';

const MEAN_OBJECTS = 3.5;
const FALSE_DETECTION_RATE = 0.2;

/** Simulates two models on images with up to 7 objects. The difficulty of an image affects both models. */
function simulateImages(random: () => number, count: number, recalls: [number, number]): RatioPair[] {
  return Array.from({ length: count }, () => {
    const objects = Math.floor(random() * 8);
    const difficulty = 0.4 * random() - 0.2;
    const [model, other] = recalls.map((recall): Ratio => {
      const foundObjects = Array.from({ length: objects }, () => random() < recall - difficulty).filter(Boolean).length;
      return [2 * foundObjects, objects + foundObjects + (random() < FALSE_DETECTION_RATE ? 1 : 0)];
    }) as [Ratio, Ratio];
    return { model, other };
  });
}

const getF1 = (recall: number) => (2 * MEAN_OBJECTS * recall) / (MEAN_OBJECTS * (1 + recall) + FALSE_DETECTION_RATE);

function simulateComparisons(trials: number, images: number, recalls: [number, number]) {
  const random = createRandom(31);
  const comparisons = Array.from({ length: trials }, () => compareRatios(simulateImages(random, images, recalls)));
  const trueDifference = getF1(recalls[0]) - getF1(recalls[1]);
  const getRate = (isCounted: (comparison: (typeof comparisons)[number]) => boolean) =>
    comparisons.filter(isCounted).length / trials;
  return {
    coverage: getRate(({ low, high }) => low! <= trueDifference && trueDifference <= high!),
    better: getRate(({ result }) => result === 'better'),
    worse: getRate(({ result }) => result === 'worse'),
  };
}

describe('compareRatios', () => {
  it.each(process.env.LONG ? [15, 50] : [15])('covers the difference in about 95 %% of all samples of %i images', (images) => {
    const { coverage } = simulateComparisons(400, images, [0.7, 0.6]);
    expect(coverage).toBeGreaterThan(0.92);
    expect(coverage).toBeLessThan(0.985);
  });

  it('reports a difference between equally good models in about 5 % of all samples', () => {
    const { better, worse } = simulateComparisons(400, 30, [0.7, 0.7]);
    expect(better + worse).toBeLessThan(0.08);
  });

  it('finds a clear difference, and never with the wrong sign', () => {
    expect(simulateComparisons(100, 80, [0.75, 0.6])).toMatchObject({ better: expect.closeTo(1, 0) as number, worse: 0 });
  });

  it('does not decide with fewer than 10 images or 6 differing ones', () => {
    const [perfectRatio, zeroRatio]: [Ratio, Ratio] = [
      [1, 1],
      [0, 1],
    ];
    const compareImages = (differing: number, equal: number) =>
      compareRatios([
        ...Array.from({ length: differing }, () => ({ model: perfectRatio, other: zeroRatio })),
        ...Array.from({ length: equal }, () => ({ model: perfectRatio, other: perfectRatio })),
      ]);
    expect(compareImages(9, 0)).toMatchObject({ difference: 1, images: 9, result: 'undecided' });
    expect(compareImages(5, 20)).toMatchObject({ changed: 5, result: 'undecided' });
    expect(compareImages(8, 4)).toMatchObject({ changed: 8, result: 'better' });
    expect(compareImages(0, 20)).toMatchObject({ difference: 0, low: 0, high: 0, result: 'undecided' });
    expect(compareRatios([])).toMatchObject({ value: null, low: null, images: 0, result: 'undecided' });
  });

  it('prefers the lower measure of errors', () => {
    const pairs = Array.from({ length: 20 }, (): RatioPair => ({ model: [1, 1], other: [2, 1] }));
    expect(compareRatios(pairs, { isLowerBetter: true })).toMatchObject({ difference: -1, result: 'better' });
  });
});

describe('forecastImages', () => {
  const createPoints = (sizes: readonly number[], getError: (images: number) => number): CurvePoint[] =>
    sizes.map((trainingImages) => ({ trainingImages, quality: 1 - getError(trainingImages), testImages: 100 }));
  const SIZES = [50, 100, 200, 400];
  const powerLaw = (images: number) => 2 * images ** -0.5;

  it('finds the number of images of a power law', () => {
    expect(forecastImages(createPoints(SIZES, powerLaw), 0.95)).toMatchObject({
      state: 'forecast',
      points: 4,
      exponent: expect.closeTo(0.5, 6) as number,
      more: expect.closeTo(1200, -1) as number,
    });
  });

  it('is within a third of the true number for most curves with noise', () => {
    const random = createRandom(7);
    const forecasts = Array.from({ length: 200 }, () =>
      forecastImages(
        createPoints([50, 75, 100, 150, 200, 300, 400], (images) => powerLaw(images) * (0.92 + 0.16 * random())),
        0.93,
      ),
    );
    const trueCount = (2 / 0.07) ** 2 - 400;
    const closeForecasts = forecasts.filter(({ more }) => more !== null && Math.abs(more - trueCount) < trueCount / 3);
    expect(closeForecasts.length).toBeGreaterThan(150);
  });

  it('counts models with equal numbers of training images once if there are too few points', () => {
    const points = createPoints([100, 100, 100, 200, 200], (images) => 20 / images);
    expect(forecastImages(points, 0.95)).toMatchObject({ state: 'too_few_points', points: 2 });
  });

  it.each<[string, CurvePoint[], number]>([
    ['reached', createPoints(SIZES, powerLaw), 0.89],
    ['too_few_points', createPoints([50, 100, 200, 200], powerLaw), 0.95],
    ['too_far', createPoints(SIZES, powerLaw), 0.99],
    ['no_improvement', createPoints(SIZES, (images) => (images === 100 ? 0.3 : 0.4)), 0.95],
    ['poor_fit', createPoints([...SIZES, 800, 1600], (images) => powerLaw(images) * (images % 200 === 0 ? 1 : 1.7)), 0.97],
  ])('returns "%s" instead of a number', (state, points, target) => {
    expect(forecastImages(points, target)).toMatchObject({ state, more: null });
  });
});
