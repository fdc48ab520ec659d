import { setTimeout as delay } from 'node:timers/promises';

let lastRequestAt = Number.NEGATIVE_INFINITY;

/** Records that a request has arrived. */
export function recordRequest(): void {
  lastRequestAt = performance.now();
}

function getMsSinceRequest(): number {
  return performance.now() - lastRequestAt;
}

/** Users count as active for this long after the last request. */
const ACTIVE_MS = 1_000;

/** Pauses background work that took `spentMs`, if a request arrived recently. The pause is `pauseFactor` times as long. */
export async function yieldToRequests(spentMs: number, pauseFactor: number): Promise<void> {
  if (getMsSinceRequest() < ACTIVE_MS) await delay(pauseFactor * spentMs);
}
