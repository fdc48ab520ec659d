import { newId } from '@console/shared-contract/new-id';

/** What is kept of a write until it is answered: the same write sent again goes under the same Idempotency-Key. */
export interface Attempt {
  readonly key: string;
  answered: () => void;
  unanswered: () => void;
}

/**
 * Writes that have got no answer. The server may have done them all the same, so who sends one of them again must not have
 * it done twice, nor be refused for what the first attempt has changed.
 */
export function createAttempts(): (write: readonly unknown[]) => Attempt {
  const open = new Map<string, string>();
  return (write) => {
    const name = JSON.stringify(write);
    const key = open.get(name) ?? newId();
    return {
      key,
      // The person has gone on: the like of an older write, sent later, is meant anew.
      answered: () => open.clear(),
      unanswered: () => void open.set(name, key),
    };
  };
}
