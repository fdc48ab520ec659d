import { seededRandom } from './random';

const SIDE = 256;
const MASK = SIDE - 1;
const random = seededRandom(9_041);
/** About normal (a sum of three), -1.5 to 1.5. A tile looked up is some ten times as quick as numbers made for each pixel. */
const grain = Float32Array.from({ length: SIDE * SIDE }, () => random.next() + random.next() + random.next() - 1.5);
const lattice = Float32Array.from({ length: SIDE * SIDE }, () => random.next());

/** Noise without any pattern from pixel to pixel. */
export function grainAt(x: number, y: number): number {
  // The rows of a repeat are shifted, so that the tile is not seen.
  return grain[((y & MASK) << 8) | ((x + (y >> 8) * 97) & MASK)] ?? 0;
}

/** Smooth noise, 0 to 1, that changes over about one unit of its arguments. */
export function smoothNoise(x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const sx = fx * fx * (3 - 2 * fx);
  const sy = fy * fy * (3 - 2 * fy);
  const upper = (y0 & MASK) << 8;
  const lower = ((y0 + 1) & MASK) << 8;
  const left = x0 & MASK;
  const right = (x0 + 1) & MASK;
  const a = lattice[upper | left] ?? 0;
  const b = lattice[upper | right] ?? 0;
  const c = lattice[lower | left] ?? 0;
  const d = lattice[lower | right] ?? 0;
  const top = a + (b - a) * sx;
  return top + (c + (d - c) * sx - top) * sy;
}

/** Three octaves of smooth noise, 0 to 1: clouds, stone, wood. */
export function cloud(x: number, y: number): number {
  return (
    smoothNoise(x, y) * 0.57 + smoothNoise(x * 2.1 + 31, y * 2.1 + 17) * 0.29 + smoothNoise(x * 4.3 + 7, y * 4.3 + 71) * 0.14
  );
}
