import { setTimeout as pause } from 'node:timers/promises';

/** A cached value is fresh for this long. Moves of other servers are visible after this time. */
const FRESH_MS = 1000;
/** How long a caller waits for a slow store if a cached value exists. */
const PATIENCE_MS = 500;
/** A read that takes longer is abandoned, and the next one starts. */
const GIVE_UP_MS = 5000;

export interface Recent<T> {
  /** Returns a fresh value, or the cached one while the store does not respond. Rejects if no read has ever succeeded. */
  read: () => Promise<T>;
  /** Records a value that this process has written. */
  wrote: (value: T) => void;
}

/** Caches the last value of a store, so that a slow or unreachable store does not block callers. */
export function recentOf<T>(readStore: () => Promise<T>): Recent<T> {
  let last: { value: T } | undefined;
  let askedAt = -Infinity;
  let reading: Promise<T> | undefined;
  let writes = 0;

  function begin(): Promise<T> {
    const before = writes;
    askedAt = performance.now();
    const mine = Promise.race([readStore(), failAfter(GIVE_UP_MS)])
      .then((value) => {
        // A value that was read during a write of this process may be older than that write.
        if (writes === before) last = { value };
        return last ? last.value : value;
      })
      .finally(() => {
        if (reading === mine) reading = undefined;
      });
    return mine;
  }

  return {
    read: async () => {
      if (last && performance.now() - askedAt < FRESH_MS) return last.value;
      reading ??= begin();
      if (!last) return reading;
      const fallback = last;
      // Callers wait together: a read that already takes long is not waited for again.
      const patience = Math.max(0, PATIENCE_MS - (performance.now() - askedAt));
      return Promise.race([reading.catch(() => fallback.value), pause(patience, fallback.value, { ref: false })]);
    },
    wrote: (value) => {
      writes += 1;
      last = { value };
      askedAt = performance.now();
    },
  };
}

async function failAfter(ms: number): Promise<never> {
  await pause(ms, undefined, { ref: false });
  throw new Error('The release store does not respond.');
}
