import { setTimeout as pause } from 'node:timers/promises';

/** Time for which a cached value is fresh. Changes by other servers become visible after this time. */
const FRESH_MS = 1000;
/** Maximum time that a caller waits for a slow store if a value is cached. */
const MAX_WAIT_MS = 500;
/** A read that takes longer is abandoned, and the next read starts. */
const READ_TIMEOUT_MS = 5000;

interface RecentValue<T> {
  /** Returns a fresh value, or the cached value while the store does not respond. Rejects if no read has succeeded yet. */
  read: () => Promise<T>;
  /** Records a value that this process has written. */
  recordWrite: (value: T) => void;
}

/** Caches the last value of a store, so that a slow or unreachable store does not block callers. */
export function createRecentValue<T>(readStore: () => Promise<T>): RecentValue<T> {
  let lastValue: { value: T } | undefined;
  let readStartedAt = -Infinity;
  let pendingRead: Promise<T> | undefined;
  let writeCount = 0;

  function startRead(): Promise<T> {
    const writeCountBefore = writeCount;
    readStartedAt = performance.now();
    const startedRead = Promise.race([readStore(), failAfter(READ_TIMEOUT_MS)])
      .then((value) => {
        // Do not cache a value that was read during a write of this process, because it may be older than the write.
        if (writeCount === writeCountBefore) lastValue = { value };
        return lastValue ? lastValue.value : value;
      })
      .finally(() => {
        if (pendingRead === startedRead) pendingRead = undefined;
      });
    return startedRead;
  }

  return {
    read: async () => {
      if (lastValue && performance.now() - readStartedAt < FRESH_MS) return lastValue.value;
      pendingRead ??= startRead();
      if (!lastValue) return pendingRead;
      const fallback = lastValue;
      // All callers wait for the same read. If the read has already taken some time, a new caller only waits for the rest of
      // `MAX_WAIT_MS`.
      const remainingWaitMs = Math.max(0, MAX_WAIT_MS - (performance.now() - readStartedAt));
      return Promise.race([pendingRead.catch(() => fallback.value), pause(remainingWaitMs, fallback.value, { ref: false })]);
    },
    recordWrite: (value) => {
      writeCount += 1;
      lastValue = { value };
      readStartedAt = performance.now();
    },
  };
}

async function failAfter(ms: number): Promise<never> {
  await pause(ms, undefined, { ref: false });
  throw new Error('The release store does not respond.');
}
