import { createRandom } from '@console/learner/random';
import type { ShapeAttributes } from '@console/shared-contract/shape-attributes';
import { COCO_PERSON, getLayout } from '@console/shared-contract/skeleton';
import type { TaskLabel } from '../../ml/learning/dataset';
import type { AnnotatedShape, PredictedShape } from '../../ml/prediction-runs/disagreement';
import { SkeletonTally } from './skeleton-precision';
import { encodeBitmap, encodeCounts } from '@console/shared-contract/mask-rle';
import { compareImageLabels, compareImageShapes, isCorrect, compareByError } from './decisions';
import { DecisionTally } from './decision-tally';
import { createImageComparison } from './stored-evaluation';

const toPredictions = (prob: Record<string, number>) =>
  Object.entries(prob).map(([id, probability]) => ({ id, prob: probability }));
const toAnnotations = (...ids: string[]) => ids.map((id) => ({ id, value: null }));
const toPairs = (comparisons: readonly { truth: string | null; said: string | null }[]) =>
  comparisons.map(({ truth, said }) => [truth, said]);

describe('comparisons of image labels', () => {
  it('contain only the most probable label in single-label tasks', () => {
    const [comparison] = compareImageLabels('multi_class', toAnnotations('apple'), toPredictions({ pear: 0.7, apple: 0.3 }), 0);
    expect(comparison).toMatchObject({ truth: 'apple', said: 'pear', prob: 0.7, sureness: 0.7 });
  });
  it('contain no prediction if its probability is below the threshold', () => {
    const comparisons = compareImageLabels('multi_class', toAnnotations('apple'), toPredictions({ pear: 0.7, apple: 0.3 }), 0.8);
    expect(toPairs(comparisons)).toEqual([['apple', null]]);
  });
  it('contain each tag separately in tagging tasks', () => {
    const comparisons = compareImageLabels(
      'multi_label',
      toAnnotations('bruise', 'leaf'),
      toPredictions({ bruise: 0.9, leaf: 0.2, dust: 0.6 }),
      0.5,
    );
    expect(toPairs(comparisons)).toEqual([
      ['bruise', 'bruise'],
      ['leaf', null],
      [null, 'dust'],
    ]);
    expect(comparisons[1]?.sureness).toBeCloseTo(0.8);
  });
  it('contain the distance in regression tasks', () => {
    const comparisons = compareImageLabels('regression', [{ id: 'kg', value: 3 }], [{ id: 'kg', prob: 1, value: 5 }], 0);
    expect(comparisons).toMatchObject([{ truth: 'kg', said: 'kg', sureness: 2 }]);
    expect(comparisons.map(isCorrect)).toEqual([false]);
  });
});

