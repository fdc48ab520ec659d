import type { ItemSnapshot } from '@console/shared-contract/api';
import { computeBoundingBox, computeBoxOverlap } from '../../shapes/geometry';

type Label = Pick<ItemSnapshot['labels'][number], 'label' | 'value'>;
export interface KeptShape {
  kind: 'object' | 'polygon' | 'point';
  label: string | null;
  data: readonly number[];
  labels: readonly Label[];
}
/** What a person's work of an item was. */
export interface Kept {
  labels: readonly Label[];
  shapes: readonly KeptShape[];
}

export interface Comparison {
  sameLabels: number;
  allLabels: number;
  sameShapes: number;
  allShapes: number;
}

/** From this overlap on two boxes are of one thing. */
const SAME = 0.5;

/**
 * How alike the work of two people on one item is. Labels, of the picture and of objects that are matched, are the same where
 * label and value are equal; the share of both is that of the intersection in the union (Jaccard). Boxes of one label are
 * matched from the greatest overlap down, each once, where the intersection has at least half of the union: the rule of
 * Everingham et al., "The PASCAL Visual Object Classes (VOC) Challenge", IJCV 88 (2010), section 4.2, with "at least" in
 * place of "more than". Of outlines the boxes around them are compared. Points are not.
 */
export function compareWork(first: Kept, second: Kept): Comparison {
  const counted = ({ shapes }: Kept) => shapes.filter(({ kind }) => kind !== 'point').length;
  const matched = matchShapes(first.shapes, second.shapes);
  const labels = [[first.labels, second.labels] as const, ...matched.map(([a, b]) => [a.labels, b.labels] as const)].map(
    ([a, b]) => compareLabels(a, b),
  );
  return {
    sameLabels: labels.reduce((sum, { same }) => sum + same, 0),
    allLabels: labels.reduce((sum, { all }) => sum + all, 0),
    sameShapes: matched.length,
    allShapes: counted(first) + counted(second) - matched.length,
  };
}

function compareLabels(first: readonly Label[], second: readonly Label[]): { same: number; all: number } {
  const keyOf = ({ label, value }: Label) => `${label} ${value}`;
  const ours = new Set(first.map(keyOf));
  const theirs = new Set(second.map(keyOf));
  const same = [...ours].filter((key) => theirs.has(key)).length;
  return { same, all: ours.size + theirs.size - same };
}

/** The shapes of two people that are of one thing; see `compareWork`. */
export function matchShapes<Shape extends KeptShape>(first: readonly Shape[], second: readonly Shape[]): [Shape, Shape][] {
  const pairs: { a: Shape; b: Shape; overlap: number }[] = [];
  for (const a of first) {
    for (const b of second) {
      if (a.kind === 'point' || a.kind !== b.kind || a.label !== b.label) continue;
      const overlap = computeBoxOverlap(boxOf(a), boxOf(b));
      if (overlap >= SAME) pairs.push({ a, b, overlap });
    }
  }
  pairs.sort((one, other) => other.overlap - one.overlap);
  const taken = new Set<Shape>();
  const matched: [Shape, Shape][] = [];
  for (const { a, b } of pairs) {
    if (taken.has(a) || taken.has(b)) continue;
    taken.add(a).add(b);
    matched.push([a, b]);
  }
  return matched;
}

const boxOf = ({ kind, data }: KeptShape): readonly number[] => (kind === 'polygon' ? computeBoundingBox(data) : data);
