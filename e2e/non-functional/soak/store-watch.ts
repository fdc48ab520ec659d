import type { Page } from '@playwright/test';

declare global {
  interface Window {
    reportStored?: (milliseconds: number) => Promise<void>;
  }
}

/**
 * Calls `onStored` when the tab has stored a gesture in the outbox (the changes to send, in IndexedDB). `milliseconds` is the time
 * since the gesture's last input event.
 */
export async function watchStore(page: Page, onStored: (milliseconds: number) => void): Promise<void> {
  await page.exposeFunction('reportStored', onStored);
  // tsx wraps inner functions in a helper that does not exist in the page.
  await page.addInitScript('globalThis.__name = (value) => value;');
  await page.addInitScript(watchInPage);
}

/** Returns the unsent outbox entries and the state of all Web Locks, to explain why sending has stopped. */
export async function describeUnsent(page: Page): Promise<string> {
  const storedEntries = await page.evaluate(async () => {
    const { held: heldLocks, pending: pendingLocks } = await navigator.locks.query();
    const openRequest = indexedDB.open('annotation-outbox');
    const entries = await new Promise<unknown[]>((resolve, reject) => {
      openRequest.onerror = () => reject(openRequest.error ?? new Error('The store cannot be opened'));
      openRequest.onsuccess = () => {
        const readRequest = openRequest.result.transaction('entries').objectStore('entries').getAll();
        readRequest.onsuccess = () => resolve(readRequest.result as unknown[]);
      };
    });
    return { held: heldLocks, pending: pendingLocks, entries };
  });
  return JSON.stringify(storedEntries);
}

/** Runs in the page before the console's code. */
function watchInPage(): void {
  let lastInputTime = 0;
  const recordInput = () => (lastInputTime = performance.now());
  for (const type of ['pointerup', 'keydown']) window.addEventListener(type, recordInput, { capture: true });
  /** For each stored outbox entry, whether it is sealed: its request has been created, so it can no longer change. */
  const isSealedById = new Map<unknown, boolean>();
  const watchedTransactions = new WeakSet<IDBTransaction>();
  const isEntryStore = ({ name, transaction }: IDBObjectStore) =>
    name === 'entries' && transaction.db.name === 'annotation-outbox';
  // Report only gestures: a gesture adds an entry or removes an unsealed entry. Sending seals entries and removes sealed entries.
  const watchGesture = (transaction: IDBTransaction) => {
    if (watchedTransactions.has(transaction)) return;
    watchedTransactions.add(transaction);
    const inputOfTransaction = lastInputTime;
    transaction.addEventListener('complete', () => void window.reportStored?.(performance.now() - inputOfTransaction));
  };
  const { put: originalPut, delete: originalDelete } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof originalPut>) {
    if (isEntryStore(this)) {
      const entry = args[0] as { id: string; sealed: unknown };
      if (!isSealedById.has(entry.id)) watchGesture(this.transaction);
      isSealedById.set(entry.id, entry.sealed !== null);
    }
    return originalPut.apply(this, args);
  };
  IDBObjectStore.prototype.delete = function (this: IDBObjectStore, ...args: Parameters<typeof originalDelete>) {
    if (isEntryStore(this) && isSealedById.get(args[0]) === false) watchGesture(this.transaction);
    return originalDelete.apply(this, args);
  };
}
