import { BLOCKS, columnsOf, type Block } from '../recognition/features';
import { randomOf, type Random } from '../random';

/**
 * What an embedding is: colours and features side by side, each of the same length, so that a question may be asked by either
 * or by both. `version` is raised when the numbers of a picture change; embeddings of two versions are not compared.
 */
export const EMBEDDING = { version: 1, length: 128, half: 64 } as const;

/** The share of a number's range that a unit vector's length gets: its numbers are near 1/8, few are above 1/2. */
const RANGE = 127 * 2;
const SEED = 20_26;
const FEATURES: readonly Block[] = ['s8', 's16', 's32'];
const COLOURS: readonly Block[] = ['colours'];

const width = (blocks: readonly Block[]) => blocks.reduce((sum, block) => sum + BLOCKS[block], 0);

/** Rows of numbers by chance, the same ones for ever: lengths and angles are kept by them, nearly (Johnson and Lindenstrauss). */
function projectionOf(columns: number, seed: number): Float32Array[] {
  const random = randomOf(seed);
  return Array.from({ length: EMBEDDING.half }, () => Float32Array.from({ length: columns }, () => normal(random)));
}

/** Box and Muller. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

const projections = {
  colours: projectionOf(width(COLOURS), SEED),
  features: projectionOf(width(FEATURES), SEED + 1),
};

/** An embedding from all the features of a picture. */
export function embed(features: Float32Array): Int8Array {
  const half = (blocks: readonly Block[], projection: readonly Float32Array[]) => {
    const known = blocks.flatMap((block) => unit(columnsOf([block]).map((column) => features[column]!)));
    return unit(projection.map((row) => known.reduce((sum, value, at) => sum + value * row[at]!, 0)));
  };
  const numbers = [...half(COLOURS, projections.colours), ...half(FEATURES, projections.features)];
  return Int8Array.from(numbers, (value) => Math.max(-127, Math.min(127, Math.round(value * RANGE))));
}

function unit(values: readonly number[]): number[] {
  const length = Math.hypot(...values);
  return values.map((value) => (length > 0 ? value / length : 0));
}
