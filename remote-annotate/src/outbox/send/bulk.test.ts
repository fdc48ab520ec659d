/** @jest-environment-options {"dom": true} */
import type { BoxData } from '../../editor/model/types';
import { rejectingStore } from '../testing/rejecting-store';
import { createLoadedBox } from '../testing/boxes';
import { waitUntilSaved, waitUntil, TestBrowser } from '../testing/test-browser';
import { createLabelWrite } from '../testing/writes';

let browser: TestBrowser;
beforeEach(() => {
  browser = new TestBrowser();
});

const createBoxData = (index: number): BoxData => [index, 10, index + 50, 60];
const createDrafts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ kind: 'object', labelId: 'cat', data: createBoxData(index % 900) }) as const);
const BULK_CALL = 'POST /detection/v2/object/bulk';
const getBulkItems = (requestIndex: number) => (browser.server.requests[requestIndex]!.call.body as { items: unknown[] }).items;

/** Creates rows on the server and opens them in a tab that does not send yet. */
async function openWithServerRows(count: number, options: { readonly withoutBulkCalls?: boolean } = {}) {
  const rows = Array.from({ length: count }, (_, index) => createLoadedBox(`old-${index}`, createBoxData(index)));
  for (const { id, data } of rows) browser.server.add(id, { data, detection_label: { id: 'cat' }, meta_data: {} });
  return browser.openTab({ ...options, started: false, loaded: rows });
}

describe('many shapes', () => {
  test('are created, changed, deleted and restored with few requests', async () => {
    // Keep the entries only in memory, because the test database needs seconds for so many entries.
    const { outbox, document } = await browser.openTab({ store: rejectingStore, started: false });
    const waitUntilAllSaved = () => waitUntil(() => expect([outbox.hasUnsent, outbox.saveState.kind]).toEqual([false, 'saved']));
    const drawnShapes = document.createMany(createDrafts(1500));
    await waitUntil(() => expect(outbox.getPendingEntries()).toHaveLength(1500));
    void outbox.start();
    await waitUntilAllSaved();
    expect(browser.server.rows.size).toBe(1500);
    expect(document.get(drawnShapes[1499]!.id)).toMatchObject({ serverId: 'row-1500', version: 1 });
    document.eraseAll();
    await waitUntilAllSaved();
    expect(browser.server.rows.size).toBe(0);
    document.undo();
    await waitUntilAllSaved();
    expect(browser.server.rows.get('row-1')).toMatchObject({ version: 2 });
    expect(document.get(drawnShapes[0]!.id)).toMatchObject({ serverId: 'row-1', version: 2 });
    expect(browser.server.keys).toEqual(Array(6).fill(BULK_CALL));
  });

  test('of one kind are grouped until another kind or call follows', async () => {
    const { outbox, document } = await browser.openTab({ started: false });
    const [firstShape] = document.createMany(createDrafts(2));
    document.create({ kind: 'point', name: 'tip', data: [1, 1] });
    document.createMany(createDrafts(2));
    await outbox.enterWrite(createLabelWrite('ripe', true, { id: firstShape!.id, name: 'Cup 1' }));
    document.createMany(createDrafts(3));
    await waitUntil(() => expect(outbox.getPendingEntries()).toHaveLength(9));
    void outbox.start();
    await waitUntilSaved(outbox);
    expect(browser.server.keys).toEqual([
      BULK_CALL,
      'POST /annotate/v2/point/',
      BULK_CALL,
      'POST /detection/v2/object/{id}/add-label',
      BULK_CALL,
    ]);
    expect([0, 2, 4].map((requestIndex) => getBulkItems(requestIndex).length)).toEqual([2, 2, 3]);
  });

  test('with long outlines are split by size', async () => {
    const { outbox, document } = await browser.openTab({ started: false });
    const outline = Array.from({ length: 4000 }, (_, index) => [index % 1000, 500 + (index % 7) * 10 + (index % 400)]).flat();
    document.createMany(Array.from({ length: 60 }, () => ({ kind: 'polygon', labelId: 'leaf', data: outline }) as const));
    await waitUntil(() => expect(outbox.getPendingEntries()).toHaveLength(60));
    void outbox.start();
    await waitUntilSaved(outbox);
    expect(browser.server.rows.size).toBe(60);
    for (const { call } of browser.server.requests) expect(JSON.stringify(call.body).length).toBeLessThan(600_000);
    expect(browser.server.requests.length).toBeGreaterThan(1);
  });

  test('each have their own result: done, rejected, conflicting or deleted', async () => {
    const { outbox, document } = await openWithServerRows(4);
    browser.server.edit('old-1', { data: [900, 900, 950, 950] });
    browser.server.rows.delete('old-2');
    document.relabel(['old-0', 'old-1', 'old-2', 'old-3'], 'dog');
    await waitUntil(() => expect(outbox.getPendingEntries()).toHaveLength(4));
    browser.server.refuse('old-3', { status: 400, detail: 'data: has no area' });
    void outbox.start();
    await waitUntil(() =>
      expect(outbox.saveState).toMatchObject({
        kind: 'attention',
        count: 0,
        items: [
          { shapeId: 'old-1', problem: { type: 'conflict', theirs: { data: [900, 900, 950, 950] } } },
          { shapeId: 'old-2', problem: { type: 'conflict', theirs: null } },
          { shapeId: 'old-3', problem: { type: 'rejected', status: 400, detail: 'data: has no area' } },
        ],
      }),
    );
    expect(document.get('old-0')).toMatchObject({ labelId: 'dog', version: 2 });
    browser.server.refuse('old-3', null);
    for (const { id, problem } of outbox.getPendingEntries())
      await (problem?.type === 'conflict' ? outbox.overwriteServerVersion(id) : outbox.retryRejected(id));
    await waitUntilSaved(outbox);
    expect([...browser.server.rows.values()].map(({ detection_label }) => detection_label)).toEqual(Array(4).fill({ id: 'dog' }));
  });
});

