import type { BoxData, BoxShape, PointShape } from '../../editor/model/types';
import { waitUntilSaved, waitUntil, TestBrowser } from '../testing/test-browser';
import { createLabelWrite } from '../testing/writes';
import { shapeFromRow } from '../../shape-kinds/product-calls';

const A: BoxData = [10, 10, 60, 60];
const LABELS = [
  { id: 'ripe', name: 'Ripe', type: 'plain', value: null },
  { id: 'size', name: 'Size', type: 'value', value: 3 },
];

let world: TestBrowser;
beforeEach(() => {
  world = new TestBrowser();
  world.server.add('a', { data: A, detection_label: { id: 'cat' }, meta_data: { shelf: 2 }, recognition_labels: LABELS });
});

const loadShape = () => shapeFromRow('object', world.server.rows.get('a')) as BoxShape;

/** Opens a tab, deletes the object and sends the deletion. */
async function openAndDelete(options: { readonly withoutBulkCalls?: boolean } = {}) {
  const tab = await world.openTab({ ...options, loaded: [loadShape()] });
  tab.document.delete('a');
  await waitUntilSaved(tab.outbox);
  expect(world.server.rows.size).toBe(0);
  return tab;
}

test('undoing a sent deletion restores the row with its id and labels', async () => {
  const { outbox, document } = await openAndDelete();
  document.undo();
  await waitUntilSaved(outbox);
  expect(world.server.rows.get('a')).toMatchObject({ meta_data: { shelf: 2 }, recognition_labels: LABELS });
  expect(world.server.rows.size).toBe(1);
  expect(document.get('a')).toMatchObject({ id: 'a', serverId: 'a', version: 2 });
  document.redo();
  await waitUntilSaved(outbox);
  expect(world.server.rows.size).toBe(0);
});

test('undo restores a new shape that was deleted before its creation was confirmed', async () => {
  const { outbox, document } = await world.openTab();
  world.server.holdResponses();
  const drawn = document.create({ kind: 'object', labelId: 'cat', data: A })!;
  await waitUntil(() => expect(world.server.requests).toHaveLength(1));
  document.delete(drawn.id);
  world.server.releaseResponses();
  await waitUntilSaved(outbox);
  document.undo();
  await waitUntilSaved(outbox);
  expect([...world.server.rows.keys()]).toEqual(['a', 'row-1']);
  expect(document.get(drawn.id)).toMatchObject({ serverId: 'row-1', version: 2 });
});

test('undo restores the row while the deletion is in progress', async () => {
  const { outbox, document } = await world.openTab({ loaded: [loadShape()] });
  world.server.holdResponses();
  document.delete('a');
  await waitUntil(() => expect(world.server.requests).toHaveLength(1));
  document.undo();
  await waitUntil(() => expect(outbox.getPendingEntries()).toHaveLength(2));
  world.server.releaseResponses();
  await waitUntilSaved(outbox);
  expect([...world.server.rows.keys()]).toEqual(['a']);
  expect(document.get('a')).toMatchObject({ serverId: 'a' });
});

test('undo restores the row after a reload and a lost response', async () => {
  const before = await openAndDelete();
  world.server.fail('lost response');
  before.document.undo();
  await waitUntil(() => expect(before.outbox.saveState.kind).toBe('waiting'));
  before.close();
  const after = await world.openTab({ loaded: [loadShape()] });
  await waitUntilSaved(after.outbox);
  expect([...world.server.rows.keys()]).toEqual(['a']);
  expect(after.document.getShapes()).toMatchObject([{ id: 'a', serverId: 'a' }]);
});

test('the restored row receives changes from before the deletion and after the undo', async () => {
  const { outbox, document } = await world.openTab({ started: false, loaded: [loadShape()] });
  document.move('a', { x: 5, y: 0 });
  document.delete('a');
  void outbox.start();
  await waitUntilSaved(outbox);
  world.server.failAll({ status: 503 });
  document.undo();
  document.relabel('a', 'dog');
  await waitUntil(() => expect(outbox.saveState.kind).toBe('waiting'));
  world.server.recover();
  outbox.retryNow();
  await waitUntilSaved(outbox);
  expect(world.server.rows.get('a')).toMatchObject({ data: [15, 10, 65, 60], detection_label: { id: 'dog' } });
  expect(world.server.rows.get('a')).toMatchObject({ recognition_labels: LABELS });
});

