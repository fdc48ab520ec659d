import { computeAveragePrecision, type Detection, type GroundTruth } from './average-precision';
import { findBestThreshold, findThresholds, computeObjectScores } from './object-scores';
import { computePolygonOverlap } from './polygon-overlap';
import { computeBoxOverlap, type Box } from './box-overlap';

const createAnnotation = (image: string, label: string, shape: Box): GroundTruth<Box> => ({ image, label, shape });
const createDetection = (image: string, label: string, score: number, shape: Box): Detection<Box> => ({
  image,
  label,
  score,
  shape,
});

const LEFT: Box = [0, 0, 10, 10];
const RIGHT: Box = [20, 0, 30, 10];
const NOWHERE: Box = [50, 50, 60, 60];
/** Covers 60 of the 100 pixels of LEFT and nothing else, so the IoU is 0.6. */
const PART_OF_LEFT: Box = [0, 0, 6, 10];

describe('overlap of two boxes', () => {
  it.each<[string, Box, Box, number]>([
    ['is 1 for equal boxes', LEFT, LEFT, 1],
    ['is the ratio of the areas for nested boxes', LEFT, PART_OF_LEFT, 0.6],
    ['is a third for boxes shifted by half', [0, 0, 10, 10], [5, 0, 15, 10], 1 / 3],
    ['is 0 for touching boxes', [0, 0, 10, 10], [10, 0, 20, 10], 0],
    ['is 0 for separate boxes', LEFT, RIGHT, 0],
    ['is 0 for a box without area', [3, 3, 3, 3], LEFT, 0],
  ])('%s', (_, a, b, expected) => {
    expect(computeBoxOverlap(a, b)).toBeCloseTo(expected, 12);
    expect(computeBoxOverlap(b, a)).toBeCloseTo(expected, 12);
  });
});

describe('average precision', () => {
  const truths = [createAnnotation('1', 'cat', LEFT), createAnnotation('1', 'cat', RIGHT)];

  it('is 1 if all objects and nothing else are detected', () => {
    const detections = [createDetection('1', 'cat', 0.9, LEFT), createDetection('1', 'cat', 0.8, RIGHT)];
    expect(computeAveragePrecision(detections, truths, computeBoxOverlap, 0.5)).toBe(1);
  });

  it('counts 51 of 101 points if half of the objects are detected', () => {
    expect(computeAveragePrecision([createDetection('1', 'cat', 0.9, LEFT)], truths, computeBoxOverlap, 0.5)).toBeCloseTo(
      51 / 101,
      12,
    );
  });

  it('uses the best precision at the same or higher recall', () => {
    // Hit, miss, hit: precision 1, 1/2, 2/3 at recall 1/2, 1/2, 1.
    const detections = [
      createDetection('1', 'cat', 0.9, LEFT),
      createDetection('1', 'cat', 0.8, NOWHERE),
      createDetection('1', 'cat', 0.7, RIGHT),
    ];
    expect(computeAveragePrecision(detections, truths, computeBoxOverlap, 0.5)).toBeCloseTo((51 + (50 * 2) / 3) / 101, 12);
  });

  it('counts a second detection of the same object as a miss', () => {
    const detections = [
      createDetection('1', 'cat', 0.9, LEFT),
      createDetection('1', 'cat', 0.8, LEFT),
      createDetection('1', 'cat', 0.7, RIGHT),
    ];
    expect(computeAveragePrecision(detections, truths, computeBoxOverlap, 0.5)).toBeCloseTo((51 + (50 * 2) / 3) / 101, 12);
  });

  it('does not match detections of another image', () => {
    expect(computeAveragePrecision([createDetection('2', 'cat', 0.9, LEFT)], truths, computeBoxOverlap, 0.5)).toBe(0);
  });

  it('matches shapes with at least the given overlap', () => {
    const detections = [createDetection('1', 'cat', 0.9, PART_OF_LEFT)];
    const singleAnnotation = [createAnnotation('1', 'cat', LEFT)];
    expect(computeAveragePrecision(detections, singleAnnotation, computeBoxOverlap, 0.5)).toBe(1);
    expect(computeAveragePrecision(detections, singleAnnotation, computeBoxOverlap, 0.6)).toBe(1);
    expect(computeAveragePrecision(detections, singleAnnotation, computeBoxOverlap, 0.75)).toBe(0);
  });

  it('assigns the highest score to the shape with the largest overlap', () => {
    // The detection with the higher score overlaps both annotations. It is matched with the closer annotation, so the other
    // annotation is left for the second detection.
    const overlapping = [createAnnotation('1', 'cat', [0, 0, 10, 10]), createAnnotation('1', 'cat', [2, 0, 12, 10])];
    const detections = [createDetection('1', 'cat', 0.9, [2, 0, 12, 10]), createDetection('1', 'cat', 0.8, [0, 0, 10, 10])];
    expect(computeAveragePrecision(detections, overlapping, computeBoxOverlap, 0.75)).toBe(1);
  });

  it('considers only the 100 highest scores per image', () => {
    const misses = Array.from({ length: 100 }, (_, index) => createDetection('1', 'cat', 0.9 - index / 1000, NOWHERE));
    expect(computeAveragePrecision([...misses, createDetection('1', 'cat', 0.1, LEFT)], truths, computeBoxOverlap, 0.5)).toBe(0);
  });

  it('is null without annotated objects', () => {
    expect(computeAveragePrecision([createDetection('1', 'cat', 0.9, LEFT)], [], computeBoxOverlap, 0.5)).toBeNull();
  });
});

