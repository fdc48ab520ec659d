/** @jest-environment-options {"dom": true} */
import { BOX_A, BOX_B } from '../testing/boxes';
import { waitUntil, TestBrowser } from '../testing/test-browser';

afterEach(() => jest.restoreAllMocks());

/**
 * Kills the tab after its next write was stored, but before the tab is notified. As in browsers, uncommitted transactions are aborted and
 * no new transactions start. Resolves when the database is idle.
 */
function killBeforeResult(): Promise<void> {
  const committedTransactions = new WeakSet<IDBTransaction>();
  const deadDatabases = new WeakSet<IDBDatabase>();
  const { commit: originalCommit } = IDBTransaction.prototype;
  const { put: originalPut, delete: originalDelete } = IDBObjectStore.prototype;
  const { transaction: originalTransaction } = IDBDatabase.prototype;
  jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    if (deadDatabases.has(this)) throw new DOMException('The tab is dead', 'AbortError');
    return originalTransaction.apply(this, args);
  });
  jest.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
    committedTransactions.add(this);
    originalCommit.call(this);
  });
  return new Promise((resolve) => {
    const killOnSuccess = <R extends IDBRequest>(request: R, transaction: IDBTransaction): R => {
      transaction.addEventListener('abort', () => resolve());
      transaction.addEventListener('complete', () => resolve());
      request.addEventListener('success', () => {
        deadDatabases.add(transaction.db);
        if (!committedTransactions.has(transaction)) transaction.abort();
      });
      return request;
    };
    jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      return killOnSuccess(originalPut.apply(this, args), this.transaction);
    });
    jest.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, ...args) {
      return killOnSuccess(originalDelete.apply(this, args), this.transaction);
    });
  });
}

test.each([
  ['new', 2],
  ['deleted', 0],
])('a %s shape is stored when the tab dies before the store responds', async (shape, expectedEntries) => {
  const browser = new TestBrowser();
  const { outbox, document } = await browser.openTab({ started: false });
  const firstId = document.create({ kind: 'object', labelId: 'cat', data: BOX_A })!;
  await waitUntil(() => expect(outbox.getPendingEntries()).toHaveLength(1));
  const tabDeath = killBeforeResult();
  if (shape === 'new') document.create({ kind: 'object', labelId: 'cat', data: BOX_B });
  else document.delete([firstId.id]);
  await tabDeath;
  const nextTab = await browser.openTab({ started: false });
  expect(nextTab.outbox.getPendingEntries()).toHaveLength(expectedEntries);
});
