/** @jest-environment-options {"dom": true} */
import { BOX_A, BOX_B, createLoadedBox } from '../testing/boxes';
import { waitUntilSaved, waitUntil, TestBrowser, type Tab } from '../testing/test-browser';

const draft = { kind: 'object', labelId: 'cat', data: BOX_A } as const;

let browser: TestBrowser;
let tab: Tab;

/** Opens a tab that does not send yet, on an image with two objects. */
beforeEach(async () => {
  browser = new TestBrowser();
  for (const [id, data] of [
    ['a', BOX_A],
    ['b', BOX_B],
  ] as const)
    browser.server.add(id, { data, detection_label: { id: 'cat' }, meta_data: {} });
  tab = await browser.openTab({ started: false, loaded: [createLoadedBox('a', BOX_A), createLoadedBox('b', BOX_B)] });
});

const summarizeQueue = () =>
  tab.outbox.getPendingEntries().map((entry) => [entry.op, entry.shapeId, entry.op === 'call' ? null : entry.after?.data]);

test('consecutive moves of a shape become one write of the final state', async () => {
  for (let stepNumber = 0; stepNumber < 5; stepNumber += 1) tab.document.move('a', { x: 1, y: 0 });
  await waitUntil(() => expect(summarizeQueue()).toEqual([['update', 'a', [15, 10, 65, 60]]]));
  void tab.outbox.start();
  await waitUntilSaved(tab.outbox);
  expect(browser.server.requests).toHaveLength(1);
});

test('changes of different shapes keep their order', async () => {
  tab.document.move('a', { x: 1, y: 0 });
  tab.document.move('b', { x: 1, y: 0 });
  tab.document.move('a', { x: 1, y: 0 });
  await waitUntil(() => expect(summarizeQueue().map(([, id]) => id)).toEqual(['a', 'b', 'a']));
});

test('a change of an unsent shape becomes part of its creation', async () => {
  const drawnShape = tab.document.create(draft)!;
  tab.document.relabel(drawnShape.id, 'dog');
  await waitUntil(() => expect(tab.outbox.getPendingEntries()).toMatchObject([{ op: 'create', after: { labelId: 'dog' } }]));
});

test('a shape that was created and deleted before sending causes no requests', async () => {
  const drawnShape = tab.document.create(draft)!;
  tab.document.move('b', { x: 1, y: 0 });
  tab.document.move(drawnShape.id, { x: 1, y: 0 });
  tab.document.delete(drawnShape.id);
  await waitUntil(() => expect(summarizeQueue()).toEqual([['update', 'b', [101, 100, 161, 160]]]));
});

test('a change that was undone leaves nothing to send', async () => {
  tab.document.move('a', { x: 1, y: 0 });
  tab.document.undo();
  await waitUntil(() => expect(tab.outbox.saveState.kind).toBe('saved'));
  expect(tab.outbox.hasUnsent).toBe(false);
});

test('moves before a deletion are not sent', async () => {
  tab.document.move('a', { x: 1, y: 0 });
  tab.document.delete('a');
  await waitUntil(() => expect(summarizeQueue()).toEqual([['delete', 'a', undefined]]));
});

test('undoing an unsent deletion keeps the row with its id and labels', async () => {
  tab.document.move('a', { x: 1, y: 0 });
  tab.document.delete('a');
  tab.document.undo();
  await waitUntil(() => expect(summarizeQueue()).toEqual([['update', 'a', [11, 10, 61, 60]]]));
  await waitUntil(() => expect(tab.document.get('a')).toMatchObject({ serverId: 'a', version: 1 }));
  void tab.outbox.start();
  await waitUntilSaved(tab.outbox);
  expect(browser.server.keys).toEqual(['PUT /detection/v2/object/{id}/']);
});

test('undoing an unsent erase-all leaves nothing to send', async () => {
  tab.document.eraseAll();
  await waitUntil(() => expect(tab.outbox.getPendingEntries()).toHaveLength(2));
  tab.document.undo();
  await waitUntil(() => expect(tab.outbox.saveState.kind).toBe('saved'));
  expect(tab.document.findByServerId('b')).toBeDefined();
});

test('undoing a sent deletion restores the row, and later changes update it', async () => {
  void tab.outbox.start();
  tab.document.delete('a');
  await waitUntilSaved(tab.outbox);
  tab.document.undo();
  await waitUntilSaved(tab.outbox);
  tab.document.move('a', { x: 1, y: 0 });
  await waitUntilSaved(tab.outbox);
  expect(tab.document.get('a')).toMatchObject({ id: 'a', serverId: 'a', version: 3 });
  expect(browser.server.data).toEqual({ b: BOX_B, a: [11, 10, 61, 60] });
});

test('a sent request never changes under its key, and later work follows it', async () => {
  void tab.outbox.start();
  browser.server.holdResponses();
  const drawnShape = tab.document.create(draft)!;
  await waitUntil(() => expect(browser.server.requests).toHaveLength(1));
  tab.document.move(drawnShape.id, { x: 1, y: 0 });
  tab.document.move(drawnShape.id, { x: 1, y: 0 });
  await waitUntil(() => expect(summarizeQueue().map(([op]) => op)).toEqual(['create', 'update']));
  tab.document.delete(drawnShape.id);
  await waitUntil(() => expect(summarizeQueue().map(([op]) => op)).toEqual(['create', 'delete']));
  browser.server.releaseResponses();
  await waitUntilSaved(tab.outbox);
  expect(browser.server.keys).toEqual(['POST /detection/v2/object/', 'DELETE /detection/v2/object/{id}']);
  expect(browser.server.data).toEqual({ a: BOX_A, b: BOX_B });
});

test('moving and renaming a point sends two writes', async () => {
  const point = { kind: 'point', id: 'p', serverId: 'p', version: 1, name: 'tip', data: [5, 5] } as const;
  tab.document.loadPage([point]);
  tab.document.rename('p', 'top');
  tab.document.move('p', { x: 1, y: 0 });
  tab.document.move('p', { x: 1, y: 0 });
  await waitUntil(() =>
    expect(tab.outbox.getPendingEntries()).toMatchObject([
      { after: { name: 'top', data: [5, 5] } },
      { after: { name: 'top', data: [7, 5] } },
    ]),
  );
});