describe('scores of objects', () => {
  const truths = [createAnnotation('1', 'cat', LEFT), createAnnotation('1', 'cat', RIGHT), createAnnotation('2', 'dog', LEFT)];
  const detections = [
    createDetection('1', 'cat', 0.9, LEFT),
    createDetection('1', 'cat', 0.6, NOWHERE),
    createDetection('1', 'cat', 0.3, RIGHT),
    createDetection('2', 'dog', 0.7, PART_OF_LEFT),
    createDetection('2', 'bird', 0.8, LEFT),
  ];

  it('averages over the labels with annotations and leaves undefined metrics null', () => {
    const scores = computeObjectScores(['cat', 'dog', 'bird', 'cow'], detections, truths, computeBoxOverlap, {});
    const catScore = (51 + (50 * 2) / 3) / 101;
    expect(scores.map50).toBeCloseTo((catScore + 1) / 2, 12);
    expect(scores.map75).toBeCloseTo(catScore / 2, 12);
    expect(scores.labels).toEqual([
      {
        id: 'cat',
        count: 2,
        precision: 0.5,
        recall: 0.5,
        ap50: expect.closeTo(catScore, 12),
        ap75: expect.closeTo(catScore, 12),
      },
      { id: 'dog', count: 1, precision: 1, recall: 1, ap50: 1, ap75: 0 },
      { id: 'bird', count: 0, precision: 0, recall: null, ap50: null, ap75: null },
      { id: 'cow', count: 0, precision: null, recall: null, ap50: null, ap75: null },
    ]);
  });

  it('counts all detections for precision and recall, 100 per image for the average precision', () => {
    const manyAnnotations = Array.from({ length: 150 }, (_, position) =>
      createAnnotation('1', 'cat', [position * 20, 0, position * 20 + 10, 10]),
    );
    const allDetections = manyAnnotations.map((truth, position) => ({ ...truth, score: 0.9 - position / 1000 }));
    const { labels } = computeObjectScores(['cat'], allDetections, manyAnnotations, computeBoxOverlap, {});
    expect(labels[0]).toMatchObject({ precision: 1, recall: 1, ap50: expect.closeTo(67 / 101, 12) as number });
  });

  it('has no mean without annotated objects', () => {
    expect(computeObjectScores(['cat'], detections, [], computeBoxOverlap, {})).toMatchObject({ map50: null, map75: null });
  });

  it('chooses the threshold with the highest F1', () => {
    // At 0.3 all three objects are hit, with two false positives: F1 is 6/8. At 0.7 F1 is 4/6.
    expect(findBestThreshold(['cat', 'dog', 'bird'], detections, truths, computeBoxOverlap)).toBeCloseTo(0.3, 12);
    expect(findBestThreshold(['cat', 'dog'], detections.slice(0, 2), truths.slice(0, 1), computeBoxOverlap)).toBeCloseTo(
      0.75,
      12,
    );
    expect(findBestThreshold(['cat'], [], truths, computeBoxOverlap)).toBe(0.5);
  });

  it('chooses a threshold for each label with at least 8 objects', () => {
    const createAnnotationsInRow = (label: string, count: number) =>
      Array.from({ length: count }, (_, position) => createAnnotation(`${label}${position}`, label, LEFT));
    const [cellAnnotations, plateletAnnotations] = [createAnnotationsInRow('cell', 8), createAnnotationsInRow('platelet', 7)];
    const cellDetections = [
      ...cellAnnotations.map((truth) => ({ ...truth, score: 0.8 })),
      ...cellAnnotations.map((truth) => ({ ...truth, shape: NOWHERE, score: 0.6 })),
      ...plateletAnnotations.map((truth) => ({ ...truth, score: 0.4 })),
    ];
    const allThresholds = findThresholds(
      ['cell', 'platelet'],
      cellDetections,
      [...cellAnnotations, ...plateletAnnotations],
      computeBoxOverlap,
    );
    expect(allThresholds).toEqual({ threshold: 0.4, thresholds: { cell: expect.closeTo(0.7, 12) as number, platelet: 0.4 } });
    const cellScores = computeObjectScores(['cell'], cellDetections, cellAnnotations, computeBoxOverlap, allThresholds.thresholds)
      .labels[0];
    expect(cellScores).toMatchObject({ precision: 1, recall: 1 });
  });
});

