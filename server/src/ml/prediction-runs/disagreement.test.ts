import { createMaskData } from '../../testing/api/mask-data';
import { createAnalyzer } from './analyze-predictions';
import { addLabelResults, compareLabels, compareShapes, type AnnotatedShape, type PredictedShape } from './disagreement';
import { toLabelHistograms, type LabelResults } from './suspect-confidence';
import { getLabelUncertainty, getObjectUncertainty, getValueUncertainty } from './uncertainty';

const createShape = (id: string, label: string, x: number, y: number, side = 10): AnnotatedShape => ({
  id,
  label,
  box: [x, y, x + side, y + side],
});
const createPrediction = (id: string, prob: number, x: number, y: number, side = 10): PredictedShape => ({
  id,
  prob,
  bound_box: [x, y, x + side, y + side],
});
/** Lists the disagreements with at least the default minimum confidence of 0.3. */
const listDisagreements = (...args: Parameters<typeof compareShapes>) =>
  compareShapes(...args)
    .filter(({ confidence }) => confidence >= 0.3)
    .map(({ kind, shape, prediction }) => [kind, shape, prediction?.id ?? null]);

describe('disagreements about shapes', () => {
  it('are empty if boxes and labels match', () => {
    const annotatedShapes = [createShape('a', 'red', 0, 0), createShape('b', 'red', 10, 0), createShape('c', 'white', 40, 40)];
    expect(
      listDisagreements(annotatedShapes, [
        createPrediction('red', 0.9, 1, 0),
        createPrediction('red', 0.8, 10, 1),
        createPrediction('white', 0.7, 41, 40),
      ]),
    ).toEqual([]);
  });

  it('contain predicted objects that are not annotated, most probable first', () => {
    const predictions = [
      createPrediction('red', 0.9, 0, 0),
      createPrediction('red', 0.7, 30, 0),
      createPrediction('white', 0.8, 60, 0),
      createPrediction('red', 0.2, 90, 0),
    ];
    expect(listDisagreements([createShape('a', 'red', 0, 0)], predictions)).toEqual([
      ['missing', null, 'white'],
      ['missing', null, 'red'],
    ]);
  });

  it('contain neither crowds and ignored shapes nor the objects in them', () => {
    const crowdShape = { ...createShape('a', 'red', 0, 0, 60), attributes: { crowd: true } };
    const ignoredShape = { ...createShape('b', 'white', 80, 0), attributes: { ignore: true } };
    expect(
      listDisagreements(
        [crowdShape, ignoredShape],
        [createPrediction('red', 0.9, 5, 5), createPrediction('white', 0.8, 30, 30), createPrediction('white', 0.7, 80, 1)],
      ),
    ).toEqual([]);
    expect(listDisagreements([{ ...crowdShape, attributes: {} }], [createPrediction('red', 0.9, 5, 5)])).toEqual([
      ['superfluous', 'a', null],
      ['missing', null, 'red'],
    ]);
  });

  it('contain shapes with another label or position', () => {
    const annotatedShapes = [createShape('a', 'red', 0, 0), createShape('b', 'red', 100, 0, 30)];
    // The boxes of 'b' overlap by 17 of 43 units: IoU 0.3953.
    expect(
      listDisagreements(annotatedShapes, [createPrediction('white', 0.95, 0, 0), createPrediction('red', 0.9, 113, 0, 30)]),
    ).toEqual([
      ['other_label', 'a', 'white'],
      ['misplaced', 'b', 'red'],
    ]);
  });

  it('contain shapes that are displaced by a fourth of their side, but not by a tenth', () => {
    expect(listDisagreements([createShape('a', 'red', 0, 0, 40)], [createPrediction('red', 0.9, 12, 0, 40)])).toEqual([
      ['misplaced', 'a', 'red'],
    ]);
    expect(listDisagreements([createShape('a', 'red', 0, 0, 40)], [createPrediction('red', 0.9, 4, 0, 40)])).toEqual([]);
  });

  it('contain no label that is as probable as another one at the position', () => {
    expect(
      listDisagreements(
        [createShape('a', 'red', 0, 0)],
        [createPrediction('white', 0.6, 0, 0), createPrediction('red', 0.55, 0, 0)],
      ),
    ).toEqual([]);
  });

  it('include masks that were not predicted', () => {
    const { findDisagreements } = createAnalyzer(null, {});
    const masks = [
      { id: 'found', label: 'leaf', data: createMaskData([0, 0, 10, 10]) },
      { id: 'unfound', label: 'leaf', data: createMaskData([30, 30, 40, 40]) },
      { id: 'crowd', label: 'leaf', data: createMaskData([20, 0, 29, 10]), attributes: { crowd: true } },
    ];
    const disagreements = findDisagreements({ masks }, [
      createPrediction('leaf', 0.9, 0, 0),
      createPrediction('leaf', 0.8, 22, 2, 5),
    ]);
    expect(disagreements).toMatchObject([{ kind: 'superfluous', shape: 'unfound', label: 'leaf' }]);
  });

  it('contain unpredicted shapes, also beside predictions of other shapes', () => {
    expect(listDisagreements([createShape('a', 'red', 0, 0)], [])).toEqual([['superfluous', 'a', null]]);
    // A prediction of another object that overlaps the shape only slightly does not confirm the shape.
    expect(
      listDisagreements(
        [createShape('a', 'red', 0, 0, 40), createShape('b', 'white', 30, 0, 40)],
        [createPrediction('red', 0.9, 0, 0, 40)],
      ),
    ).toEqual([['superfluous', 'b', null]]);
    // A prediction with a medium probability is enough to confirm the shape.
    expect(listDisagreements([createShape('a', 'red', 0, 0)], [createPrediction('red', 0.4, 0, 0)])).toEqual([]);
  });

  it('use each prediction for one shape', () => {
    // The prediction of a neighbour neither confirms nor moves nor relabels a shape.
    const neighbouringShapes = [createShape('a', 'red', 0, 0, 40), createShape('b', 'red', 12, 0, 40)];
    expect(listDisagreements(neighbouringShapes, [createPrediction('red', 0.9, 0, 0, 40)])).toEqual([['superfluous', 'b', null]]);
    expect(
      listDisagreements([neighbouringShapes[0]!, createShape('b', 'white', 12, 0, 40)], [createPrediction('red', 0.9, 0, 0, 40)]),
    ).toEqual([['superfluous', 'b', null]]);
    // Shapes with different labels at one position are paired with the predictions of their labels, although the other predictions
    // overlap more.
    const overlappingShapes = [createShape('a', 'red', 0, 0, 40), createShape('b', 'white', 2, 0, 40)];
    expect(
      listDisagreements(overlappingShapes, [createPrediction('red', 0.9, 2, 0, 40), createPrediction('white', 0.9, 0, 0, 40)]),
    ).toEqual([]);
  });

  it('contain fewer shapes of a label that the model often misses or misplaces', () => {
    const annotatedShapes = [createShape('a', 'red', 0, 0), createShape('b', 'red', 20, 0), createShape('c', 'red', 50, 0)];
    const predictions = [createPrediction('red', 0.9, 53, 0)];
    expect(listDisagreements(annotatedShapes, predictions)).toEqual([
      ['superfluous', 'a', null],
      ['superfluous', 'b', null],
      ['misplaced', 'c', 'red'],
    ]);
    const results = new Map<string, LabelResults>();
    for (let image = 0; image < 20; image += 1) addLabelResults(results, annotatedShapes, predictions);
    expect(listDisagreements(annotatedShapes, predictions, new Map([['red', toLabelHistograms(results.get('red')!)]]))).toEqual(
      [],
    );
  });

  it('contain unlikely errors, but no shape that the model confirms', () => {
    const confidences = compareShapes(
      [createShape('a', 'red', 0, 0), createShape('b', 'red', 50, 0)],
      [createPrediction('red', 0.95, 0, 0), createPrediction('red', 0.35, 50, 0), createPrediction('red', 0.15, 90, 0)],
    ).map(({ kind, shape, confidence }) => [kind, shape, confidence > 0.05 && confidence < 0.3]);
    expect(confidences).toEqual(expect.arrayContaining([['superfluous', 'b', true]]));
    expect(confidences.map(([, shape]) => shape)).not.toContain('a');
  });

  it('are sorted by confidence across all kinds', () => {
    const confidences = compareShapes(
      [createShape('a', 'red', 0, 0), createShape('b', 'red', 100, 0, 30), createShape('c', 'red', 200, 0)],
      [createPrediction('white', 0.9, 0, 0), createPrediction('red', 0.9, 113, 0, 30), createPrediction('red', 0.7, 300, 0)],
    ).map(({ confidence }) => confidence);
    expect(confidences).toHaveLength(4);
    expect(confidences).toEqual([...confidences].sort((a, b) => b - a));
    for (const confidence of confidences) expect(confidence).toBeLessThan(1);
  });
});

