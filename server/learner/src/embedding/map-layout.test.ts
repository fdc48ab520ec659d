import { createRandom } from '../sampling/random';
import { computeLayout, placeNearNeighbours } from './map-layout';
import { EMBEDDING } from './projection';

const { length } = EMBEDDING;
const CLUSTERS = 3;
const CLUSTER_SIZE = 30;

/** Creates embeddings of three clusters, one cluster after the other. */
function createClusters(size = CLUSTER_SIZE, seed = 1): Int8Array {
  const centers = createRandom(7);
  const random = createRandom(seed);
  const center = Array.from({ length: CLUSTERS * length }, () => centers() * 160 - 80);
  return Int8Array.from({ length: CLUSTERS * size * length }, (_, index) => {
    const cluster = Math.floor(index / (size * length));
    return center[cluster * length + (index % length)]! + random() * 20 - 10;
  });
}

/** Returns the ratio of points whose nearest other point is in their cluster. */
function measurePurity(positions: Float32Array, size = CLUSTER_SIZE): number {
  const rowCount = positions.length / 2;
  const computeDistance = (a: number, b: number) =>
    Math.hypot(positions[2 * a]! - positions[2 * b]!, positions[2 * a + 1]! - positions[2 * b + 1]!);
  let pureCount = 0;
  for (let row = 0; row < rowCount; row += 1) {
    const otherRows = Array.from({ length: rowCount }, (_, other) => other).filter((other) => other !== row);
    const nearestRow = otherRows.reduce((best, other) =>
      computeDistance(row, other) < computeDistance(row, best) ? other : best,
    );
    if (Math.floor(nearestRow / size) === Math.floor(row / size)) pureCount += 1;
  }
  return pureCount / rowCount;
}

/** Returns the position of the centroid that is nearest to a row of embeddings. */
function findNearest(centroids: readonly number[][], embeddings: Int8Array, row: number): number {
  const distances = centroids.map((centroid) =>
    Math.hypot(...centroid.map((value, column) => value - embeddings[row * length + column]!)),
  );
  return distances.indexOf(Math.min(...distances));
}

it.each(['pca', 'umap'] as const)('a layout by %s keeps clusters together and is the same each time', async (method) => {
  const embeddings = createClusters();
  const { positions, centroids } = await computeLayout({ method, embeddings });
  expect(measurePurity(positions)).toBe(1);
  const clusters = Array.from({ length: embeddings.length / length }, (_, row) => findNearest(centroids, embeddings, row));
  for (const centroid of centroids.keys())
    expect(new Set(clusters.flatMap((cluster, row) => (cluster === centroid ? [Math.floor(row / CLUSTER_SIZE)] : []))).size).toBe(
      1,
    );
  expect(Math.max(...positions.map(Math.abs))).toBeCloseTo(1, 5);
  expect(await computeLayout({ method, embeddings })).toMatchObject({ positions, centroids });
});

it('a layout of equal embeddings places them at the origin', async () => {
  for (const method of ['pca', 'umap'] as const) {
    const { positions } = await computeLayout({ method, embeddings: new Int8Array(2 * length).fill(3) });
    expect([...positions]).toEqual([0, 0, 0, 0]);
  }
});

it('new embeddings are placed in the cluster that they belong to', async () => {
  const references = createClusters();
  const { positions } = await computeLayout({ method: 'umap', embeddings: references });
  // Embeddings in a received message do not start at the beginning of the message's buffer.
  const referencesMessage = new Int8Array(references.length + 3);
  referencesMessage.set(references, 3);
  const points = await placeNearNeighbours({
    references: referencesMessage.subarray(3),
    positions,
    embeddings: createClusters(4, 2),
  });
  expect(measurePurity(points, 4)).toBe(1);
});
