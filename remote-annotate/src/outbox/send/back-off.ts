const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/** Milliseconds to the next attempt after `failures` in a row (1 or more): doubling, half of it by chance so that tabs and people spread out. */
export function backOff(failures: number, random: () => number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return full / 2 + (full / 2) * random();
}
