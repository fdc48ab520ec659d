const INITIAL_MS = 1000;
const MAX_MS = 30_000;

/**
 * Returns the milliseconds until the next attempt after `failures` consecutive failures (1 or more). The delay doubles each time;
 * half of it is random, to spread out clients.
 */
export function getRetryDelay(failures: number, random: () => number): number {
  const maxDelay = Math.min(MAX_MS, INITIAL_MS * 2 ** (failures - 1));
  return maxDelay / 2 + (maxDelay / 2) * random();
}
