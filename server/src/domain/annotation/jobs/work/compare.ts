import type { ItemSnapshot } from '@console/shared-contract/api';
import type { AttributeValue, ShapeAttributes } from '@console/shared-contract/shape-attributes';
import { computeSimilarityBox, createSimilarityFunction } from '../../../../data-access/shape-kinds/shape-similarity';
import type { ComparableShape, SimilarityBox, SimilarityContext } from '../../../../data-access/shapes/measure';

type ValuedLabel = Pick<ItemSnapshot['labels'][number], 'label' | 'value'>;
export interface SnapshotShape extends ComparableShape {
  /** The name of a point, by which it is compared instead of a label. */
  name?: string | null | undefined;
  labels: readonly ValuedLabel[];
  /** Missing in work that was saved by an earlier release, and null for kinds without attributes. */
  attributes?: ShapeAttributes | null | undefined;
}
/** A user's work on an item: labels of the image, and shapes. */
export interface WorkSnapshot {
  labels: readonly ValuedLabel[];
  shapes: readonly SnapshotShape[];
}

interface WorkComparison {
  sameLabels: number;
  allLabels: number;
  sameShapes: number;
  allShapes: number;
  sameAttributes: number;
  allAttributes: number;
  /** Numbers of skeletons of both users, and the similarities of the matched pairs. Null without skeletons. */
  skeletons: { first: number; second: number; oks: number[] } | null;
  /** Sum of the similarities of the matched shapes. */
  similarity: number;
  /** Labels of shapes that match regardless of their labels: the label of each user, and the number of such matches. */
  labelPairs: (readonly [first: string, second: string, count: number])[];
  /** Positions of the shapes that match regardless of their labels, in the work of both users. */
  shapeMatches: (readonly [first: number, second: number])[];
  /** Values of labels that both users have set on objects that match: the position in the work of each user, and the value. */
  valuePairs: (readonly [label: string, first: number, firstValue: number, second: number, secondValue: number])[];
  /** For each label: the number of matched shapes, the number of all shapes of both users, and the sum of the similarities of matches. */
  labelCounts: (readonly [label: string, matched: number, all: number, similarity: number])[];
  /** Ids of labels that only one user has set, of shapes that only one user has drawn, and of matched shapes with different attributes. */
  differingLabels: string[];
}

/** Minimum similarity of two shapes for the same object. */
const MIN_SIMILARITY = 0.5;

/**
 * Compares the work of two users on one item. Labels of the image and of matched objects are the same if label and value are equal. The
 * ratio of same to all labels is the Jaccard index. Shapes with the same label are matched once each, in descending order of similarity
 * (ADR 0119), if the similarity is at least 0.5. This is the rule of Everingham et al., "The PASCAL Visual Object Classes (VOC) Challenge",
 * IJCV 88 (2010), section 4.2, with "at least" instead of "more than". Attributes of matched shapes are the same if their values are equal.
 */
export function compareWork(
  firstWork: WorkSnapshot,
  secondWork: WorkSnapshot,
  context: Partial<SimilarityContext> = {},
): WorkComparison {
  const countSkeletons = ({ shapes }: WorkSnapshot) => shapes.filter(isSkeleton).length;
  const candidates = listCandidates(firstWork.shapes, secondWork.shapes, context);
  const matches = selectMatches(candidates.filter(hasSameLabel));
  const labelBlindMatches = selectMatches(candidates);
  const labels = [
    [firstWork.labels, secondWork.labels] as const,
    ...matches.map(({ a, b }) => [a.labels, b.labels] as const),
  ].map(([a, b]) => compareLabels(a, b));
  const attributes = matches.map(({ a, b }) => compareAttributes(a, b));
  const skeletons = { first: countSkeletons(firstWork), second: countSkeletons(secondWork) };
  return {
    sameLabels: labels.reduce((sum, { same }) => sum + same, 0),
    allLabels: labels.reduce((sum, { all }) => sum + all, 0),
    sameShapes: matches.length,
    allShapes: firstWork.shapes.length + secondWork.shapes.length - matches.length,
    sameAttributes: attributes.reduce((sum, { names, differingNames }) => sum + names.length - differingNames.length, 0),
    allAttributes: attributes.reduce((sum, { names }) => sum + names.length, 0),
    skeletons:
      skeletons.first + skeletons.second > 0
        ? { ...skeletons, oks: matches.filter(({ a }) => isSkeleton(a)).map(({ similarity }) => similarity) }
        : null,
    similarity: matches.reduce((sum, { similarity }) => sum + similarity, 0),
    labelPairs: countLabelPairs(labelBlindMatches),
    shapeMatches: labelBlindMatches.map(({ a, b }) => [firstWork.shapes.indexOf(a), secondWork.shapes.indexOf(b)]),
    valuePairs: labelBlindMatches.flatMap((match) => listValuePairs(firstWork, secondWork, match)),
    labelCounts: countByLabel([...firstWork.shapes, ...secondWork.shapes], matches),
    differingLabels: listDifferingLabels(firstWork, secondWork, matches),
  };
}

