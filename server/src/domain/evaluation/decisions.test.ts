import { encodeBitmap, encodeCounts } from '@console/shared-contract/mask-rle';
import { compareImageLabels, compareImageShapes, isCorrect, compareByError } from './decisions';
import { DecisionTally } from './decision-tally';
import { createImageComparison } from './stored-evaluation';

const predict = (prob: Record<string, number>) => Object.entries(prob).map(([id, probability]) => ({ id, prob: probability }));
const annotate = (...ids: string[]) => ids.map((id) => ({ id, value: null }));
const toPairs = (comparisons: readonly { truth: string | null; said: string | null }[]) =>
  comparisons.map(({ truth, said }) => [truth, said]);

describe('comparisons of image labels', () => {
  it('contain only the most probable label in single-label tasks', () => {
    const [comparison] = compareImageLabels('multi_class', annotate('apple'), predict({ pear: 0.7, apple: 0.3 }), 0);
    expect(comparison).toMatchObject({ truth: 'apple', said: 'pear', prob: 0.7, sureness: 0.7 });
  });
  it('contain no prediction if its probability is below the threshold', () => {
    const comparisons = compareImageLabels('multi_class', annotate('apple'), predict({ pear: 0.7, apple: 0.3 }), 0.8);
    expect(toPairs(comparisons)).toEqual([['apple', null]]);
  });
  it('contain each tag separately in tagging tasks', () => {
    const comparisons = compareImageLabels(
      'multi_label',
      annotate('bruise', 'leaf'),
      predict({ bruise: 0.9, leaf: 0.2, dust: 0.6 }),
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
  const annotated = [
    { id: 's1', label: 'red', box: [0, 0, 10, 10] },
    { id: 's2', label: 'white', box: [20, 0, 30, 10] },
    { id: 's3', label: 'red', box: [50, 50, 60, 60] },
  ];
  const predicted = [
    { id: 'red', prob: 0.9, bound_box: [0, 0, 10, 11] },
    { id: 'red', prob: 0.8, bound_box: [20, 0, 30, 10] },
    { id: 'white', prob: 0.6, bound_box: [80, 80, 90, 90] },
    { id: 'red', prob: 0.3, bound_box: [50, 50, 60, 60] },
  ];

  it('pair shapes by position, compare labels and list the unpaired ones', () => {
    const comparisons = compareImageShapes(annotated, predicted, 0.5);
    expect(toPairs(comparisons)).toEqual([
      ['red', 'red'],
      ['white', 'red'],
      ['red', null],
      [null, 'white'],
    ]);
    expect(comparisons[2]).toMatchObject({ shape: 's3', sureness: 0.7, saidBox: null });
    expect(toPairs(compareImageShapes(annotated, predicted, 0.2))).toContainEqual(['red', 'red']);
  });

  it('leave out crowds, ignored shapes and the predictions of them', () => {
    const crowd = { id: 's4', label: 'white', box: [80, 80, 120, 120], attributes: { crowd: true } };
    const ignored = { id: 's5', label: 'red', box: [50, 50, 60, 60], attributes: { ignore: true } };
    const inCrowd = (prob: number, x: number) => ({ id: 'white', prob, bound_box: [x, 80, x + 10, 90] });
    const inOtherLabel = { id: 'red', prob: 0.9, bound_box: [100, 100, 110, 110] };
    const onIgnored = [0.7, 0.6].map((prob) => ({ id: 'red', prob, bound_box: [50, 50, 60, 60] }));
    const shapes = [...annotated.slice(0, 1), crowd, ignored];
    const predictions = [...predicted.slice(0, 1), inCrowd(0.9, 80), inCrowd(0.8, 115), inOtherLabel, ...onIgnored];
    const comparisons = compareImageShapes(shapes, predictions, 0.5);
    expect(comparisons.map(({ truth, prob }) => [truth, prob])).toEqual([
      ['red', 0.9],
      [null, 0.9],
      [null, 0.6],
    ]);
  });

  describe('with pixels', () => {
    const SIZE = 20;
    const isIn = (at: number, [x1, y1, x2, y2]: readonly [number, number, number, number]) =>
      at % SIZE >= x1 && at % SIZE < x2 && Math.floor(at / SIZE) >= y1 && Math.floor(at / SIZE) < y2;
    const toMask = (isForeground: (at: number) => boolean) => {
      const bitmap = Array.from({ length: SIZE * SIZE }, (_, index) => Number(isForeground(index)));
      return { mask: { size: [SIZE, SIZE], counts: encodeCounts(encodeBitmap(bitmap, [SIZE, SIZE])) } };
    };
    const outline = (x1: number, y1: number, x2: number, y2: number) => [x1, y1, x2, y1, x2, y2, x1, y2];
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
    ).map((hole) => toMask((at) => isIn(at, [0, 0, 10, 10]) && !isIn(at, hole)));

    it('pair a mask with a polygon by the pixels that they have in common', () => {
      const filled = predictPolygon(0.9, outline(0, 0, 10, 10));
      // 84 of 100 pixels are the same, then only 36.
      const pair = (geometry: typeof smallHole) =>
        toPairs(compareImageShapes([{ id: 'm', label: 'ring', box, ...(geometry && { geometry }) }], [filled], 0.5));
      expect(pair(smallHole)).toEqual([['ring', 'ring']]);
      expect(pair(largeHole)).toEqual([
        ['ring', null],
        [null, 'ring'],
      ]);
    });

    it('read the masks of a stored image', () => {
      const { mask } = smallHole!;
      const truth = { masks: [{ id: 'm', label: 'ring', data: mask }] };
      const predictions = [predictPolygon(0.9, outline(0, 0, 10, 10)), predictPolygon(0.3, outline(3, 3, 7, 7))];
      const compare = createImageComparison({ type: null }, { image: 'i', truth, predictions });
      expect(compare(0.5).map(toPairs)).toEqual([[['ring', 'ring']]]);
      expect(compare(0.2)[0]).toMatchObject([{ truthBox: box }, { truth: null, prob: 0.3 }]);
    });

    it('ignore predictions of which at least half is in a crowd, as COCO does', () => {
      const crowd = { id: 'c', label: 'ring', box, geometry: largeHole!, attributes: { crowd: true } };
      // Of the left columns all pixels are in the crowd, of the inner square none.
      const [left, inner] = [predictPolygon(0.9, outline(0, 0, 1, 10)), predictPolygon(0.8, outline(2, 2, 8, 8))];
      expect(toPairs(compareImageShapes([crowd], [left, left, inner], 0.5))).toEqual([[null, 'ring']]);
      expect(compareImageShapes([crowd], [left, inner], 0.5)).toMatchObject([{ prob: 0.8 }]);
    });
  });

  it('are sorted with the most confident errors first', () => {
    const comparisons = compareImageShapes(annotated, predicted, 0.5).sort(compareByError);
    expect(comparisons.map(({ sureness }) => sureness)).toEqual([0.8, 0.7, 0.6, 0.9]);
  });

  it('add up to metrics, which are null where they are undefined', () => {
    const tally = new DecisionTally();
    tally.add(compareImageShapes(annotated, predicted, 0.5));
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