describe('comparisons of shapes', () => {
  const annotatedShapes = [
    { id: 's1', label: 'red', box: [0, 0, 10, 10] },
    { id: 's2', label: 'white', box: [20, 0, 30, 10] },
    { id: 's3', label: 'red', box: [50, 50, 60, 60] },
  ];
  const predictedShapes = [
    { id: 'red', prob: 0.9, bound_box: [0, 0, 10, 11] },
    { id: 'red', prob: 0.8, bound_box: [20, 0, 30, 10] },
    { id: 'white', prob: 0.6, bound_box: [80, 80, 90, 90] },
    { id: 'red', prob: 0.3, bound_box: [50, 50, 60, 60] },
  ];

  it('pair shapes by position, compare labels and list the unpaired ones', () => {
    const comparisons = compareImageShapes(annotatedShapes, predictedShapes, 0.5);
    expect(toPairs(comparisons)).toEqual([
      ['red', 'red'],
      ['white', 'red'],
      ['red', null],
      [null, 'white'],
    ]);
    expect(comparisons[2]).toMatchObject({ shape: 's3', sureness: 0.7, saidBox: null });
    expect(toPairs(compareImageShapes(annotatedShapes, predictedShapes, 0.2))).toContainEqual(['red', 'red']);
  });

  it('leave out crowds, ignored shapes and the predictions of them', () => {
    const crowdShape = { id: 's4', label: 'white', box: [80, 80, 120, 120], attributes: { crowd: true } };
    const ignoredShape = { id: 's5', label: 'red', box: [50, 50, 60, 60], attributes: { ignore: true } };
    const predictInCrowd = (prob: number, x: number) => ({ id: 'white', prob, bound_box: [x, 80, x + 10, 90] });
    const predictionOfOtherLabel = { id: 'red', prob: 0.9, bound_box: [100, 100, 110, 110] };
    const predictionsOnIgnored = [0.7, 0.6].map((prob) => ({ id: 'red', prob, bound_box: [50, 50, 60, 60] }));
    const shapes = [...annotatedShapes.slice(0, 1), crowdShape, ignoredShape];
    const predictions = [
      ...predictedShapes.slice(0, 1),
      predictInCrowd(0.9, 80),
      predictInCrowd(0.8, 115),
      predictionOfOtherLabel,
      ...predictionsOnIgnored,
    ];
    const comparisons = compareImageShapes(shapes, predictions, 0.5);
    expect(comparisons.map(({ truth, prob }) => [truth, prob])).toEqual([
      ['red', 0.9],
      [null, 0.9],
      [null, 0.6],
    ]);
  });

  describe('with pixels', () => {
    const SIZE = 20;
    const isInside = (pixel: number, [x1, y1, x2, y2]: readonly [number, number, number, number]) =>
      pixel % SIZE >= x1 && pixel % SIZE < x2 && Math.floor(pixel / SIZE) >= y1 && Math.floor(pixel / SIZE) < y2;
    const toMask = (isForeground: (pixel: number) => boolean) => {
      const bitmap = Array.from({ length: SIZE * SIZE }, (_, index) => Number(isForeground(index)));
      return { mask: { size: [SIZE, SIZE], counts: encodeCounts(encodeBitmap(bitmap, [SIZE, SIZE])) } };
    };
    const toRectangle = (x1: number, y1: number, x2: number, y2: number) => [x1, y1, x2, y1, x2, y2, x1, y2];
    const predictPolygon = (prob: number, polygon: number[]) => ({
      id: 'ring',
      prob,
      bound_box: [polygon[0]!, polygon[1]!, polygon[4]!, polygon[5]!],
      polygon,
    });
    const box = [0, 0, 10, 10];
    const [smallHole, largeHole] = (
      [
        [3, 3, 7, 7],
        [1, 1, 9, 9],
      ] as const
    ).map((hole) => toMask((pixel) => isInside(pixel, [0, 0, 10, 10]) && !isInside(pixel, hole)));

    it('pair a mask with a polygon by the pixels that they have in common', () => {
      const filledPolygon = predictPolygon(0.9, toRectangle(0, 0, 10, 10));
      // With the small hole, 84 of 100 pixels are the same; with the large hole, only 36.
      const pairWithFilled = (geometry: typeof smallHole) =>
        toPairs(compareImageShapes([{ id: 'm', label: 'ring', box, ...(geometry && { geometry }) }], [filledPolygon], 0.5));
      expect(pairWithFilled(smallHole)).toEqual([['ring', 'ring']]);
      expect(pairWithFilled(largeHole)).toEqual([
        ['ring', null],
        [null, 'ring'],
      ]);
    });

    it('read the masks of a stored image', () => {
      const { mask } = smallHole!;
      const truth = { masks: [{ id: 'm', label: 'ring', data: mask }] };
      const predictions = [predictPolygon(0.9, toRectangle(0, 0, 10, 10)), predictPolygon(0.3, toRectangle(3, 3, 7, 7))];
      const compareAtThreshold = createImageComparison({ type: null, labels: [] }, { image: 'i', truth, predictions });
      expect(compareAtThreshold(0.5).map(toPairs)).toEqual([[['ring', 'ring']]]);
      expect(compareAtThreshold(0.2)[0]).toMatchObject([{ truthBox: box }, { truth: null, prob: 0.3 }]);
    });

    it('ignore predictions of which at least half is in a crowd, as COCO does', () => {
      const crowd = { id: 'c', label: 'ring', box, geometry: largeHole!, attributes: { crowd: true } };
      // The left column is inside the crowd. The inner square is in the hole of the crowd.
      const [leftColumn, innerSquare] = [
        predictPolygon(0.9, toRectangle(0, 0, 1, 10)),
        predictPolygon(0.8, toRectangle(2, 2, 8, 8)),
      ];
      expect(toPairs(compareImageShapes([crowd], [leftColumn, leftColumn, innerSquare], 0.5))).toEqual([[null, 'ring']]);
      expect(compareImageShapes([crowd], [leftColumn, innerSquare], 0.5)).toMatchObject([{ prob: 0.8 }]);
    });
  });

  it('are sorted with the most confident errors first', () => {
    const comparisons = compareImageShapes(annotatedShapes, predictedShapes, 0.5).sort(compareByError);
    expect(comparisons.map(({ sureness }) => sureness)).toEqual([0.8, 0.7, 0.6, 0.9]);
  });

  it('add up to metrics, which are null where they are undefined', () => {
    const tally = new DecisionTally();
    tally.add(compareImageShapes(annotatedShapes, predictedShapes, 0.5));
    const names = ['red', 'white', 'platelet'].map((id) => ({ id, name: id }));
    const { labels, cells } = tally.computeMetrics(names, false);
    expect(labels).toMatchObject([
      { precision: 0.5, recall: 0.5, count: 2, said: 2, right: 1 },
      { precision: 0, recall: 0, count: 1, said: 1, right: 0 },
      { precision: null, recall: null, count: 0, said: 0, right: 0 },
    ]);
    expect(cells).toHaveLength(4);
    expect(cells).toContainEqual({ truth: 'white', said: 'red', count: 1 });
  });
});

