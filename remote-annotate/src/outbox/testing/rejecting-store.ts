import type { OutboxStore } from '../store/port';

/** Rejects like a browser whose disk is full. */
export const rejectStorage = () => Promise.reject(new DOMException('The disk is full', 'QuotaExceededError'));

/** A store that rejects everything, so that entries exist only in memory. */
export const rejectingStore: OutboxStore = {
  load: rejectStorage,
  listWorkspaces: rejectStorage,
  transact: rejectStorage,
  claimLease: rejectStorage,
  releaseLease: rejectStorage,
  close: () => undefined,
};