test('a restored point receives its move and rename as two writes', async () => {
  world.server.add('p', { data: [5, 5], name: 'tip' });
  const point: PointShape = { kind: 'point', id: 'p', serverId: 'p', version: 1, name: 'tip', data: [5, 5] };
  const { outbox, document } = await world.openTab({ started: false, loaded: [point] });
  document.move('p', { x: 1, y: 0 });
  document.rename('p', 'top');
  document.delete('p');
  void outbox.start();
  await waitUntilSaved(outbox);
  document.undo();
  await waitUntilSaved(outbox);
  expect(world.server.rows.get('p')).toMatchObject({ data: [6, 5], name: 'top' });
  expect(world.server.keys.slice(-2)).toEqual(['PUT /annotate/v2/point/{id}/', 'PATCH /annotate/v2/point/{id}']);
});

test('keeping mine restores a row that another user deleted', async () => {
  const { outbox, document } = await world.openTab({ loaded: [loadShape()] });
  world.server.remove('a');
  document.relabel('a', 'dog');
  await waitUntil(() => expect(outbox.saveState.kind).toBe('attention'));
  await outbox.overwriteServerVersion(outbox.getPendingEntries()[0]!.id);
  await waitUntilSaved(outbox);
  expect(world.server.rows.get('a')).toMatchObject({ detection_label: { id: 'dog' }, recognition_labels: LABELS });
});

test('a creation answered as a repeat of the restoration loses no changes', async () => {
  const before = await world.openTab({ started: false, loaded: [loadShape()] });
  before.document.move('a', { x: 5, y: 0 });
  before.document.delete('a');
  void before.outbox.start();
  await waitUntilSaved(before.outbox);
  world.server.fail('lost response');
  before.document.undo();
  await waitUntil(() => expect(before.outbox.saveState.kind).toBe('waiting'));
  before.close();
  const rolledBack = await world.openTab({ withoutBulkCalls: true });
  await waitUntilSaved(rolledBack.outbox);
  expect(world.server.data).toEqual({ a: [15, 10, 65, 60] });
});

describe('a row that cannot be restored is created again with its labels', () => {
  const expectCreatedAgain = () => {
    expect([...world.server.rows.keys()]).toEqual(['row-1']);
    expect(world.server.rows.get('row-1')).toMatchObject({
      data: A,
      meta_data: { shelf: 2 },
      recognition_labels: [
        { id: 'ripe', value: null },
        { id: 'size', value: 3 },
      ],
    });
  };

  test('when it was purged', async () => {
    const { outbox, document } = await openAndDelete();
    world.server.deleted.clear();
    document.undo();
    await waitUntilSaved(outbox);
    expectCreatedAgain();
    expect(document.get('a')).toMatchObject({ serverId: 'row-1' });
  });

  test('when its label was deleted and the user chooses another', async () => {
    const { outbox, document } = await openAndDelete();
    world.server.refuse('a', { status: 409, detail: 'Its label has been deleted meanwhile.' });
    world.server.failAll(({ call }) =>
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
    world.server.hasBulk = false;
    const { outbox, document } = await openAndDelete();
    document.undo();
    await waitUntilSaved(outbox);
    expectCreatedAgain();
    document.redo();
    await waitUntilSaved(outbox);
    document.undo();
    await waitUntilSaved(outbox);
    expect(world.server.keys.filter((key) => key.endsWith('/bulk'))).toHaveLength(1);
  });

  test('without a label that was removed after the undo', async () => {
    world.server.hasBulk = false;
    const { outbox, document } = await openAndDelete({ withoutBulkCalls: true });
    world.server.failAll({ status: 503 });
    document.undo();
    await outbox.enterWrite(createLabelWrite('ripe', false, { id: 'a', name: 'Cup 1' }));
    await waitUntil(() => expect(outbox.saveState.kind).toBe('waiting'));
    world.server.recover();
    outbox.retryNow();
    await waitUntilSaved(outbox);
    expect(world.server.keys.slice(-4).map((key) => key.split('/').at(-1))).toEqual([
      '',
      'add-label',
      'add-label',
      'remove-label',
    ]);
  });
});
