import { setTimeout as delay } from 'node:timers/promises';

let last = Number.NEGATIVE_INFINITY;

/** Somebody asks this server for something. */
export function requestCame(): void {
  last = performance.now();
}

/** Milliseconds since anybody asked this server for anything; what nobody waits for makes room by it. */
export function msSinceRequest(): number {
  return performance.now() - last;
}

/** Somebody who has asked within it is at work here. */
const AT_WORK_MS = 1_000;

/** After a piece of work that took so long: while people work here, `share` times as much is theirs. */
export async function makeRoom(spentMs: number, share: number): Promise<void> {
  if (msSinceRequest() < AT_WORK_MS) await delay(share * spentMs);
}
