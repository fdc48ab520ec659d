import { newId } from '@console/shared-contract/new-id';

/** A write with its idempotency key. The same write gets the same key again until a response confirms it. */
export interface WriteAttempt {
  readonly key: string;
  /** The server has responded. */
  confirm: () => void;
  /** There was no successful response: a repetition must use the same key. */
  markUnconfirmed: () => void;
}

/**
 * Creates a function that assigns idempotency keys to writes. The server may have executed a write without a response. Its
 * repetition must not execute it twice, and must not be refused because of the changes of the first attempt.
 */
export function createWriteAttempts(): (write: readonly unknown[]) => WriteAttempt {
  const unconfirmed = new Map<string, string>();
  return (write) => {
    const name = JSON.stringify(write);
    const key = unconfirmed.get(name) ?? newId();
    return {
      key,
      // The user has moved on: an identical later write is intended as a new one.
      confirm: () => unconfirmed.clear(),
      markUnconfirmed: () => void unconfirmed.set(name, key),
    };
  };
}