function countLabelPairs(matches: readonly ShapeMatch<SnapshotShape>[]): WorkComparison['labelPairs'] {
  const pairs = new Map<string, WorkComparison['labelPairs'][number]>();
  for (const { a, b } of matches) {
    if (a.label === null || b.label === null) continue;
    const key = `${a.label} ${b.label}`;
    pairs.set(key, [a.label, b.label, (pairs.get(key)?.[2] ?? 0) + 1]);
  }
  return [...pairs.values()];
}

function listValuePairs(
  firstWork: WorkSnapshot,
  secondWork: WorkSnapshot,
  { a, b }: ShapeMatch<SnapshotShape>,
): WorkComparison['valuePairs'] {
  return a.labels.flatMap(({ label, value }): WorkComparison['valuePairs'] => {
    const otherValue = b.labels.find((otherLabel) => otherLabel.label === label)?.value ?? null;
    if (value === null || otherValue === null) return [];
    return [[label, firstWork.shapes.indexOf(a), value, secondWork.shapes.indexOf(b), otherValue]];
  });
}

function countByLabel(
  shapes: readonly SnapshotShape[],
  matches: readonly ShapeMatch<SnapshotShape>[],
): WorkComparison['labelCounts'] {
  const labels = new Set(shapes.flatMap(({ label }) => label ?? []));
  return [...labels].map((id) => {
    const similarities = matches.filter(({ a }) => a.label === id).map(({ similarity }) => similarity);
    const shapeCount = shapes.filter(({ label }) => label === id).length;
    return [id, similarities.length, shapeCount, similarities.reduce((sum, similarity) => sum + similarity, 0)];
  });
}

function listDifferingLabels(
  firstWork: WorkSnapshot,
  secondWork: WorkSnapshot,
  matches: readonly ShapeMatch<SnapshotShape>[],
): WorkComparison['differingLabels'] {
  const matchedShapes = new Set(matches.flatMap(({ a, b }) => [a, b]));
  const unmatched = [...firstWork.shapes, ...secondWork.shapes].filter((shape) => !matchedShapes.has(shape));
  const differingMatches = matches.filter(({ a, b }) => compareAttributes(a, b).differingNames.length > 0).map(({ a }) => a);
  const shapeLabels = [...unmatched, ...differingMatches].flatMap(({ label }) => (label === null ? [] : [label]));
  const objectLabels = matches.flatMap(({ a, b }) => listDifferentLabels(a.labels, b.labels));
  return [...new Set([...listDifferentLabels(firstWork.labels, secondWork.labels), ...shapeLabels, ...objectLabels])];
}

const isSkeleton = ({ kind }: SnapshotShape) => kind === 'skeleton';

function compareLabels(firstLabels: readonly ValuedLabel[], secondLabels: readonly ValuedLabel[]): { same: number; all: number } {
  const firstKeys = new Set(firstLabels.map(toLabelKey));
  const secondKeys = new Set(secondLabels.map(toLabelKey));
  const sameCount = [...firstKeys].filter((key) => secondKeys.has(key)).length;
  return { same: sameCount, all: firstKeys.size + secondKeys.size - sameCount };
}

const toLabelKey = ({ label, value }: ValuedLabel) => `${label} ${value}`;

