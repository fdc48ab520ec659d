import type { OutboxStore } from '../store/port';

export const refused = () => Promise.reject(new DOMException('The disk is full', 'QuotaExceededError'));

/** A browser that stores nothing: memory alone carries the work. */
export const forbiddenStore: OutboxStore = {
  load: refused,
  workspacesOf: refused,
  transact: refused,
  claimLease: refused,
  releaseLease: refused,
  close: () => undefined,
};
