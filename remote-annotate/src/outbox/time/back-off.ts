const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * Milliseconds until the next attempt after `failures` consecutive failures (1 or more). Doubles each time; half is random
 * to spread out clients.
 */
export function backOff(failures: number, random: () => number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return full / 2 + (full / 2) * random();
}