describe('disagreements about labels', () => {
  const returnNull = () => null;
  it('compare the most probable label with the annotated label', () => {
    const predictions = [
      { id: 'ripe', prob: 0.85 },
      { id: 'raw', prob: 0.1 },
    ];
    expect(compareLabels('multi_class', [{ id: 'raw', value: null }], predictions, returnNull)).toMatchObject([
      { kind: 'other_label', label: 'raw', prediction: { id: 'ripe' }, confidence: 0.75 },
    ]);
    expect(compareLabels('multi_class', [{ id: 'ripe', value: null }], predictions, returnNull)).toEqual([]);
    expect(compareLabels('multi_class', [], predictions, returnNull)).toEqual([]);
    const closePredictions = [
      { id: 'ripe', prob: 0.12 },
      { id: 'raw', prob: 0.1 },
    ];
    expect(compareLabels('multi_class', [{ id: 'raw', value: null }], closePredictions, returnNull)).toMatchObject([
      { kind: 'other_label', confidence: expect.closeTo(0.02, 6) as number },
    ]);
  });

  it('compare each label of a tagging task separately', () => {
    const predictions = [
      { id: 'dented', prob: 0.9 },
      { id: 'open', prob: 0.05 },
      { id: 'wet', prob: 0.4 },
    ];
    expect(compareLabels('multi_label', [{ id: 'open', value: null }], predictions, returnNull)).toMatchObject([
      { kind: 'superfluous', label: 'open', prediction: null, confidence: 0.95 },
      { kind: 'missing', label: null, prediction: { id: 'dented' }, confidence: 0.9 },
      { kind: 'missing', label: null, prediction: { id: 'wet' }, confidence: 0.4 },
    ]);
  });

  it('measure the distance of values in multiples of the mean error', () => {
    const predictions = [{ id: 'fill', prob: 1, value: 90 }];
    expect(compareLabels('regression', [{ id: 'fill', value: 30 }], predictions, () => 10)).toMatchObject([
      { kind: 'value', label: 'fill', confidence: 6 / 9, prediction: { value: 90, was: 30 } },
    ]);
    expect(compareLabels('regression', [{ id: 'fill', value: 80 }], predictions, () => 10)).toMatchObject([
      { confidence: 1 / 4 },
    ]);
    expect(compareLabels('regression', [{ id: 'fill', value: 90 }], predictions, () => 10)).toEqual([]);
    expect(compareLabels('regression', [{ id: 'fill', value: 0 }], predictions, returnNull)).toEqual([]);
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
