import type { Clock } from '../time/clock';
import type { OutboxStore } from '../store/port';

/** Runs work in one tab at a time. */
export interface LeaderElection {
  /**
   * Runs `runAsLeader` once this tab becomes the leader among the tabs of one user in one workspace. Resolves when `runAsLeader` has
   * finished, or when `signal` aborts the wait.
   */
  lead(scope: string, signal: AbortSignal, runAsLeader: () => Promise<void>): Promise<void>;
}

/** Uses the Web Locks API, which releases the lock of a closed or killed tab immediately. */
export function createLockElection(locks: LockManager): LeaderElection {
  return {
    lead: async (scope, signal, runAsLeader) => {
      try {
        await locks.request(`annotation-outbox:${scope}`, { signal }, runAsLeader);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}

const LEASE_MS = 15_000;
const RENEW_MS = 4000;

/**
 * Uses a lease (a right to lead that expires) in the database. Pages without a secure context, such as plain HTTP in an internal
 * network, need it because they have no Web Locks.
 */
export function createLeaseElection(store: OutboxStore, clock: Clock, holder: string): LeaderElection {
  /** Without a database, the tabs share no entries, so each tab may send its own entries. */
  const claimLease = (scope: string) => store.claimLease(scope, holder, clock.now(), LEASE_MS).catch(() => true);
  const waitUntilRenewal = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const cancel = clock.callAfter(RENEW_MS, resolve);
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
    lead: async (scope, signal, runAsLeader) => {
      while (!signal.aborted && !(await claimLease(scope))) await waitUntilRenewal(signal);
      if (signal.aborted) return;
      const endController = new AbortController();
      const renewLease = async () => {
        while (!endController.signal.aborted) {
          await waitUntilRenewal(endController.signal);
          if (!endController.signal.aborted) await claimLease(scope);
        }
      };
      const renewing = renewLease();
      try {
        await runAsLeader();
      } finally {
        endController.abort();
        await renewing;
        await store.releaseLease(scope, holder).catch(() => undefined);
      }
    },
  };
}
