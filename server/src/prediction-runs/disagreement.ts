import type { SuspectKind } from '@console/shared-contract/api';
import type { RecognitionTaskType } from '../database/tables/domain';
import { computeBoxOverlap } from '../shapes/geometry';

/** x1, y1, x2, y2 in pixels of the upright picture. */
type Box = readonly number[];

export interface DrawnShape {
  id: string;
  label: string;
  box: Box;
}
export interface SaidShape {
  id: string;
  prob: number;
  bound_box: Box;
  polygon?: number[];
}
export interface ImageLabel {
  id: string;
  value: number | null;
}
export interface SaidOfImage {
  id: string;
  prob: number;
  value?: number | null;
  /** How far off the value may be, by the model's own word. */
  deviation?: number | null;
  /** The value that people had given when it was judged. */
  was?: number;
  /** It is of one object, and not of the whole image. */
  object?: string;
}

export interface Disagreement<Said> {
  kind: SuspectKind;
  shape: string | null;
  /** The label that people gave. */
  label: string | null;
  said: Said | null;
  /** 0 to 1. */
  sureness: number;
}

/** From this overlap on two boxes are of one thing, as in the scores. */
const SAME = 0.5;
/** Below this overlap they have nothing to do with each other. */
const APART = 0.2;
/** What is less sure than this is left out of the queue. */
export const LEAST_SURENESS = 0.5;

/**
 * Where a model disagrees with the shapes of one picture. What it says is paired with what was drawn from the greatest
 * overlap down, each once. `threshold` is the probability from which the model's word counts; `recallOf` the share of a
 * label's true shapes that it finds, on pictures it was measured on: so sure it is that one which it does not see is wrong.
 */
export function disagreeingShapes(
  drawn: readonly DrawnShape[],
  said: readonly SaidShape[],
  { threshold, recallOf }: { threshold: number; recallOf: (label: string) => number },
): Disagreement<SaidShape>[] {
  const pairs = drawn
    .flatMap((shape) => said.map((each) => ({ shape, each, overlap: computeBoxOverlap(shape.box, each.bound_box) })))
    .filter(({ overlap }) => overlap >= APART)
    // Of equal overlaps the one of the same label, so that two boxes of one place are not taken crosswise.
    .sort((a, b) => b.overlap - a.overlap || Number(b.shape.label === b.each.id) - Number(a.shape.label === a.each.id));
  const paired = new Map<string, { each: SaidShape; overlap: number }>();
  const taken = new Set<SaidShape>();
  for (const { shape, each, overlap } of pairs) {
    if (paired.has(shape.id) || taken.has(each)) continue;
    paired.set(shape.id, { each, overlap });
    taken.add(each);
  }
  const found: Disagreement<SaidShape>[] = [];
  for (const shape of drawn) {
    const pair = paired.get(shape.id);
    const about = { shape: shape.id, label: shape.label };
    if (!pair) {
      const seen = said.some(({ bound_box }) => computeBoxOverlap(shape.box, bound_box) >= APART);
      if (!seen) found.push({ ...about, kind: 'superfluous', said: null, sureness: recallOf(shape.label) });
    } else if (pair.each.prob >= threshold) {
      const { each, overlap } = pair;
      if (overlap < SAME)
        found.push({ ...about, kind: 'misplaced', said: { ...each, id: shape.label }, sureness: each.prob * (1 - overlap) });
      else if (each.id !== shape.label) found.push({ ...about, kind: 'other_label', said: each, sureness: each.prob });
    }
  }
  for (const each of said) {
    if (taken.has(each) || each.prob < threshold) continue;
    const isDrawn = drawn.some(({ box }) => computeBoxOverlap(box, each.bound_box) >= APART);
    if (!isDrawn) found.push({ kind: 'missing', shape: null, label: null, said: each, sureness: each.prob });
  }
  return surestFirst(found);
}

/** Where a model disagrees with the labels of one picture, which must have one of the task. */
export function disagreeingLabels(
  type: RecognitionTaskType,
  truth: readonly ImageLabel[],
  said: readonly SaidOfImage[],
  /** The mean absolute error of a label's values, where it was measured. */
  errorOf: (label: string) => number | null,
): Disagreement<SaidOfImage>[] {
  if (truth.length === 0) return [];
  if (type === 'regression') return surestFirst(disagreeingValues(truth, said, errorOf));
  const given = new Set(truth.map(({ id }) => id));
  if (type === 'multi_class') {
    const [likeliest] = [...said].sort((a, b) => b.prob - a.prob);
    const [label] = given;
    if (!likeliest || label === undefined || given.has(likeliest.id)) return [];
    const ofGiven = said.find(({ id }) => id === label)?.prob ?? 0;
    return surestFirst([
      { kind: 'other_label', shape: null, label, said: likeliest, sureness: Math.max(0, likeliest.prob - ofGiven) },
    ]);
  }
  return surestFirst(
    said.map((each) =>
      given.has(each.id)
        ? { kind: 'superfluous', shape: null, label: each.id, said: null, sureness: 1 - each.prob }
        : { kind: 'missing', shape: null, label: null, said: each, sureness: each.prob },
    ),
  );
}

/** Errors of a value that are so many times the mean one are as sure as a half. */
const TIMES_THE_ERROR = 3;

function disagreeingValues(
  truth: readonly ImageLabel[],
  said: readonly SaidOfImage[],
  errorOf: (label: string) => number | null,
): Disagreement<SaidOfImage>[] {
  return truth.flatMap(({ id, value }) => {
    const each = said.find((one) => one.id === id);
    const usual = errorOf(id);
    if (value === null || each?.value === null || each?.value === undefined || !usual) return [];
    const times = Math.abs(each.value - value) / usual;
    const withGiven = { ...each, was: value };
    return [{ kind: 'value' as const, shape: null, label: id, said: withGiven, sureness: times / (times + TIMES_THE_ERROR) }];
  });
}

function surestFirst<Said>(found: Disagreement<Said>[]): Disagreement<Said>[] {
  return found.filter(({ sureness }) => sureness >= LEAST_SURENESS).sort((a, b) => b.sureness - a.sureness);
}
