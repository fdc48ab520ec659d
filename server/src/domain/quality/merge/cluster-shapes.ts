import type { AnnotationSource } from '@console/shared-contract/api';
import type { ShapeAttributes } from '@console/shared-contract/shape-attributes';
import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import { computeSimilarityBox, createSimilarityFunction } from '../../../data-access/shape-kinds/shape-similarity';
import type { ComparableShape } from '../../../data-access/shapes/measure';

/** A label of an image or object. */
export interface MergeableLabel {
  label: string;
  value: number | null;
  /** Absent if a user has set the label. */
  source?: AnnotationSource | undefined;
}

/** A shape of one user, which is merged with the shapes of other users that show the same object. */
export interface MergeableShape extends ComparableShape {
  /** Only points have a name. They have no label. */
  name?: string | null | undefined;
  labels: readonly MergeableLabel[];
  attributes?: ShapeAttributes | null | undefined;
  /** Only shapes of layers (annotations that are stored for each user separately) have metadata and a source. */
  meta_data?: unknown;
  source?: AnnotationSource | undefined;
}

/** The work of one user on an item. */
export interface AnnotatorWork<Shape extends MergeableShape = MergeableShape> {
  user: string;
  labels: readonly MergeableLabel[];
  shapes: readonly Shape[];
}

/** A shape of a cluster. */
export interface ClusterMember<Shape extends MergeableShape = MergeableShape> {
  user: string;
  /** Index of the shape in the layer of the user. */
  index: number;
  shape: Shape;
  /** Mean similarity to the other members; 1 for the only member. */
  similarity: number;
}

export interface ClusterOptions {
  /** Minimum similarity of shapes of the same object. Default: 0.5. */
  minSimilarity?: number;
  /** Distance in pixels at which two points have a similarity of 0.5. Default: 5. */
  pointDistance?: number;
  /** Templates of skeletons by label. */
  templates?: ReadonlyMap<string, SkeletonTemplate>;
}

const DEFAULT_MIN_SIMILARITY = 0.5;
const DEFAULT_POINT_DISTANCE = 5;

/** A shape with the text by which all shapes are sorted. */
interface ShapeNode<Shape extends MergeableShape> {
  user: string;
  index: number;
  shape: Shape;
  sortText: string;
}

/**
 * Groups the shapes of several users by the object that they show, regardless of their labels. A cluster has at most one shape of
 * each user. Pairs are joined in descending order of similarity. Two clusters are joined if their users differ and their mean
 * similarity is at least the minimum (average linkage). The order of the layers and shapes has no influence.
 */
export function clusterShapes<Shape extends MergeableShape>(
  layers: readonly AnnotatorWork<Shape>[],
  options: ClusterOptions = {},
): ClusterMember<Shape>[][] {
  const { minSimilarity = DEFAULT_MIN_SIMILARITY } = options;
  const nodes = listNodes(layers);
  const { getSimilarity, pairs } = compareNodes(nodes, minSimilarity, options);
  const clusters: number[][] = nodes.map((_, node) => [node]);
  for (const { first, second } of pairs) {
    const [firstCluster, secondCluster] = [clusters[first]!, clusters[second]!];
    if (
      firstCluster === secondCluster ||
      !haveDifferentUsers(nodes, firstCluster, secondCluster) ||
      computeLinkage(firstCluster, secondCluster, getSimilarity) < minSimilarity
    )
      continue;
    const joinedCluster = [...firstCluster, ...secondCluster].sort((left, right) => left - right);
    for (const node of joinedCluster) clusters[node] = joinedCluster;
  }
  return [...new Set(clusters)].map((cluster) =>
    cluster.map((node) => {
      const { user, index, shape } = nodes[node]!;
      const otherNodes = cluster.filter((other) => other !== node);
      return { user, index, shape, similarity: otherNodes.length === 0 ? 1 : computeLinkage([node], otherNodes, getSimilarity) };
    }),
  );
}