describe('skeletons', () => {
  const templates = new Map([['person', COCO_PERSON]]);
  const random = createRandom(7);
  const createPose = (left: number, size: number) =>
    getLayout(COCO_PERSON).map(([x = 0, y = 0]) => [left + x * size, 20 + 2 * y * size]);
  const distortPose = (positions: readonly number[][], distance: number) =>
    positions.map(([x = 0, y = 0]) => [x + distance * (random() - 0.5), y + distance * (random() - 0.5), random()]);

  /**
   * Creates an image with up to three people. One of them is missed, confused or ignored. The image also has a prediction where no person
   * is.
   */
  function createImage(index: number) {
    const poses = Array.from({ length: 1 + (index % 3) }, (_, person) => createPose(150 * person, 40 + 20 * person));
    const shapes = poses.map((positions, person): AnnotatedShape => {
      const skeleton = positions.flatMap(([x = 0, y = 0], point) =>
        (point + index) % 5 === 0 ? [0, 0, 0] : [Math.round(x), Math.round(y), 1 + (point % 2)],
      );
      const flags: ShapeAttributes[] = [{}, { ignore: true }, { crowd: true }];
      return { id: `${index}-${person}`, label: 'person', box: [], skeleton, attributes: (index === 8 && flags[person]) || {} };
    });
    const createPrediction = (positions: readonly number[][], distance: number): PredictedShape => ({
      id: 'person',
      prob: 0.2 + 0.8 * random(),
      bound_box: [0, 0, 1, 1],
      points: distortPose(positions, distance),
    });
    const predictions = [
      ...poses.slice(index % 4 === 3 ? 1 : 0).map((positions) => createPrediction(positions, 3 * (index % 6))),
      createPrediction(createPose(700, 50), 5),
    ];
    return { shapes, predictions };
  }

  it('have the average precision of COCO, as pycocotools 2.0.11 computes it with the same areas', () => {
    const tally = new SkeletonTally(templates);
    for (let index = 0; index < 12; index += 1) tally.add(String(index), createImage(index));
    const { ap, ap50, ap75 } = tally.compute('person')!;
    expect([ap, ap50, ap75].map((value) => value?.toFixed(12))).toEqual(['0.283694227718', '0.538906041142', '0.233178540588']);
    expect(tally.compute('dog')).toBeUndefined();
  });

  it('are matched by the similarity of their points, and not by their boxes', () => {
    const [person, dog] = [
      { id: 'person', name: 'Person', skeleton: COCO_PERSON },
      { id: 'dog', name: 'Dog' },
    ];
    const points = createPose(0, 100).map(([x = 0, y = 0]) => [x, y, 0.1]);
    const skeleton = points.flatMap(([x = 0, y = 0]) => [Math.round(x), Math.round(y), 2]);
    const bound_box = [0, 20, 100, 220];
    const image = {
      image: 'i',
      truth: {
        skeletons: [{ id: 's', label: 'person', data: skeleton }],
        objects: ['person', 'dog'].map((label) => ({ id: label, label, data: bound_box })),
      },
      predictions: [
        { id: 'person', prob: 0.9, bound_box, points },
        { id: 'person', prob: 0.8, bound_box, points: points.map(([x = 0, y = 0]) => [100 - x, y + 40, 0.9]) },
        { id: 'person', prob: 0.7, bound_box },
      ],
    };
    const compareAtThreshold = (labels: TaskLabel[]) => createImageComparison({ type: null, labels }, image)(0.5).flat();
    // If the skeletons of a label are compared, its boxes are not. The second predicted person overlaps the dog.
    const [confused, pose] = compareAtThreshold([person, dog]);
    expect(pose).toMatchObject({ truth: 'person', said: 'person', prob: 0.9, shape: 's', skeleton: { truth: skeleton } });
    expect(pose!.skeleton!.oks).toBeGreaterThan(0.99);
    expect(confused).toMatchObject({ truth: 'dog', said: 'person', prob: 0.8, skeleton: { truth: null, oks: null } });
    expect(compareAtThreshold([person, dog])).toHaveLength(2);
    expect(compareAtThreshold([{ id: 'person', name: 'Person' }, dog]).map(({ shape }) => shape)).toEqual([
      'person',
      'dog',
      null,
    ]);
  });
});
