import type { RecognitionTaskType } from '../database/tables/domain';
import { computeBoxOverlap } from '../shapes/geometry';
import { type DrawnShape, type ImageLabel, type SaidOfImage, type SaidShape } from '../prediction-runs/disagreement';

/** One thing that people or a model said of a picture, or both. Null is nothing. */
export interface Decision {
  truth: string | null;
  said: string | null;
  prob: number | null;
  /** How sure the model is, 0 to 1; of values how far both are apart. */
  sureness: number;
  shape: string | null;
  truthBox: readonly number[] | null;
  saidBox: readonly number[] | null;
  truthValue: number | null;
  saidValue: number | null;
}

/** From this overlap on two boxes are of one thing, as in the scores of models. */
const SAME = 0.5;
const PLACELESS = { shape: null, truthBox: null, saidBox: null, truthValue: null, saidValue: null };

export const isRight = ({ truth, said, truthValue, saidValue }: Decision): boolean => truth === said && truthValue === saidValue;

/** A model's likeliest label of a categorisation counts from the threshold on, as every label of a tagging does. */
export function decisionsOfLabels(
  type: RecognitionTaskType,
  truth: readonly ImageLabel[],
  said: readonly SaidOfImage[],
  threshold: number,
): Decision[] {
  if (type === 'regression') return decisionsOfValues(truth, said);
  const probOf = new Map(said.map(({ id, prob }) => [id, prob]));
  const meant = saidAt(type, said, threshold);
  const given = new Set(truth.map(({ id }) => id));
  const both = meant.filter(({ id }) => given.has(id));
  const missed = truth.filter(({ id }) => !both.some((each) => each.id === id));
  const surplus = meant.filter(({ id }) => !given.has(id));
  const confused = type === 'multi_class' ? Math.min(missed.length, surplus.length) : 0;
  return [
    ...both.map(({ id, prob }) => ({ ...PLACELESS, truth: id, said: id, prob, sureness: prob })),
    ...missed.map(({ id }, index) => {
      const instead = index < confused ? surplus[index] : undefined;
      const prob = instead?.prob ?? probOf.get(id) ?? null;
      return { ...PLACELESS, truth: id, said: instead?.id ?? null, prob, sureness: instead ? instead.prob : 1 - (prob ?? 0) };
    }),
    ...surplus.slice(confused).map(({ id, prob }) => ({ ...PLACELESS, truth: null, said: id, prob, sureness: prob })),
  ];
}

/** What a model says of a picture as a whole, from a probability on. */
export function saidAt(type: RecognitionTaskType, said: readonly SaidOfImage[], threshold: number): SaidOfImage[] {
  const likely = said.filter(({ prob }) => prob >= threshold).sort((a, b) => b.prob - a.prob);
  return type === 'multi_class' ? likely.slice(0, 1) : likely;
}

function decisionsOfValues(truth: readonly ImageLabel[], said: readonly SaidOfImage[]): Decision[] {
  return truth.flatMap(({ id, value }): Decision[] => {
    const saidValue = said.find((each) => each.id === id)?.value ?? null;
    if (value === null || saidValue === null) return [];
    const sureness = Math.abs(saidValue - value);
    return [{ ...PLACELESS, truth: id, said: id, prob: null, sureness, truthValue: value, saidValue }];
  });
}

/**
 * What is said from the threshold on is paired with what was drawn from the greatest overlap down, each once, whatever their
 * labels. Of what the model overlooks it is as sure as the likeliest that it had to say of the place is unlikely.
 */
export function decisionsOfShapes(drawn: readonly DrawnShape[], said: readonly SaidShape[], threshold: number): Decision[] {
  const likely = said.filter(({ prob }) => prob >= threshold);
  const pairs = drawn
    .flatMap((shape) => likely.map((each) => ({ shape, each, overlap: computeBoxOverlap(shape.box, each.bound_box) })))
    .filter(({ overlap }) => overlap >= SAME)
    .sort((a, b) => b.overlap - a.overlap || Number(b.shape.label === b.each.id) - Number(a.shape.label === a.each.id));
  const seen = new Map<DrawnShape, SaidShape>();
  const taken = new Set<SaidShape>();
  for (const { shape, each } of pairs) {
    if (seen.has(shape) || taken.has(each)) continue;
    seen.set(shape, each);
    taken.add(each);
  }
  return [
    ...drawn.map((shape): Decision => {
      const each = seen.get(shape);
      const about = { truth: shape.label, shape: shape.id, truthBox: shape.box, truthValue: null, saidValue: null };
      if (each) return { ...about, said: each.id, prob: each.prob, sureness: each.prob, saidBox: each.bound_box };
      const hints = said.filter(({ bound_box }) => computeBoxOverlap(shape.box, bound_box) >= SAME).map(({ prob }) => prob);
      return { ...about, said: null, prob: null, sureness: 1 - Math.max(0, ...hints), saidBox: null };
    }),
    ...likely
      .filter((each) => !taken.has(each))
      .map(({ id, prob, bound_box }) => ({ ...PLACELESS, truth: null, said: id, prob, sureness: prob, saidBox: bound_box })),
  ];
}

/** The wrong ones first, of those the surest; of the right ones the least sure. */
export function surestWrongFirst(a: Decision, b: Decision): number {
  const [aRight, bRight] = [isRight(a), isRight(b)];
  if (aRight !== bRight) return aRight ? 1 : -1;
  return aRight ? a.sureness - b.sureness : b.sureness - a.sureness;
}
