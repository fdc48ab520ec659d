import { newId } from '@console/shared-contract/new-id';

/** A write with its idempotency key. An identical write gets the same key until a write is confirmed. */
export interface WriteAttempt {
  readonly key: string;
  /** Call this when the server has responded. */
  confirm: () => void;
  /** Call this when there was no successful response. A repetition then gets the same key. */
  markUnconfirmed: () => void;
}

/**
 * Creates a function that assigns idempotency keys to writes. The server may have executed a write whose response was lost. The
 * key ensures that a repetition is not executed again, and not refused because of the changes of the first attempt.
 */
export function createWriteAttempts(): (write: readonly unknown[]) => WriteAttempt {
  const unconfirmedKeys = new Map<string, string>();
  return (write) => {
    const name = JSON.stringify(write);
    const key = unconfirmedKeys.get(name) ?? newId();
    return {
      key,
      // Forget all unconfirmed writes once a write succeeds: an identical write after that is a new one.
      confirm: () => unconfirmedKeys.clear(),
      markUnconfirmed: () => void unconfirmedKeys.set(name, key),
    };
  };
}
