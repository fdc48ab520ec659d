import { setTimeout as delay } from 'node:timers/promises';

let lastRequestAt = Number.NEGATIVE_INFINITY;

/** Records that a request has arrived. */
export function recordRequest(): void {
  lastRequestAt = performance.now();
}

/** Milliseconds since the last request. Background work yields to requests based on this. */
function getMsSinceRequest(): number {
  return performance.now() - lastRequestAt;
}

/** Users count as active for this long after the last request. */
const ACTIVE_MS = 1_000;

/** Call this after background work that took `spentMs`. While users are active, it pauses for `share` times as long. */
export async function yieldToRequests(spentMs: number, share: number): Promise<void> {
  if (getMsSinceRequest() < ACTIVE_MS) await delay(share * spentMs);
}
