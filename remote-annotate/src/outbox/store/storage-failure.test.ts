/** @jest-environment-options {"dom": true} */
import { rejectingStore, rejectStorage } from '../testing/rejecting-store';
import { BOX_A, BOX_B, createDraft } from '../testing/boxes';
import { waitUntilSaved, waitUntil, TestBrowser } from '../testing/test-browser';
import { createIdbStore } from './idb-store';
import type { OutboxStore } from './port';

/** A database whose writes can be made to fail. */
class FailingStore implements OutboxStore {
  isFailing = false;
  private readonly store = createIdbStore();
  readonly load = this.store.load;
  readonly listWorkspaces = this.store.listWorkspaces;
  readonly claimLease = this.store.claimLease;
  readonly releaseLease = this.store.releaseLease;
  readonly close = this.store.close;
  readonly transact: OutboxStore['transact'] = (...args) => (this.isFailing ? rejectStorage() : this.store.transact(...args));
}

test('without storage, work is sent from memory and a warning is shown', async () => {
  const browser = new TestBrowser();
  const { outbox, document } = await browser.openTab({ store: rejectingStore });
  expect(outbox.saveState).toEqual({ kind: 'saved', durable: false });
  browser.server.failAll({ status: 503 });
  const drawnShape = document.create(createDraft(BOX_A))!;
  document.move(drawnShape.id, { x: 1, y: 0 });
  await waitUntil(() => expect(outbox.saveState).toMatchObject({ kind: 'waiting', durable: false }));
  expect(outbox.isVolatile).toBe(true);
  browser.server.recover();
  outbox.retryNow();
  await waitUntil(() => expect(outbox.saveState.kind).toBe('saved'));
  expect(browser.server.data).toEqual({ 'row-1': [11, 10, 61, 60] });
});

test('a temporarily full disk shows a warning, and no changes are lost', async () => {
  const browser = new TestBrowser();
  const store = new FailingStore();
  const { outbox, document, close } = await browser.openTab({ store, started: false });
  document.create(createDraft(BOX_A));
  await waitUntil(() => expect(outbox.getPendingEntries()).toHaveLength(1));
  store.isFailing = true;
  document.create(createDraft(BOX_B));
  await waitUntil(() => expect(outbox.saveState).toMatchObject({ count: 2, durable: false }));
  store.isFailing = false;
  document.create({ kind: 'point', name: 'tip', data: [1, 1] });
  await waitUntil(() => expect(outbox.saveState).toMatchObject({ count: 3, durable: true }));
  close();
  const nextTab = await browser.openTab();
  await waitUntilSaved(nextTab.outbox);
  expect(Object.values(browser.server.data)).toEqual([BOX_A, BOX_B, [1, 1]]);
});

test('work sent while the disk was full is not sent again after a reload', async () => {
  const browser = new TestBrowser();
  const store = new FailingStore();
  const { outbox, document, close } = await browser.openTab({ store, started: false });
  document.create(createDraft(BOX_A));
  await waitUntil(() => expect(outbox.getPendingEntries()).toHaveLength(1));
  store.isFailing = true;
  void outbox.start();
  await waitUntil(() => expect(outbox.saveState).toEqual({ kind: 'saved', durable: false }));
  store.isFailing = false;
  document.create(createDraft(BOX_B));
  await waitUntilSaved(outbox);
  close();
  const nextTab = await browser.openTab();
  await waitUntilSaved(nextTab.outbox);
  expect(browser.server.requests).toHaveLength(2);
});

test('a database connection that the browser closed is reopened', async () => {
  const browser = new TestBrowser();
  const store = createIdbStore();
  const { outbox, document } = await browser.openTab({ store });
  document.create(createDraft(BOX_A));
  await waitUntilSaved(outbox);
  store.close();
  document.create(createDraft(BOX_B));
  await waitUntilSaved(outbox);
  expect(browser.server.rows.size).toBe(2);
});
