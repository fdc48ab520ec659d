import type { EmbeddingPart } from '@console/learner/protocol';

/** An embedding has 128 numbers of 8 bits: 64 of colours and 64 of features, each half a vector of this length. */
const HALF = 64;
const LENGTH = 2 * HALF;
const UNIT = 254;
const MOST = 127;

const PARTS: Record<EmbeddingPart, readonly [number, number]> = {
  colours: [0, HALF],
  features: [HALF, LENGTH],
  both: [0, LENGTH],
};

/** As the process that learns takes it, of what is stored. */
export const toEmbedding = (data: Uint8Array): Int8Array => new Int8Array(data);

/** As it is stored. */
export const toBytes = (embedding: Int8Array): Buffer => Buffer.from(Uint8Array.from(embedding));

/** Halfway between all of them, each half of its usual length again. Null of none. */
export function meanOf(embeddings: readonly Int8Array[]): Int8Array | null {
  if (embeddings.length === 0) return null;
  const sum = new Float64Array(LENGTH);
  for (const embedding of embeddings) for (let at = 0; at < LENGTH; at += 1) sum[at]! += embedding[at]!;
  const mean = new Int8Array(LENGTH);
  for (const from of [0, HALF]) {
    const length = Math.hypot(...sum.subarray(from, from + HALF)) || 1;
    for (let at = from; at < from + HALF; at += 1) {
      mean[at] = Math.max(-MOST, Math.min(MOST, Math.round((sum[at]! / length) * UNIT)));
    }
  }
  return mean;
}

/** Cosine of one part of two embeddings, -1 to 1. */
export function likenessOf(one: Int8Array, other: Int8Array, by: EmbeddingPart): number {
  const [from, end] = PARTS[by];
  let [product, ofOne, ofOther] = [0, 0, 0];
  for (let at = from; at < end; at += 1) {
    product += one[at]! * other[at]!;
    ofOne += one[at]! * one[at]!;
    ofOther += other[at]! * other[at]!;
  }
  const size = Math.sqrt(ofOne * ofOther);
  return size > 0 ? product / size : 0;
}
