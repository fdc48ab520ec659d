/** @jest-environment-options {"dom": true} */
import type { BoxShape, PointShape } from '../../editor/model/types';
import { BOX_A } from '../testing/boxes';
import { waitUntilSaved, waitUntil, TestBrowser } from '../testing/test-browser';
import { createLabelWrite } from '../testing/writes';
import { shapeFromRow } from '../../shape-kinds/kind-calls';

const LABELS = [
  { id: 'ripe', name: 'Ripe', type: 'plain', value: null },
  { id: 'size', name: 'Size', type: 'value', value: 3 },
];

let browser: TestBrowser;
beforeEach(() => {
  browser = new TestBrowser();
  browser.server.add('a', { data: BOX_A, detection_label: { id: 'cat' }, meta_data: { shelf: 2 }, recognition_labels: LABELS });
});

const createLoadedShape = () => shapeFromRow('object', browser.server.rows.get('a')) as BoxShape;

/** Opens a tab, deletes the object, and waits until the deletion is sent. */
async function openAndDelete(options: { readonly withoutBulkCalls?: boolean } = {}) {
  const tab = await browser.openTab({ ...options, loaded: [createLoadedShape()] });
  tab.document.delete('a');
  await waitUntilSaved(tab.outbox);
  expect(browser.server.rows.size).toBe(0);
  return tab;
}

test('undoing a sent deletion restores the row with its id and labels', async () => {
  const { outbox, document } = await openAndDelete();
  document.undo();
  await waitUntilSaved(outbox);
  expect(browser.server.rows.get('a')).toMatchObject({ meta_data: { shelf: 2 }, recognition_labels: LABELS });
  expect(browser.server.rows.size).toBe(1);
  expect(document.get('a')).toMatchObject({ id: 'a', serverId: 'a', version: 2 });
  document.redo();
  await waitUntilSaved(outbox);
  expect(browser.server.rows.size).toBe(0);
});

test('undo restores a new shape that was deleted before its creation was confirmed', async () => {
  const { outbox, document } = await browser.openTab();
  browser.server.holdResponses();
  const drawnShape = document.create({ kind: 'object', labelId: 'cat', data: BOX_A })!;
  await waitUntil(() => expect(browser.server.requests).toHaveLength(1));
  document.delete(drawnShape.id);
  browser.server.releaseResponses();
  await waitUntilSaved(outbox);
  document.undo();
  await waitUntilSaved(outbox);
  expect([...browser.server.rows.keys()]).toEqual(['a', 'row-1']);
  expect(document.get(drawnShape.id)).toMatchObject({ serverId: 'row-1', version: 2 });
});

test('undo restores the row while the deletion is in progress', async () => {
  const { outbox, document } = await browser.openTab({ loaded: [createLoadedShape()] });
  browser.server.holdResponses();
  document.delete('a');
  await waitUntil(() => expect(browser.server.requests).toHaveLength(1));
  document.undo();
  await waitUntil(() => expect(outbox.getPendingEntries()).toHaveLength(2));
  browser.server.releaseResponses();
  await waitUntilSaved(outbox);
  expect([...browser.server.rows.keys()]).toEqual(['a']);
  expect(document.get('a')).toMatchObject({ serverId: 'a' });
});

test('undo restores the row after a reload and a lost response', async () => {
  const firstTab = await openAndDelete();
  browser.server.fail('lost response');
  firstTab.document.undo();
  await waitUntil(() => expect(firstTab.outbox.saveState.kind).toBe('waiting'));
  firstTab.close();
  const reloadedTab = await browser.openTab({ loaded: [createLoadedShape()] });
  await waitUntilSaved(reloadedTab.outbox);
  expect([...browser.server.rows.keys()]).toEqual(['a']);
  expect(reloadedTab.document.getShapes()).toMatchObject([{ id: 'a', serverId: 'a' }]);
});

test('the restored row receives changes from before the deletion and after the undo', async () => {
  const { outbox, document } = await browser.openTab({ started: false, loaded: [createLoadedShape()] });
  document.move('a', { x: 5, y: 0 });
  document.delete('a');
  void outbox.start();
  await waitUntilSaved(outbox);
  browser.server.failAll({ status: 503 });
  document.undo();
  document.relabel('a', 'dog');
  await waitUntil(() => expect(outbox.saveState.kind).toBe('waiting'));
  browser.server.recover();
  outbox.retryNow();
  await waitUntilSaved(outbox);
  expect(browser.server.rows.get('a')).toMatchObject({ data: [15, 10, 65, 60], detection_label: { id: 'dog' } });
  expect(browser.server.rows.get('a')).toMatchObject({ recognition_labels: LABELS });
});