/** Lists all shapes in an order that depends on their contents, so that equal similarities lead to the same clusters. */
function listNodes<Shape extends MergeableShape>(layers: readonly AnnotatorWork<Shape>[]): ShapeNode<Shape>[] {
  return layers
    .flatMap(({ user, shapes }) => shapes.map((shape, index) => ({ user, index, shape, sortText: toSortText(shape) })))
    .sort((a, b) => compareTexts(a.sortText, b.sortText) || compareTexts(a.user, b.user) || a.index - b.index);
}

function toSortText({ kind, label, name, data, rotated_box, mask, labels, attributes }: MergeableShape): string {
  const sortedAttributes = Object.entries(attributes ?? {}).sort(([a], [b]) => compareTexts(a, b));
  return JSON.stringify([kind, data, rotated_box ?? null, mask ?? null, label, name ?? null, labels, sortedAttributes]);
}

/** Compares two texts by code units, which does not depend on the locale of the server. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type NodeSimilarity = (first: number, second: number) => number;

/** Compares the shapes of different users. Lists the pairs that are similar enough, most similar first. */
function compareNodes<Shape extends MergeableShape>(
  nodes: readonly ShapeNode<Shape>[],
  minSimilarity: number,
  { templates, pointDistance = DEFAULT_POINT_DISTANCE }: ClusterOptions,
): { getSimilarity: NodeSimilarity; pairs: { first: number; second: number; similarity: number }[] } {
  const computeSimilarity = createSimilarityFunction(templates && { templates });
  const boxes = nodes.map(({ shape }) => computeSimilarityBox(shape));
  const similarities = new Map<number, number>();
  const pairs: { first: number; second: number; similarity: number }[] = [];
  for (let first = 0; first < nodes.length; first++)
    for (let second = first + 1; second < nodes.length; second++) {
      const [firstNode, secondNode] = [nodes[first]!, nodes[second]!];
      if (firstNode.user === secondNode.user || !overlaps(boxes[first]!, boxes[second]!)) continue;
      const similarity =
        firstNode.shape.kind === 'point' && secondNode.shape.kind === 'point'
          ? comparePoints(firstNode.shape.data, secondNode.shape.data, pointDistance)
          : computeSimilarity(firstNode.shape, secondNode.shape);
      if (similarity > 0) similarities.set(first * nodes.length + second, similarity);
      if (similarity >= minSimilarity) pairs.push({ first, second, similarity });
    }
  pairs.sort((a, b) => b.similarity - a.similarity || a.first - b.first || a.second - b.second);
  const getSimilarity: NodeSimilarity = (first, second) =>
    similarities.get(Math.min(first, second) * nodes.length + Math.max(first, second)) ?? 0;
  return { getSimilarity, pairs };
}

type BoundingBox = readonly [number, number, number, number];
const overlaps = ([ax1, ay1, ax2, ay2]: BoundingBox, [bx1, by1, bx2, by2]: BoundingBox): boolean =>
  ax1 < bx2 && bx1 < ax2 && ay1 < by2 && by1 < ay2;

/** Returns a similarity that decreases linearly from 1 at the same position to 0.5 at `distance`. */
function comparePoints([x1 = 0, y1 = 0]: readonly number[], [x2 = 0, y2 = 0]: readonly number[], distance: number): number {
  return Math.max(0, 1 - Math.hypot(x2 - x1, y2 - y1) / (2 * distance));
}

function haveDifferentUsers(
  nodes: readonly { user: string }[],
  firstCluster: readonly number[],
  secondCluster: readonly number[],
): boolean {
  const users = new Set(firstCluster.map((node) => nodes[node]?.user));
  return secondCluster.every((node) => !users.has(nodes[node]?.user));
}

/** Returns the mean similarity of all pairs with one node of each cluster. */
function computeLinkage(
  firstCluster: readonly number[],
  secondCluster: readonly number[],
  getSimilarity: NodeSimilarity,
): number {
  const sum = firstCluster.reduce(
    (total, first) => total + secondCluster.reduce((partialSum, second) => partialSum + getSimilarity(first, second), 0),
    0,
  );
  return sum / (firstCluster.length * secondCluster.length);
}
