import { newId } from '@console/shared-contract/new-id';

/** Idempotency key of one attempt to send a write. After a failed attempt, an identical write gets the same key. */
export interface WriteAttempt {
  readonly key: string;
  /** Call this after a successful response. */
  confirm: () => void;
  /** Call this after a failure. The next attempt to send the same write then gets the same key. */
  markUnconfirmed: () => void;
}

/**
 * Creates a function that assigns idempotency keys to writes. The server may have executed a write whose response was lost. When the
 * write is repeated, the key lets the server return the first response instead of executing the write again.
 */
export function createWriteAttempts(): (write: readonly unknown[]) => WriteAttempt {
  const unconfirmedKeys = new Map<string, string>();
  return (write) => {
    const name = JSON.stringify(write);
    const key = unconfirmedKeys.get(name) ?? newId();
    return {
      key,
      // After a success, forget all unconfirmed writes: if the user later sends an identical write, it is a new write.
      confirm: () => unconfirmedKeys.clear(),
      markUnconfirmed: () => void unconfirmedKeys.set(name, key),
    };
  };
}
