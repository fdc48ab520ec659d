/** Returns numbers from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/** Creates a pseudorandom generator (mulberry32): the same seed gives the same numbers. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1);
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws up to `count` rows at random without replacement, in random order (Fisher-Yates shuffle). */
export function sampleRows<Row>(rows: readonly Row[], count: number, random: Random): Row[] {
  const shuffledRows = [...rows];
  for (let index = 0; index < Math.min(count, shuffledRows.length); index++) {
    const otherIndex = index + Math.floor(random() * (shuffledRows.length - index));
    [shuffledRows[index], shuffledRows[otherIndex]] = [shuffledRows[otherIndex]!, shuffledRows[index]!];
  }
  return shuffledRows.slice(0, count);
}
