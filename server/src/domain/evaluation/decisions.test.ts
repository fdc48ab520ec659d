import { compareImageLabels, compareImageShapes, isCorrect, compareByError } from './decisions';
import { DecisionTally } from './decision-tally';

const predict = (prob: Record<string, number>) => Object.entries(prob).map(([id, each]) => ({ id, prob: each }));
const annotate = (...ids: string[]) => ids.map((id) => ({ id, value: null }));
const toPairs = (decisions: readonly { truth: string | null; said: string | null }[]) =>
  decisions.map((each) => [each.truth, each.said]);

describe('decisions on labels', () => {
  it('of single-label tasks compare the most probable label', () => {
    const [decision] = compareImageLabels('multi_class', annotate('apple'), predict({ pear: 0.7, apple: 0.3 }), 0);
    expect(decision).toMatchObject({ truth: 'apple', said: 'pear', prob: 0.7, sureness: 0.7 });
  });
  it('count a label as missed if the prediction is below the threshold', () => {
    const decisions = compareImageLabels('multi_class', annotate('apple'), predict({ pear: 0.7, apple: 0.3 }), 0.8);
    expect(toPairs(decisions)).toEqual([['apple', null]]);
  });
  it('of tagging tasks compare each tag separately', () => {
    const decisions = compareImageLabels(
      'multi_label',
      annotate('bruise', 'leaf'),
      predict({ bruise: 0.9, leaf: 0.2, dust: 0.6 }),
      0.5,
    );
    expect(toPairs(decisions)).toEqual([
      ['bruise', 'bruise'],
      ['leaf', null],
      [null, 'dust'],
    ]);
    expect(decisions[1]?.sureness).toBeCloseTo(0.8);
  });
  it('of values record the distance', () => {
    const decisions = compareImageLabels('regression', [{ id: 'kg', value: 3 }], [{ id: 'kg', prob: 1, value: 5 }], 0);
    expect(decisions).toMatchObject([{ truth: 'kg', said: 'kg', sureness: 2 }]);
    expect(decisions.map(isCorrect)).toEqual([false]);
  });
});

describe('decisions on shapes', () => {
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
    const decisions = compareImageShapes(annotated, predicted, 0.5);
    expect(toPairs(decisions)).toEqual([
      ['red', 'red'],
      ['white', 'red'],
      ['red', null],
      [null, 'white'],
    ]);
    expect(decisions[2]).toMatchObject({ shape: 's3', sureness: 0.7, saidBox: null });
    expect(toPairs(compareImageShapes(annotated, predicted, 0.2))).toContainEqual(['red', 'red']);
  });

  it('are sorted with the most confident errors first', () => {
    const decisions = compareImageShapes(annotated, predicted, 0.5).sort(compareByError);
    expect(decisions.map(({ sureness }) => sureness)).toEqual([0.8, 0.7, 0.6, 0.9]);
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