test('a restored point receives its move and rename as two writes', async () => {
  browser.server.add('p', { data: [5, 5], name: 'tip' });
  const point: PointShape = { kind: 'point', id: 'p', serverId: 'p', version: 1, name: 'tip', data: [5, 5] };
  const { outbox, document } = await browser.openTab({ started: false, loaded: [point] });
  document.move('p', { x: 1, y: 0 });
  document.rename('p', 'top');
  document.delete('p');
  void outbox.start();
  await waitUntilSaved(outbox);
  document.undo();
  await waitUntilSaved(outbox);
  expect(browser.server.rows.get('p')).toMatchObject({ data: [6, 5], name: 'top' });
  expect(browser.server.keys.slice(-2)).toEqual(['PUT /annotate/v2/point/{id}/', 'PATCH /annotate/v2/point/{id}']);
});

test('keeping mine restores a row that another user deleted', async () => {
  const { outbox, document } = await browser.openTab({ loaded: [createLoadedShape()] });
  browser.server.remove('a');
  document.relabel('a', 'dog');
  await waitUntil(() => expect(outbox.saveState.kind).toBe('attention'));
  await outbox.overwriteServerVersion(outbox.getPendingEntries()[0]!.id);
  await waitUntilSaved(outbox);
  expect(browser.server.rows.get('a')).toMatchObject({ detection_label: { id: 'dog' }, recognition_labels: LABELS });
});

test('loses no changes if the server answers a creation as a repeat of the restoration', async () => {
  const firstTab = await browser.openTab({ started: false, loaded: [createLoadedShape()] });
  firstTab.document.move('a', { x: 5, y: 0 });
  firstTab.document.delete('a');
  void firstTab.outbox.start();
  await waitUntilSaved(firstTab.outbox);
  browser.server.fail('lost response');
  firstTab.document.undo();
  await waitUntil(() => expect(firstTab.outbox.saveState.kind).toBe('waiting'));
  firstTab.close();
  const olderReleaseTab = await browser.openTab({ withoutBulkCalls: true });
  await waitUntilSaved(olderReleaseTab.outbox);
  expect(browser.server.data).toEqual({ a: [15, 10, 65, 60] });
});

describe('a row that cannot be restored is created again with its labels', () => {
  const expectCreatedAgain = () => {
    expect([...browser.server.rows.keys()]).toEqual(['row-1']);
    expect(browser.server.rows.get('row-1')).toMatchObject({
      data: BOX_A,
      meta_data: { shelf: 2 },
      recognition_labels: [
        { id: 'ripe', value: null },
        { id: 'size', value: 3 },
      ],
    });
  };

  test('when it was purged', async () => {
    const { outbox, document } = await openAndDelete();
    browser.server.deleted.clear();
    document.undo();
    await waitUntilSaved(outbox);
    expectCreatedAgain();
    expect(document.get('a')).toMatchObject({ serverId: 'row-1' });
  });

  test('when its label was deleted and the user chooses another', async () => {
    const { outbox, document } = await openAndDelete();
    browser.server.refuse('a', { status: 409, detail: 'Its label has been deleted meanwhile.' });
    browser.server.failAll(({ call }) =>
      JSON.stringify(call.body).includes('"cat"') ? { status: 404, detail: 'Label not found.' } : null,
    );
    document.undo();
    await waitUntil(() =>
      expect(outbox.saveState).toMatchObject({ kind: 'attention', items: [{ problem: { detail: 'Label not found.' } }] }),
    );
    document.relabel('a', 'dog');
    await waitUntilSaved(outbox);
    expectCreatedAgain();
  });

  test('when the deployment cannot restore, which is detected once', async () => {
    browser.server.hasBulk = false;
    const { outbox, document } = await openAndDelete();
    document.undo();
    await waitUntilSaved(outbox);
    expectCreatedAgain();
    document.redo();
    await waitUntilSaved(outbox);
    document.undo();
    await waitUntilSaved(outbox);
    expect(browser.server.keys.filter((key) => key.endsWith('/bulk'))).toHaveLength(1);
  });

  test('without a label that was removed after the undo', async () => {
    browser.server.hasBulk = false;
    const { outbox, document } = await openAndDelete({ withoutBulkCalls: true });
    browser.server.failAll({ status: 503 });
    document.undo();
    await outbox.enterWrite(createLabelWrite('ripe', false, { id: 'a', name: 'Cup 1' }));
    await waitUntil(() => expect(outbox.saveState.kind).toBe('waiting'));
    browser.server.recover();
    outbox.retryNow();
    await waitUntilSaved(outbox);
    expect(browser.server.keys.slice(-4).map((key) => key.split('/').at(-1))).toEqual([
      '',
      'add-label',
      'add-label',
      'remove-label',
    ]);
  });
});