describe('a bulk call that was sent', () => {
  test('is repeated unchanged after the tab is killed, and later work is separate', async () => {
    const firstTab = await browser.openTab({ started: false });
    firstTab.document.createMany(createDrafts(3));
    await waitUntil(() => expect(firstTab.outbox.getPendingEntries()).toHaveLength(3));
    browser.server.fail('lost response');
    void firstTab.outbox.start();
    await waitUntil(() => expect(firstTab.outbox.saveState.kind).toBe('waiting'));
    firstTab.document.createMany(createDrafts(2));
    await waitUntil(() => expect(firstTab.outbox.getPendingEntries()).toHaveLength(5));
    firstTab.close();
    const reloadedTab = await browser.openTab();
    await waitUntilSaved(reloadedTab.outbox);
    expect(browser.server.requests[1]).toEqual(browser.server.requests[0]);
    expect(browser.server.requests.map((_, index) => getBulkItems(index).length)).toEqual([3, 3, 2]);
    expect(browser.server.rows.size).toBe(5);
  });

  test('creates no duplicates when an older release repeats its items after a lost response', async () => {
    const firstTab = await browser.openTab({ started: false });
    const drawnShapes = firstTab.document.createMany(createDrafts(3));
    await waitUntil(() => expect(firstTab.outbox.getPendingEntries()).toHaveLength(3));
    browser.server.fail('lost response');
    void firstTab.outbox.start();
    await waitUntil(() => expect(firstTab.outbox.saveState.kind).toBe('waiting'));
    firstTab.close();
    const olderReleaseTab = await browser.openTab({ withoutBulkCalls: true });
    await waitUntilSaved(olderReleaseTab.outbox);
    expect(browser.server.keys.slice(1)).toEqual(Array(3).fill('POST /detection/v2/object/'));
    expect(browser.server.rows.size).toBe(3);
    expect(drawnShapes.map(({ id }) => olderReleaseTab.document.get(id)?.serverId)).toEqual(['row-1', 'row-2', 'row-3']);
  });

  test('continues with single calls if another tab has sent some of its entries alone', async () => {
    const firstTab = await browser.openTab({ started: false });
    firstTab.document.createMany(createDrafts(3));
    await waitUntil(() => expect(firstTab.outbox.getPendingEntries()).toHaveLength(3));
    browser.server.fail('lost response');
    void firstTab.outbox.start();
    await waitUntil(() => expect(firstTab.outbox.saveState.kind).toBe('waiting'));
    firstTab.close();
    const olderReleaseTab = await browser.openTab({ withoutBulkCalls: true, started: false });
    browser.server.failAll(() => (browser.server.requests.length > 2 ? { status: 503 } : null));
    void olderReleaseTab.outbox.start();
    await waitUntil(() => expect(olderReleaseTab.outbox.getPendingEntries()).toHaveLength(2));
    olderReleaseTab.close();
    browser.server.recover();
    const lastTab = await browser.openTab();
    await waitUntilSaved(lastTab.outbox);
    expect(browser.server.rows.size).toBe(3);
  });

  test('is split after a complete rejection, so that only the faulty entry waits', async () => {
    const { outbox, document } = await browser.openTab({ started: false });
    const [, rejectedShape] = document.createMany(
      createDrafts(3).map((draft, index) => (index === 1 ? { ...draft, labelId: 'cursed' } : draft)),
    );
    await waitUntil(() => expect(outbox.getPendingEntries()).toHaveLength(3));
    browser.server.failAll(({ call }) =>
      JSON.stringify(call.body).includes('cursed') ? { status: 400, detail: 'items.1: wrong' } : null,
    );
    void outbox.start();
    await waitUntil(() =>
      expect(outbox.saveState).toMatchObject({ kind: 'attention', count: 0, items: [{ shapeId: rejectedShape!.id }] }),
    );
    expect(browser.server.rows.size).toBe(2);
  });

  test('is split after three server errors', async () => {
    const { outbox, document } = await browser.openTab({ started: false });
    document.createMany(createDrafts(3).map((draft, index) => (index === 1 ? { ...draft, labelId: 'cursed' } : draft)));
    await waitUntil(() => expect(outbox.getPendingEntries()).toHaveLength(3));
    browser.server.failAll(({ call }) => (JSON.stringify(call.body).includes('cursed') ? { status: 500, detail: '' } : null));
    void outbox.start();
    await browser.advanceToNextAttempt();
    await browser.advanceToNextAttempt();
    // Wait until only the faulty entry is left. Do not wait for the rows, because the server stores a row before its response arrives.
    await waitUntil(() => expect(outbox.getPendingEntries()).toHaveLength(1));
    expect(browser.server.rows.size).toBe(2);
  });
});

