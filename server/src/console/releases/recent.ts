import { setTimeout as pause } from 'node:timers/promises';

/** A move of another server is seen after this long at the latest. */
const FRESH_MS = 1000;
/** How long whoever asks waits for a store that hangs while there is an answer to fall back on. */
const PATIENCE_MS = 500;
/** A read that hangs longer is given up, and the next one begins. */
const GIVE_UP_MS = 5000;

export interface Recent<T> {
  /** What was read lately, or before, while the store does not answer. Fails when nothing could ever be read. */
  read: () => Promise<T>;
  /** What this process has written itself. */
  wrote: (value: T) => void;
}

/** Keeps the last answer of a store, so that one that hangs or is gone holds up nobody. */
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
        // What was read while this process wrote may be older than what it wrote.
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
      // A read that began long ago hangs: nobody waits for it once more.
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
  throw new Error('The store of releases does not answer.');
}
