import { setTimeout as pause } from 'node:timers/promises';

/** A cached value is fresh for this long. Moves of other servers are visible after this time. */
const FRESH_MS = 1000;
/** How long a caller waits for a slow store if a cached value exists. */
const MAX_WAIT_MS = 500;
/** A read that takes longer is abandoned, and the next one starts. */
const READ_TIMEOUT_MS = 5000;

export interface RecentValue<T> {
  /** Returns a fresh value, or the cached one while the store does not respond. Rejects if no read has ever succeeded. */
  read: () => Promise<T>;
  /** Records a value that this process has written. */
  recordWrite: (value: T) => void;
}

/** Caches the last value of a store, so that a slow or unreachable store does not block callers. */
export function createRecentValue<T>(readStore: () => Promise<T>): RecentValue<T> {
  let last: { value: T } | undefined;
  let readStartedAt = -Infinity;
  let reading: Promise<T> | undefined;
  let writes = 0;

  function startRead(): Promise<T> {
    const before = writes;
    readStartedAt = performance.now();
    const pendingRead = Promise.race([readStore(), failAfter(READ_TIMEOUT_MS)])
      .then((value) => {
        // A value that was read while this process wrote may be older than that write, so do not cache it.
        if (writes === before) last = { value };
        return last ? last.value : value;
      })
      .finally(() => {
        if (reading === pendingRead) reading = undefined;
      });
    return pendingRead;
  }

  return {
    read: async () => {
      if (last && performance.now() - readStartedAt < FRESH_MS) return last.value;
      reading ??= startRead();
      if (!last) return reading;
      const fallback = last;
      // All callers wait for the same read. A read that has already taken long gets only the remaining time.
      const remainingWaitMs = Math.max(0, MAX_WAIT_MS - (performance.now() - readStartedAt));
      return Promise.race([reading.catch(() => fallback.value), pause(remainingWaitMs, fallback.value, { ref: false })]);
    },
    recordWrite: (value) => {
      writes += 1;
      last = { value };
      readStartedAt = performance.now();
    },
  };
}

async function failAfter(ms: number): Promise<never> {
  await pause(ms, undefined, { ref: false });
  throw new Error('The release store does not respond.');
}
