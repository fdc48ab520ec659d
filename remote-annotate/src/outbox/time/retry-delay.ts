const INITIAL_MS = 1000;
const MAX_MS = 30_000;

/**
 * Milliseconds until the next attempt after `failures` consecutive failures (1 or more). Doubles each time; half is random
 * to spread out clients.
 */
export function getRetryDelay(failures: number, random: () => number): number {
  const maxDelay = Math.min(MAX_MS, INITIAL_MS * 2 ** (failures - 1));
  return maxDelay / 2 + (maxDelay / 2) * random();
}
