import { BLOCK_SIZES, getFeatureColumns, type FeatureBlock } from '../recognition/features/image-features';
import { createRandom, type Random } from '../sampling/random';

/**
 * The layout of an embedding: colours and features side by side, each half as long, so that either part or both can be compared. `version`
 * is raised when the embeddings of images change. Embeddings of different versions are never compared.
 */
export const EMBEDDING = { version: 1, length: 128, half: 64 } as const;

/** Factor from unit vectors to 8-bit numbers. The components of a unit vector are near 1/8, and few exceed 1/2. */
const VECTOR_SCALE = 127 * 2;
const SEED = 20_26;
const FEATURES: readonly FeatureBlock[] = ['s8', 's16', 's32'];
const COLOURS: readonly FeatureBlock[] = ['colours'];

const countColumns = (blocks: readonly FeatureBlock[]) => blocks.reduce((sum, block) => sum + BLOCK_SIZES[block], 0);

/**
 * Creates a fixed random matrix for a projection that nearly preserves lengths and angles (Johnson-Lindenstrauss lemma). It
 * must never change without raising the version.
 */
function createProjection(columns: number, seed: number): Float32Array[] {
  const random = createRandom(seed);
  return Array.from({ length: EMBEDDING.half }, () => Float32Array.from({ length: columns }, () => drawNormal(random)));
}

/** Draws from the standard normal distribution (Box-Muller transform). */
function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

const projections = {
  colours: createProjection(countColumns(COLOURS), SEED),
  features: createProjection(countColumns(FEATURES), SEED + 1),
};

let modelProjection: Float32Array[] = [];

/** Projects a vector of an uploaded model. Vectors of one length always have the same projection. */
function projectVector(vector: readonly number[]): number[] {
  if (modelProjection[0]?.length !== vector.length) modelProjection = createProjection(vector.length, SEED + 2);
  return projectWith(normalizeVector(vector), modelProjection);
}

const projectWith = (values: readonly number[], projection: readonly Float32Array[]) =>
  normalizeVector(projection.map((row) => values.reduce((sum, value, index) => sum + value * row[index]!, 0)));

/** Computes the embedding of an image from all of its features. The vector of an uploaded model replaces the backbone features. */
export function toEmbedding(features: Float32Array, vector?: readonly number[]): Int8Array {
  const project = (blocks: readonly FeatureBlock[], projection: readonly Float32Array[]) => {
    const normalizedFeatures = blocks.flatMap((block) =>
      normalizeVector(getFeatureColumns([block]).map((column) => features[column]!)),
    );
    return projectWith(normalizedFeatures, projection);
  };
  const featurePart = vector ? projectVector(vector) : project(FEATURES, projections.features);
  const combinedVector = [...project(COLOURS, projections.colours), ...featurePart];
  return Int8Array.from(combinedVector, (value) => Math.max(-127, Math.min(127, Math.round(value * VECTOR_SCALE))));
}

/** Scales a vector to length 1. */
function normalizeVector(values: readonly number[]): number[] {
  const length = Math.hypot(...values);
  return values.map((value) => (length > 0 ? value / length : 0));
}
