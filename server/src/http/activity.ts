let last = Number.NEGATIVE_INFINITY;

/** Somebody asks this server for something. */
export function requestCame(): void {
  last = performance.now();
}

/** Milliseconds since anybody asked this server for anything; what nobody waits for makes room by it. */
export function msSinceRequest(): number {
  return performance.now() - last;
}
