import { kmeans } from 'ml-kmeans';
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import type { LayoutRequest, MapProjection, PlaceRequest } from '../protocol/protocol';
import { createRandom } from '../sampling/random';
import { EMBEDDING } from './projection';
import { loadScan } from './scan';

const { length } = EMBEDDING;
/** Fixed seed of random numbers, so that the same embeddings always give the same map. */
const SEED = 2026;
/** Number of most similar embeddings that determine a position. UMAP uses the same number. */
const NEIGHBOUR_COUNT = 15;

/** Number of embeddings that clusters are computed from. The embeddings of a map are in random order. */
const MAX_CLUSTERED_ITEMS = 2000;
/** Maximum number of clusters: as many as the legend of the map can show on a phone. */
const MAX_CLUSTERS = 10;
const CLUSTER_ITERATIONS = 30;

interface Layout {
  positions: Float32Array;
  projection: MapProjection | null;
}

/** Computes the positions of embeddings on a new map, and their clusters. Coordinates are between -1 and 1. */
export async function computeLayout({ method, embeddings }: LayoutRequest): Promise<Layout & { centroids: number[][] }> {
  const centroids = computeCentroids(embeddings);
  if (method === 'pca') return { ...computePcaLayout(embeddings), centroids };
  return { positions: await computeUmapLayout(embeddings), projection: null, centroids };
}

/** Computes the means of clusters by k-means, largest cluster first. The number of clusters is the rule of thumb √(n / 2). */
function computeCentroids(embeddings: Int8Array): number[][] {
  const embeddingRows = toRows(embeddings.subarray(0, MAX_CLUSTERED_ITEMS * length));
  const clusterCount = Math.min(MAX_CLUSTERS, Math.ceil(Math.sqrt(embeddingRows.length / 2)));
  const { clusters, centroids } = kmeans(embeddingRows, clusterCount, { seed: SEED, maxIterations: CLUSTER_ITERATIONS });
  const sizes = centroids.map((_, position) => clusters.filter((cluster) => cluster === position).length);
  return centroids
    .map((centroid, position) => ({ centroid, size: sizes[position]! }))
    .sort((a, b) => b.size - a.size)
    .map(({ centroid }) => centroid);
}

const toRows = (embeddings: Int8Array): number[][] =>
  Array.from({ length: embeddings.length / length }, (_, row) =>
    Array.from(embeddings.subarray(row * length, (row + 1) * length)),
  );

/** Projects embeddings to the two axes along which they differ most. */
function computePcaLayout(embeddings: Int8Array): Layout {
  const rowCount = embeddings.length / length;
  const mean = new Array<number>(length).fill(0);
  for (let index = 0; index < embeddings.length; index++) mean[index % length]! += embeddings[index]! / rowCount;
  const { eigenvectorMatrix } = new EigenvalueDecomposition(computeCovariance(embeddings, mean), { assumeSymmetric: true });
  // Eigenvalues are in ascending order.
  const [firstAxis, secondAxis] = [length - 1, length - 2].map((column) => orientAxis(eigenvectorMatrix.getColumn(column)));
  const unscaledProjection: MapProjection = { mean, axes: [firstAxis!, secondAxis!] };
  const scaleFactor = 1 / getMaxAbsolute(projectEmbeddings(embeddings, unscaledProjection));
  const axes = unscaledProjection.axes.map((axis) => axis.map((value) => value * scaleFactor)) as MapProjection['axes'];
  const projection = { mean, axes };
  return { positions: projectEmbeddings(embeddings, projection), projection };
}

function computeCovariance(embeddings: Int8Array, mean: readonly number[]): Matrix {
  const sums = new Float64Array(length * length);
  const centred = new Float64Array(length);
  for (let start = 0; start < embeddings.length; start += length) {
    for (let column = 0; column < length; column++) centred[column] = embeddings[start + column]! - mean[column]!;
    for (let row = 0; row < length; row++)
      for (let column = row; column < length; column++) sums[row * length + column]! += centred[row]! * centred[column]!;
  }
  const covariance = Matrix.zeros(length, length);
  for (let row = 0; row < length; row++)
    for (let column = row; column < length; column++) {
      covariance.set(row, column, sums[row * length + column]!);
      covariance.set(column, row, sums[row * length + column]!);
    }
  return covariance;
}

/** An eigenvector may point either way, so its largest component is made positive. Otherwise a new layout could be mirrored. */
function orientAxis(axis: number[]): number[] {
  const largest = axis.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0);
  return largest < 0 ? axis.map((value) => -value) : axis;
}

function projectEmbeddings(embeddings: Int8Array, { mean, axes }: MapProjection): Float32Array {
  const positions = new Float32Array((embeddings.length / length) * 2);
  for (let index = 0; index < embeddings.length; index++) {
    const [row, column] = [Math.floor(index / length), index % length];
    const difference = embeddings[index]! - mean[column]!;
    positions[2 * row]! += difference * axes[0][column]!;
    positions[2 * row + 1]! += difference * axes[1][column]!;
  }
  return positions;
}

const getMaxAbsolute = (values: Float32Array): number =>
  values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) || 1;

/**
 * Lays out embeddings by UMAP, which places similar embeddings near each other. Takes about 90 s for 20,000 embeddings, and 831 MB
 * with a limited heap.
 */
async function computeUmapLayout(embeddings: Int8Array): Promise<Float32Array> {
  const rowCount = embeddings.length / length;
  // UMAP needs more embeddings than neighbours.
  if (rowCount <= NEIGHBOUR_COUNT) return computePcaLayout(embeddings).positions;
  const { UMAP } = await import('umap-js');
  const layout = new UMAP({ nNeighbors: NEIGHBOUR_COUNT, random: createRandom(SEED) }).fit(toRows(embeddings));
  const center = [0, 1].map((axis) => layout.reduce((sum, position) => sum + position[axis]! / rowCount, 0));
  const positions = Float32Array.from(layout.flatMap(([x = 0, y = 0]) => [x - center[0]!, y - center[1]!]));
  const scaleFactor = 1 / getMaxAbsolute(positions);
  return positions.map((value) => value * scaleFactor);
}

/**
 * Returns the positions of new embeddings on an existing map: the mean of the positions of the most similar embeddings, weighted by
 * similarity.
 */
export async function placeNearNeighbours({ references, positions, embeddings }: PlaceRequest): Promise<Float32Array> {
  const scan = await loadScan();
  // The search reads its rows from the start of their buffer. In the buffer of a received message, other data comes first.
  const rows = references.slice();
  const newPositions = new Float32Array((embeddings.length / length) * 2);
  for (let row = 0; row < embeddings.length / length; row++) {
    const neighbours = scan(rows, embeddings.slice(row * length, (row + 1) * length), NEIGHBOUR_COUNT);
    const minProduct = neighbours.at(-1)?.product ?? 0;
    // The least similar neighbour has the weight 1, so that no sum is zero.
    const weights = neighbours.map(({ product }) => product - minProduct + 1);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    for (const [index, hit] of neighbours.entries())
      for (const axis of [0, 1]) newPositions[2 * row + axis]! += (positions[2 * hit.row + axis]! * weights[index]!) / sum;
  }
  return newPositions;
}
