import type { ItemSnapshot } from '@console/shared-contract/api';
import type { AttributeValue, ShapeAttributes } from '@console/shared-contract/shape-attributes';
import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import {
  createSimilarityFunction,
  isComparable,
  type ComparableShape,
} from '../../../data-access/shape-similarity/shape-similarity';

type Label = Pick<ItemSnapshot['labels'][number], 'label' | 'value'>;
export interface SnapshotShape extends ComparableShape {
  labels: readonly Label[];
  /** Missing in work that was saved by an earlier release, and null for kinds without attributes. */
  attributes?: ShapeAttributes | null | undefined;
}
/** A user's work on an item: labels of the image, and shapes. */
export interface WorkSnapshot {
  labels: readonly Label[];
  shapes: readonly SnapshotShape[];
}

/** The templates of skeletons by label. */
export type Templates = ReadonlyMap<string, SkeletonTemplate>;

export interface Comparison {
  sameLabels: number;
  allLabels: number;
  sameShapes: number;
  allShapes: number;
  sameAttributes: number;
  allAttributes: number;
  /** Numbers of skeletons of both users, and the similarities of the matched ones. Null without skeletons. */
  skeletons: { first: number; second: number; oks: number[] } | null;
}

/** Minimum similarity of two shapes for the same object. */
const MIN_SIMILARITY = 0.5;

/**
 * Compares the work of two users on one item. Labels of the image and of matched objects are the same if label and value are
 * equal; the ratio of same to all labels is the Jaccard index. Shapes with the same label are matched once each, in descending
 * order of similarity (ADR 0119), if it is at least 0.5. This is the rule of Everingham et al., "The PASCAL Visual Object
 * Classes (VOC) Challenge", IJCV 88 (2010), section 4.2, with "at least" instead of "more than". Attributes of matched shapes
 * are the same if their values are equal. Points are not compared.
 */
export function compareWork(first: WorkSnapshot, second: WorkSnapshot, templates: Templates = new Map()): Comparison {
  const count = ({ shapes }: WorkSnapshot, isCounted: (kind: SnapshotShape['kind']) => boolean) =>
    shapes.filter(({ kind }) => isCounted(kind)).length;
  const countComparable = (work: WorkSnapshot) => count(work, isComparable);
  const matches = matchShapes(first.shapes, second.shapes, templates);
  const labels = [[first.labels, second.labels] as const, ...matches.map(({ a, b }) => [a.labels, b.labels] as const)].map(
    ([a, b]) => compareLabels(a, b),
  );
  const attributes = matches.map(({ a, b }) => compareAttributes(a, b));
  const skeletons = { first: count(first, isSkeleton), second: count(second, isSkeleton) };
  return {
    sameLabels: labels.reduce((sum, { same }) => sum + same, 0),
    allLabels: labels.reduce((sum, { all }) => sum + all, 0),
    sameShapes: matches.length,
    allShapes: countComparable(first) + countComparable(second) - matches.length,
    sameAttributes: attributes.reduce((sum, { names, different }) => sum + names.length - different.length, 0),
    allAttributes: attributes.reduce((sum, { names }) => sum + names.length, 0),
    skeletons:
      skeletons.first + skeletons.second > 0
        ? { ...skeletons, oks: matches.filter(({ a }) => isSkeleton(a.kind)).map(({ similarity }) => similarity) }
        : null,
  };
}

const isSkeleton = (kind: SnapshotShape['kind']) => kind === 'skeleton';

function compareLabels(first: readonly Label[], second: readonly Label[]): { same: number; all: number } {
  const toKey = ({ label, value }: Label) => `${label} ${value}`;
  const firstKeys = new Set(first.map(toKey));
  const secondKeys = new Set(second.map(toKey));
  const sameCount = [...firstKeys].filter((key) => secondKeys.has(key)).length;
  return { same: sameCount, all: firstKeys.size + secondKeys.size - sameCount };
}

/** Two shapes that show the same object. */
export interface ShapeMatch<Shape> {
  a: Shape;
  b: Shape;
  similarity: number;
}

/** Returns the pairs of shapes that show the same object; see `compareWork`. */
export function matchShapes<Shape extends SnapshotShape>(
  first: readonly Shape[],
  second: readonly Shape[],
  templates: Templates,
): ShapeMatch<Shape>[] {
  const computeSimilarity = createSimilarityFunction(templates);
  const candidates = first.flatMap((a) =>
    second
      .filter(({ label }) => label === a.label)
      .map((b): ShapeMatch<Shape> => ({ a, b, similarity: computeSimilarity(a, b) }))
      .filter(({ similarity }) => similarity >= MIN_SIMILARITY),
  );
  const matchedShapes = new Set<Shape>();
  return candidates
    .sort((one, other) => other.similarity - one.similarity)
    .filter(({ a, b }) => {
      if (matchedShapes.has(a) || matchedShapes.has(b)) return false;
      matchedShapes.add(a).add(b);
      return true;
    });
}

/**
 * Returns the names of the attributes that at least one of two shapes has, and of those with different values. False is the same as no value.
 * If the attributes of a shape were not saved, there are none.
 */
export function compareAttributes(a: SnapshotShape, b: SnapshotShape): { names: string[]; different: string[] } {
  if (!a.attributes || !b.attributes) return { names: [], different: [] };
  const [first, second] = [toSetValues(a.attributes), toSetValues(b.attributes)];
  const names = [...new Set([...first.keys(), ...second.keys()])];
  return { names, different: names.filter((name) => first.get(name) !== second.get(name)) };
}

const toSetValues = (attributes: ShapeAttributes): Map<string, AttributeValue> =>
  new Map(Object.entries(attributes).filter(([, value]) => value !== false));