describe('crowds and ignored objects (same results as pycocotools)', () => {
  const ignoredAnnotation: GroundTruth<Box> = { ...createAnnotation('1', 'cat', RIGHT), isIgnored: true };
  const crowdAnnotation: GroundTruth<Box> = { ...createAnnotation('1', 'cat', [40, 0, 80, 40]), isIgnored: true, isCrowd: true };

  it('match detections without counting them: one per ignored object, any number per crowd', () => {
    const detections = [
      createDetection('1', 'cat', 0.98, [42, 2, 52, 12]),
      createDetection('1', 'cat', 0.97, [60, 2, 70, 12]),
      createDetection('1', 'cat', 0.96, RIGHT),
      // The ignored object is already matched with another detection.
      createDetection('1', 'cat', 0.95, RIGHT),
      // Half of the detection is in the crowd.
      createDetection('1', 'cat', 0.94, [75, 0, 85, 10]),
      createDetection('1', 'cat', 0.9, LEFT),
    ];
    const { labels } = computeObjectScores(
      ['cat'],
      detections,
      [ignoredAnnotation, createAnnotation('1', 'cat', LEFT), crowdAnnotation],
      computeBoxOverlap,
      {},
    );
    expect(labels[0]).toMatchObject({ count: 1, precision: 1 / 2, recall: 1 });
    expect([labels[0]?.ap50, labels[0]?.ap75]).toEqual([expect.closeTo(1 / 2, 12), expect.closeTo(1 / 3, 12)]);
  });

  it('are matched only with detections that match no other object', () => {
    const truths = [ignoredAnnotation, createAnnotation('1', 'cat', [20, 0, 26, 10])];
    const detections = [createDetection('1', 'cat', 0.9, RIGHT)];
    expect(computeAveragePrecision(detections, truths, computeBoxOverlap, 0.5)).toBe(1);
    expect(computeAveragePrecision(detections, truths, computeBoxOverlap, 0.75)).toBe(0);
  });

  it('do not count as missed, so the scores without other objects are null', () => {
    expect(computeObjectScores(['cat'], [], [ignoredAnnotation, crowdAnnotation], computeBoxOverlap, {}).labels[0]).toMatchObject(
      {
        count: 0,
        precision: null,
        recall: null,
        ap50: null,
      },
    );
  });

  it('do not change the threshold', () => {
    const detections = [
      createDetection('1', 'cat', 0.9, LEFT),
      createDetection('1', 'cat', 0.7, RIGHT),
      createDetection('1', 'cat', 0.5, NOWHERE),
    ];
    expect(
      findBestThreshold(['cat'], detections, [createAnnotation('1', 'cat', LEFT), ignoredAnnotation], computeBoxOverlap),
    ).toBeCloseTo(0.7, 12);
  });

  it('compare outlines with the area of the detection', () => {
    const square = [0, 0, 10, 0, 10, 10, 0, 10];
    const large = [0, 0, 40, 0, 40, 40, 0, 40];
    expect(computePolygonOverlap(square, large, true)).toBeCloseTo(1, 6);
    expect(computePolygonOverlap(square, large)).toBeCloseTo(1 / 16, 2);
  });
});