test('a tab detects only once that the server has no bulk calls, and loses no changes', async () => {
  browser.server.hasBulk = false;
  const { outbox, document } = await browser.openTab({ started: false });
  document.createMany(createDrafts(3));
  await waitUntil(() => expect(outbox.getPendingEntries()).toHaveLength(3));
  void outbox.start();
  await waitUntilSaved(outbox);
  document.eraseAll();
  await waitUntil(() => expect(outbox.hasUnsent).toBe(true));
  await waitUntilSaved(outbox);
  expect(browser.server.keys).toEqual([
    BULK_CALL,
    ...Array(3).fill('POST /detection/v2/object/'),
    ...Array(3).fill('DELETE /detection/v2/object/{id}'),
  ]);
});

test('an entry whose single request an earlier release has stored is sent alone', async () => {
  const firstTab = await browser.openTab({ withoutBulkCalls: true, started: false });
  firstTab.document.createMany(createDrafts(3));
  await waitUntil(() => expect(firstTab.outbox.getPendingEntries()).toHaveLength(3));
  browser.server.fail('lost response');
  void firstTab.outbox.start();
  await waitUntil(() => expect(firstTab.outbox.saveState.kind).toBe('waiting'));
  firstTab.close();
  const reloadedTab = await browser.openTab();
  await waitUntilSaved(reloadedTab.outbox);
  expect(browser.server.keys).toEqual(['POST /detection/v2/object/', 'POST /detection/v2/object/', BULK_CALL]);
  expect(browser.server.rows.size).toBe(3);
});
