import type { EmbeddingPart } from '@console/learner/protocol';

/** An embedding consists of two vectors with 64 numbers each: colours, then features. The learner defines this layout. */
const PART_LENGTH = 64;
const EMBEDDING_LENGTH = 2 * PART_LENGTH;
/** Euclidean length of each of the two vectors. */
const PART_NORM = 254;
const MAX_VALUE = 127;

const PART_RANGES: Record<EmbeddingPart, readonly [number, number]> = {
  colours: [0, PART_LENGTH],
  features: [PART_LENGTH, EMBEDDING_LENGTH],
  both: [0, EMBEDDING_LENGTH],
};

/** Converts stored bytes to an embedding. */
export const toEmbedding = (data: Uint8Array): Int8Array => new Int8Array(data);

/** Converts an embedding to bytes for storage. */
export const toStoredBytes = (embedding: Int8Array): Buffer => Buffer.from(Uint8Array.from(embedding));

/** Computes the mean of embeddings, with each part scaled to the length PART_NORM. Returns null without embeddings. */
export function computeMeanEmbedding(embeddings: readonly Int8Array[]): Int8Array | null {
  if (embeddings.length === 0) return null;
  const sum = new Float64Array(EMBEDDING_LENGTH);
  for (const embedding of embeddings) for (let index = 0; index < EMBEDDING_LENGTH; index += 1) sum[index]! += embedding[index]!;
  const mean = new Int8Array(EMBEDDING_LENGTH);
  for (const from of [0, PART_LENGTH]) {
    const length = Math.hypot(...sum.subarray(from, from + PART_LENGTH)) || 1;
    for (let index = from; index < from + PART_LENGTH; index += 1) {
      mean[index] = Math.max(-MAX_VALUE, Math.min(MAX_VALUE, Math.round((sum[index]! / length) * PART_NORM)));
    }
  }
  return mean;
}

/** Cosine similarity of one part of two embeddings, -1 to 1. */
export function computeLikeness(a: Int8Array, b: Int8Array, embeddingPart: EmbeddingPart): number {
  const [from, end] = PART_RANGES[embeddingPart];
  let [product, squaresA, squaresB] = [0, 0, 0];
  for (let index = from; index < end; index += 1) {
    product += a[index]! * b[index]!;
    squaresA += a[index]! * a[index]!;
    squaresB += b[index]! * b[index]!;
  }
  const norms = Math.sqrt(squaresA * squaresB);
  return norms > 0 ? product / norms : 0;
}
