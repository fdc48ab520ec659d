import type { OutboxStore } from '../store/port';

export const refused = () => Promise.reject(new DOMException('The disk is full', 'QuotaExceededError'));

/** A store that rejects everything, so that entries exist only in memory. */
export const forbiddenStore: OutboxStore = {
  load: refused,
  workspacesOf: refused,
  transact: refused,
  claimLease: refused,
  releaseLease: refused,
  close: () => undefined,
};
