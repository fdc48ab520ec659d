import type { Clock } from '../send/clock';
import type { OutboxStore } from '../store/port';

/** Runs work in one tab at a time. */
export interface Leadership {
  /** Runs `work` when it is this tab's turn, until `signal` ends it; resolves when the turn is over, or none came. */
  lead(scope: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
}

/** By the browser's own locks, which a closed or killed tab gives up at once. */
export function lockLeadership(locks: LockManager): Leadership {
  return {
    lead: async (scope, signal, work) => {
      try {
        await locks.request(`annotation-outbox:${scope}`, { signal }, work);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}

const LEASE_MS = 15_000;
const RENEW_MS = 4000;

/** By a lease in the database, for pages without a secure context (plain http inside a company), where Web Locks do not exist. */
export function leaseLeadership(store: OutboxStore, clock: Clock, holder: string): Leadership {
  /** Without a database there is nothing to share with other tabs either. */
  const claim = (scope: string) => store.claimLease(scope, holder, clock.now(), LEASE_MS).catch(() => true);
  const pause = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(RENEW_MS, resolve);
      signal.addEventListener(
        'abort',
        () => {
          cancel();
          resolve();
        },
        { once: true },
      );
    });

  return {
    lead: async (scope, signal, work) => {
      while (!signal.aborted && !(await claim(scope))) await pause(signal);
      if (signal.aborted) return;
      const ended = new AbortController();
      const renew = async () => {
        while (!ended.signal.aborted) {
          await pause(ended.signal);
          if (!ended.signal.aborted) await claim(scope);
        }
      };
      const renewing = renew();
      await work();
      ended.abort();
      await renewing;
      await store.releaseLease(scope, holder).catch(() => undefined);
    },
  };
}
