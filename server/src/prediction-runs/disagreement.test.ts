import { disagreeingLabels, disagreeingShapes, type DrawnShape, type SaidShape } from './disagreement';
import { uncertaintyOfLabels, uncertaintyOfObjects, uncertaintyOfValues } from './uncertainty';

const cell = (id: string, label: string, x: number, y: number, side = 10): DrawnShape => ({
  id,
  label,
  box: [x, y, x + side, y + side],
});
const said = (id: string, prob: number, x: number, y: number, side = 10): SaidShape => ({
  id,
  prob,
  bound_box: [x, y, x + side, y + side],
});
const judge = (drawn: DrawnShape[], found: SaidShape[]) =>
  disagreeingShapes(drawn, found, { threshold: 0.4, recallOf: (label) => (label === 'red' ? 0.9 : 0.3) }).map(
    ({ kind, shape, said: each, sureness }) => [kind, shape, each?.id ?? null, Number(sureness.toFixed(2))],
  );

describe('shapes', () => {
  it('agree where box and label are the same, however many there are', () => {
    const drawn = [cell('a', 'red', 0, 0), cell('b', 'red', 8, 0), cell('c', 'white', 40, 40)];
    expect(judge(drawn, [said('red', 0.9, 1, 0), said('red', 0.8, 8, 1), said('white', 0.7, 41, 40)])).toEqual([]);
  });

  it('are missing where the model is sure of something that nobody has drawn', () => {
    expect(
      judge([cell('a', 'red', 0, 0)], [said('red', 0.9, 0, 0), said('white', 0.8, 60, 0), said('red', 0.35, 90, 0)]),
    ).toEqual([['missing', null, 'white', 0.8]]);
  });

  it('are of another label, or elsewhere', () => {
    const drawn = [cell('a', 'red', 0, 0), cell('b', 'red', 100, 0, 30)];
    expect(judge(drawn, [said('white', 0.95, 0, 0), said('red', 0.9, 113, 0, 30)])).toEqual([
      ['other_label', 'a', 'white', 0.95],
      // Overlap 17/43 of a side: IoU 0.3953.
      ['misplaced', 'b', 'red', 0.54],
    ]);
  });

  it('are superfluous as surely as the model finds others of their label', () => {
    expect(judge([cell('a', 'red', 0, 0), cell('b', 'white', 50, 50)], [])).toEqual([['superfluous', 'a', null, 0.9]]);
    // Something that the model only suspects there is enough to leave it.
    expect(judge([cell('a', 'red', 0, 0)], [said('red', 0.15, 2, 2)])).toEqual([]);
  });

  it('are paired with what overlaps most, each once', () => {
    const drawn = [cell('a', 'red', 0, 0), cell('b', 'red', 4, 0)];
    expect(judge(drawn, [said('red', 0.9, 4, 0)])).toEqual([]);
    expect(judge([drawn[0]!], [said('red', 0.9, 0, 0), said('red', 0.9, 4, 0)])).toEqual([]);
  });
});

describe('labels', () => {
  const none = () => null;
  it('of one kind alone: the likeliest against the one that was given', () => {
    const probs = [
      { id: 'ripe', prob: 0.85 },
      { id: 'raw', prob: 0.1 },
    ];
    expect(disagreeingLabels('multi_class', [{ id: 'raw', value: null }], probs, none)).toMatchObject([
      { kind: 'other_label', label: 'raw', said: { id: 'ripe' }, sureness: 0.75 },
    ]);
    expect(disagreeingLabels('multi_class', [{ id: 'ripe', value: null }], probs, none)).toEqual([]);
    expect(disagreeingLabels('multi_class', [], probs, none)).toEqual([]);
  });

  it('of several kinds: each by itself', () => {
    const probs = [
      { id: 'dented', prob: 0.9 },
      { id: 'open', prob: 0.05 },
      { id: 'wet', prob: 0.4 },
    ];
    expect(disagreeingLabels('multi_label', [{ id: 'open', value: null }], probs, none)).toMatchObject([
      { kind: 'superfluous', label: 'open', said: null, sureness: 0.95 },
      { kind: 'missing', label: null, said: { id: 'dented' }, sureness: 0.9 },
    ]);
  });

  it('with values: by how many times the usual error', () => {
    const probs = [{ id: 'fill', prob: 1, value: 90 }];
    expect(disagreeingLabels('regression', [{ id: 'fill', value: 30 }], probs, () => 10)).toMatchObject([
      { kind: 'value', label: 'fill', sureness: 6 / 9, said: { value: 90, was: 30 } },
    ]);
    expect(disagreeingLabels('regression', [{ id: 'fill', value: 80 }], probs, () => 10)).toEqual([]);
    expect(disagreeingLabels('regression', [{ id: 'fill', value: 0 }], probs, none)).toEqual([]);
  });
});

describe('uncertainty', () => {
  it('is the margin of one label, and of several that of the most doubtful', () => {
    expect(uncertaintyOfLabels('multi_class', [{ prob: 0.1 }, { prob: 0.5 }, { prob: 0.4 }])).toBeCloseTo(0.9);
    expect(uncertaintyOfLabels('multi_class', [{ prob: 1 }])).toBe(0);
    expect(uncertaintyOfLabels('multi_label', [{ prob: 0.95 }, { prob: 0.55 }])).toBeCloseTo(0.9);
  });

  it('of values is that of the one that may be furthest off, against knowing nothing but the range', () => {
    const widthOf = (label: string) => (label === 'fill' ? 100 : 10);
    const said = [
      { id: 'fill', deviation: 100 / Math.sqrt(12) / 4 },
      { id: 'age', deviation: 10 / Math.sqrt(12) / 2 },
    ];
    expect(uncertaintyOfValues(said, widthOf)).toBeCloseTo(0.5);
    expect(uncertaintyOfValues([{ id: 'age', deviation: 50 }], widthOf)).toBe(1);
    expect(uncertaintyOfValues([{ id: 'fill' }], widthOf)).toBeNull();
    expect(uncertaintyOfValues(said, () => 0)).toBeNull();
  });

  it('of objects is the mean over those that may be there', () => {
    expect(uncertaintyOfObjects([{ prob: 0.9 }, { prob: 0.5 }, { prob: 0.05 }])).toBeCloseTo(0.6);
    expect(uncertaintyOfObjects([])).toBe(0);
  });
});