/** Returns the ids of the labels that only one list has, or that have different values in the two lists. */
function listDifferentLabels(firstLabels: readonly ValuedLabel[], secondLabels: readonly ValuedLabel[]): string[] {
  const includesLabel = (labels: readonly ValuedLabel[], label: ValuedLabel) =>
    labels.some((other) => toLabelKey(other) === toLabelKey(label));
  return [
    ...firstLabels.filter((label) => !includesLabel(secondLabels, label)),
    ...secondLabels.filter((label) => !includesLabel(firstLabels, label)),
  ].map(({ label }) => label);
}

/** Two shapes that show the same object. */
export interface ShapeMatch<Shape> {
  a: Shape;
  b: Shape;
  similarity: number;
}

/** Returns the pairs of shapes with the same label that show the same object; see `compareWork`. */
export const matchShapes = <Shape extends SnapshotShape>(
  firstShapes: readonly Shape[],
  secondShapes: readonly Shape[],
  context: Partial<SimilarityContext>,
): ShapeMatch<Shape>[] => selectMatches(listCandidates(firstShapes, secondShapes, context, hasSameLabel));

type ShapePair<Shape> = Pick<ShapeMatch<Shape>, 'a' | 'b'>;

const hasSameLabel = ({ a, b }: ShapePair<SnapshotShape>) =>
  a.label === b.label && (a.label !== null || (a.name ?? '') === (b.name ?? ''));

/** Returns all pairs of shapes that are similar enough to show the same object. */
function listCandidates<Shape extends SnapshotShape>(
  firstShapes: readonly Shape[],
  secondShapes: readonly Shape[],
  context: Partial<SimilarityContext>,
  isCandidate: (pair: ShapePair<Shape>) => boolean = () => true,
): ShapeMatch<Shape>[] {
  const computeSimilarity = createSimilarityFunction(context);
  const secondBoxes = secondShapes.map((b) => ({ b, box: computeSimilarityBox(b) }));
  return firstShapes.flatMap((a) => {
    const box = computeSimilarityBox(a);
    // An image can have hundreds of shapes, so pixels are compared only if the boxes overlap.
    return secondBoxes
      .filter((candidateBox) => overlaps(box, candidateBox.box) && isCandidate({ a, b: candidateBox.b }))
      .map(({ b }): ShapeMatch<Shape> => ({ a, b, similarity: computeSimilarity(a, b) }))
      .filter(({ similarity }) => similarity >= MIN_SIMILARITY);
  });
}

const overlaps = ([ax1, ay1, ax2, ay2]: SimilarityBox, [bx1, by1, bx2, by2]: SimilarityBox): boolean =>
  ax1 < bx2 && bx1 < ax2 && ay1 < by2 && by1 < ay2;

/** Selects pairs in descending order of similarity, so that each shape is in at most one pair. */
function selectMatches<Shape>(candidates: readonly ShapeMatch<Shape>[]): ShapeMatch<Shape>[] {
  const matchedShapes = new Set<Shape>();
  return candidates
    .toSorted((candidate, other) => other.similarity - candidate.similarity)
    .filter(({ a, b }) => {
      if (matchedShapes.has(a) || matchedShapes.has(b)) return false;
      matchedShapes.add(a).add(b);
      return true;
    });
}

/**
 * Returns the names of all attributes of two shapes, and the names of the attributes with different values. False is the same as no value.
 * Both lists are empty if the attributes of a shape were not saved.
 */
export function compareAttributes(a: SnapshotShape, b: SnapshotShape): { names: string[]; differingNames: string[] } {
  if (!a.attributes || !b.attributes) return { names: [], differingNames: [] };
  const [firstValues, secondValues] = [toSetValues(a.attributes), toSetValues(b.attributes)];
  const names = [...new Set([...firstValues.keys(), ...secondValues.keys()])];
  return { names, differingNames: names.filter((name) => firstValues.get(name) !== secondValues.get(name)) };
}

const toSetValues = (attributes: ShapeAttributes): Map<string, AttributeValue> =>
  new Map(Object.entries(attributes).filter(([, value]) => value !== false));
