import { createMaskData } from '../../testing/api/mask-data';
import { createAnalyzer } from './analyze-predictions';
import { compareLabels, compareShapes, type AnnotatedShape, type PredictedShape } from './disagreement';
import { getLabelUncertainty, getObjectUncertainty, getValueUncertainty } from './uncertainty';

const draw = (id: string, label: string, x: number, y: number, side = 10): AnnotatedShape => ({
  id,
  label,
  box: [x, y, x + side, y + side],
});
const predict = (id: string, prob: number, x: number, y: number, side = 10): PredictedShape => ({
  id,
  prob,
  bound_box: [x, y, x + side, y + side],
});
const compare = (annotated: AnnotatedShape[], predicted: PredictedShape[]) =>
  compareShapes(annotated, predicted, { threshold: 0.4, getRecall: (label) => (label === 'red' ? 0.9 : 0.3) }).map(
    ({ kind, shape, prediction, confidence }) => [kind, shape, prediction?.id ?? null, Number(confidence.toFixed(2))],
  );

describe('disagreements about shapes', () => {
  it('are empty if boxes and labels match', () => {
    const annotated = [draw('a', 'red', 0, 0), draw('b', 'red', 8, 0), draw('c', 'white', 40, 40)];
    expect(compare(annotated, [predict('red', 0.9, 1, 0), predict('red', 0.8, 8, 1), predict('white', 0.7, 41, 40)])).toEqual([]);
  });

  it('contain probable objects that are not annotated', () => {
    expect(
      compare([draw('a', 'red', 0, 0)], [predict('red', 0.9, 0, 0), predict('white', 0.8, 60, 0), predict('red', 0.35, 90, 0)]),
    ).toEqual([['missing', null, 'white', 0.8]]);
  });

  it('contain neither crowds and ignored shapes nor the objects in them', () => {
    const crowd = { ...draw('a', 'red', 0, 0, 60), attributes: { crowd: true } };
    const ignored = { ...draw('b', 'white', 80, 0), attributes: { ignore: true } };
    expect(
      compare([crowd, ignored], [predict('red', 0.9, 5, 5), predict('white', 0.8, 30, 30), predict('white', 0.7, 80, 1)]),
    ).toEqual([]);
    expect(compare([{ ...crowd, attributes: {} }], [predict('red', 0.9, 5, 5)])).toEqual([
      ['superfluous', 'a', null, 0.9],
      ['missing', null, 'red', 0.9],
    ]);
  });

  it('contain shapes with another label or position', () => {
    const annotated = [draw('a', 'red', 0, 0), draw('b', 'red', 100, 0, 30)];
    expect(compare(annotated, [predict('white', 0.95, 0, 0), predict('red', 0.9, 113, 0, 30)])).toEqual([
      ['other_label', 'a', 'white', 0.95],
      // The boxes overlap by 17 of 43 units: IoU 0.3953.
      ['misplaced', 'b', 'red', 0.54],
    ]);
  });

  it('include masks', () => {
    const { findDisagreements } = createAnalyzer(null, { scores: { labels: [{ id: 'leaf', recall: 0.9 }] } });
    const masks = [
      { id: 'found', label: 'leaf', data: createMaskData([0, 0, 10, 10]) },
      { id: 'unfound', label: 'leaf', data: createMaskData([30, 30, 40, 40]) },
      { id: 'crowd', label: 'leaf', data: createMaskData([20, 0, 29, 10]), attributes: { crowd: true } },
    ];
    const disagreements = findDisagreements({ masks }, [predict('leaf', 0.9, 0, 0), predict('leaf', 0.8, 22, 2, 5)]);
    expect(disagreements).toMatchObject([{ kind: 'superfluous', shape: 'unfound', label: 'leaf' }]);
  });

  it('contain unpredicted shapes with the recall of their label as confidence', () => {
    expect(compare([draw('a', 'red', 0, 0), draw('b', 'white', 50, 50)], [])).toEqual([['superfluous', 'a', null, 0.9]]);
    // A prediction with a low probability is enough to keep the shape.
    expect(compare([draw('a', 'red', 0, 0)], [predict('red', 0.15, 2, 2)])).toEqual([]);
  });

  it('pair each shape with the prediction that overlaps it most', () => {
    const annotated = [draw('a', 'red', 0, 0), draw('b', 'red', 4, 0)];
    expect(compare(annotated, [predict('red', 0.9, 4, 0)])).toEqual([]);
    expect(compare([annotated[0]!], [predict('red', 0.9, 0, 0), predict('red', 0.9, 4, 0)])).toEqual([]);
  });
});

