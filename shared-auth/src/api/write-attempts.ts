import { newId } from '@console/shared-contract/new-id';

/** What is kept of a write until it is answered: the same write sent again goes under the same Idempotency-Key. */
export interface WriteAttempt {
  readonly key: string;
  confirm: () => void;
  markUnconfirmed: () => void;
}

/**
 * Writes that have got no answer. The server may have done them all the same, so who sends one of them again must not have
 * it done twice, nor be refused for what the first attempt has changed.
 */
export function createWriteAttempts(): (write: readonly unknown[]) => WriteAttempt {
  const open = new Map<string, string>();
  return (write) => {
    const name = JSON.stringify(write);
    const key = open.get(name) ?? newId();
    return {
      key,
      // The person has gone on: the like of an older write, sent later, is meant anew.
      confirm: () => open.clear(),
      markUnconfirmed: () => void open.set(name, key),
    };
  };
}
