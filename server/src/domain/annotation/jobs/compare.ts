import type { ItemSnapshot } from '@console/shared-contract/api';
import { SHAPE_KINDS } from '../../../data-access/shape-kinds/registry';
import { computeBoxOverlap } from '../../../data-access/shapes/geometry';
import type { ShapeName } from '../../../platform/database/tables/shapes';

type Label = Pick<ItemSnapshot['labels'][number], 'label' | 'value'>;
export interface SnapshotShape {
  kind: ShapeName;
  label: string | null;
  data: readonly number[];
  labels: readonly Label[];
}
/** A user's work on an item: labels of the image, and shapes. */
export interface WorkSnapshot {
  labels: readonly Label[];
  shapes: readonly SnapshotShape[];
}

export interface Comparison {
  sameLabels: number;
  allLabels: number;
  sameShapes: number;
  allShapes: number;
}

/** Minimum intersection over union of two boxes for the same object. */
const MIN_OVERLAP = 0.5;

/**
 * Compares the work of two users on one item. Labels of the image and of matched objects are the same if label and value are
 * equal; the ratio of same to all labels is the Jaccard index. Boxes with the same label are matched once each, in descending
 * order of overlap, if their intersection over union is at least 0.5. This is the rule of Everingham et al., "The PASCAL
 * Visual Object Classes (VOC) Challenge", IJCV 88 (2010), section 4.2, with "at least" instead of "more than". Other shapes
 * are compared by the boxes around them, except for points, which are not compared.
 */
export function compareWork(first: WorkSnapshot, second: WorkSnapshot): Comparison {
  const countComparable = ({ shapes }: WorkSnapshot) => shapes.filter((shape) => getBox(shape) !== null).length;
  const matchedPairs = matchShapes(first.shapes, second.shapes);
  const labels = [[first.labels, second.labels] as const, ...matchedPairs.map(([a, b]) => [a.labels, b.labels] as const)].map(
    ([a, b]) => compareLabels(a, b),
  );
  return {
    sameLabels: labels.reduce((sum, { same }) => sum + same, 0),
    allLabels: labels.reduce((sum, { all }) => sum + all, 0),
    sameShapes: matchedPairs.length,
    allShapes: countComparable(first) + countComparable(second) - matchedPairs.length,
  };
}

function compareLabels(first: readonly Label[], second: readonly Label[]): { same: number; all: number } {
  const toKey = ({ label, value }: Label) => `${label} ${value}`;
  const firstKeys = new Set(first.map(toKey));
  const secondKeys = new Set(second.map(toKey));
  const sameCount = [...firstKeys].filter((key) => secondKeys.has(key)).length;
  return { same: sameCount, all: firstKeys.size + secondKeys.size - sameCount };
}

/** Returns the pairs of shapes that show the same object; see `compareWork`. */
export function matchShapes<Shape extends SnapshotShape>(first: readonly Shape[], second: readonly Shape[]): [Shape, Shape][] {
  const pairs: { a: Shape; b: Shape; overlap: number }[] = [];
  for (const a of first) {
    const box = getBox(a);
    if (!box) continue;
    for (const b of second) {
      if (a.kind !== b.kind || a.label !== b.label) continue;
      const overlap = computeBoxOverlap(box, getBox(b) ?? []);
      if (overlap >= MIN_OVERLAP) pairs.push({ a, b, overlap });
    }
  }
  pairs.sort((one, other) => other.overlap - one.overlap);
  const matchedShapes = new Set<Shape>();
  const matchedPairs: [Shape, Shape][] = [];
  for (const { a, b } of pairs) {
    if (matchedShapes.has(a) || matchedShapes.has(b)) continue;
    matchedShapes.add(a).add(b);
    matchedPairs.push([a, b]);
  }
  return matchedPairs;
}

/** Returns the box around a shape; null if its kind is not compared. */
const getBox = ({ kind, data }: SnapshotShape): readonly number[] | null =>
  SHAPE_KINDS.find(({ name }) => name === kind)?.getSnapshotBox?.(data) ?? null;