describe('disagreements about labels', () => {
  const returnNull = () => null;
  it('compare the most probable label with the given one', () => {
    const probs = [
      { id: 'ripe', prob: 0.85 },
      { id: 'raw', prob: 0.1 },
    ];
    expect(compareLabels('multi_class', [{ id: 'raw', value: null }], probs, returnNull)).toMatchObject([
      { kind: 'other_label', label: 'raw', prediction: { id: 'ripe' }, confidence: 0.75 },
    ]);
    expect(compareLabels('multi_class', [{ id: 'ripe', value: null }], probs, returnNull)).toEqual([]);
    expect(compareLabels('multi_class', [], probs, returnNull)).toEqual([]);
  });

  it('judge each of several labels separately', () => {
    const probs = [
      { id: 'dented', prob: 0.9 },
      { id: 'open', prob: 0.05 },
      { id: 'wet', prob: 0.4 },
    ];
    expect(compareLabels('multi_label', [{ id: 'open', value: null }], probs, returnNull)).toMatchObject([
      { kind: 'superfluous', label: 'open', prediction: null, confidence: 0.95 },
      { kind: 'missing', label: null, prediction: { id: 'dented' }, confidence: 0.9 },
    ]);
  });

  it('measure the distance of values in multiples of the mean error', () => {
    const probs = [{ id: 'fill', prob: 1, value: 90 }];
    expect(compareLabels('regression', [{ id: 'fill', value: 30 }], probs, () => 10)).toMatchObject([
      { kind: 'value', label: 'fill', confidence: 6 / 9, prediction: { value: 90, was: 30 } },
    ]);
    expect(compareLabels('regression', [{ id: 'fill', value: 80 }], probs, () => 10)).toEqual([]);
    expect(compareLabels('regression', [{ id: 'fill', value: 0 }], probs, returnNull)).toEqual([]);
  });
});

describe('uncertainty', () => {
  it('of labels is based on the margin, or on the least certain of several', () => {
    expect(getLabelUncertainty('multi_class', [{ prob: 0.1 }, { prob: 0.5 }, { prob: 0.4 }])).toBeCloseTo(0.9);
    expect(getLabelUncertainty('multi_class', [{ prob: 1 }])).toBe(0);
    expect(getLabelUncertainty('multi_label', [{ prob: 0.95 }, { prob: 0.55 }])).toBeCloseTo(0.9);
  });

  it('of values is the largest deviation relative to a uniform distribution over the range', () => {
    const getWidth = (label: string) => (label === 'fill' ? 100 : 10);
    const values = [
      { id: 'fill', deviation: 100 / Math.sqrt(12) / 4 },
      { id: 'age', deviation: 10 / Math.sqrt(12) / 2 },
    ];
    expect(getValueUncertainty(values, getWidth)).toBeCloseTo(0.5);
    expect(getValueUncertainty([{ id: 'age', deviation: 50 }], getWidth)).toBe(1);
    expect(getValueUncertainty([{ id: 'fill' }], getWidth)).toBeNull();
    expect(getValueUncertainty(values, () => 0)).toBeNull();
  });

  it('of objects is the mean over the probable ones', () => {
    expect(getObjectUncertainty([{ prob: 0.9 }, { prob: 0.5 }, { prob: 0.05 }])).toBeCloseTo(0.6);
    expect(getObjectUncertainty([])).toBe(0);
  });
});
