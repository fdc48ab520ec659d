import { newId } from '@console/shared-contract/new-id';

/** A write with its idempotency key. The same write gets the same key again until a response confirms it. */
export interface WriteAttempt {
  readonly key: string;
  /** Call it when the server has responded. */
  confirm: () => void;
  /** Call it when there was no successful response. A repetition then gets the same key. */
  markUnconfirmed: () => void;
}

/**
 * Creates a function that assigns idempotency keys to writes. The server may have executed a write whose
 * response was lost. Its repetition must neither execute it twice nor be refused because of the changes of the
 * first attempt.
 */
export function createWriteAttempts(): (write: readonly unknown[]) => WriteAttempt {
  const unconfirmed = new Map<string, string>();
  return (write) => {
    const name = JSON.stringify(write);
    const key = unconfirmed.get(name) ?? newId();
    return {
      key,
      // An unconfirmed write only keeps its key until another write succeeds: after that, an identical write is
      // a new one.
      confirm: () => unconfirmed.clear(),
      markUnconfirmed: () => void unconfirmed.set(name, key),
    };
  };
}
