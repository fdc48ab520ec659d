/** @jest-environment-options {"dom": true} */
import { WORKSPACE_NOT_FOUND } from '@console/shared-contract/roles';
import type { Shape } from '../../editor/model/types';
import type { Outbox } from '../service/outbox';
import { BOX_A, BOX_B, BOX_C, createDraft, createObjectFields, createLoadedBox } from '../testing/boxes';
import { waitUntilSaved, waitUntil, TestBrowser } from '../testing/test-browser';
import { createSuspectRow, createSuspectWrite } from '../testing/writes';
import { isShapeEntry, type Entry } from '../entries/types';
import { getWrite } from '../writes/kinds';
import { project } from '../writes/project';

let browser: TestBrowser;
beforeEach(() => {
  browser = new TestBrowser();
});

test('a conflict records who deleted the locally changed shape', async () => {
  const { outbox, document } = await browser.openTab({ loaded: [createLoadedBox('a', BOX_A)] });
  const otherUser = { id: 'alice-id', username: 'alice' };
  browser.server.fail({ status: 404, detail: 'Object not found.', changedBy: otherUser });
  document.setData('a', BOX_B);
  await waitUntil(() =>
    expect(outbox.saveState).toMatchObject({
      kind: 'attention',
      items: [{ problem: { type: 'conflict', theirs: null, by: otherUser } }],
    }),
  );
});

test('changes in a workspace wait until the removed user is a member again', async () => {
  const { outbox, document } = await browser.openTab();
  browser.server.fail({ status: 404, detail: WORKSPACE_NOT_FOUND });
  document.create(createDraft(BOX_A));
  await waitUntil(() => expect(outbox.saveState.kind).toBe('waiting'));
  expect(outbox.getPendingEntries()).toHaveLength(1);
  outbox.retryNow();
  await waitUntilSaved(outbox);
});

describe('the decision about a suspected label error', () => {
  const DECIDE_SUSPECT = 'PUT /annotate/v2/suspect/{id}';
  const isSuspectOpen = (outbox: Outbox) =>
    project('suspects', [createSuspectRow('suspect-1')], listSuspectWrites(outbox.getPendingEntries())).length === 1;
  const listSuspectWrites = (entries: readonly Entry[]) =>
    entries.flatMap((entry) => {
      const write = isShapeEntry(entry) || entry.problem ? null : getWrite(entry);
      return write ? [{ write }] : [];
    });

  test('is sent after the creation of its shape', async () => {
    const { outbox, document } = await browser.openTab();
    const drawnShape = document.create(createDraft(BOX_A))!;
    await outbox.enterWrite(createSuspectWrite('accepted', drawnShape.id));
    await waitUntilSaved(outbox);
    expect(browser.server.keys.slice(-1)).toEqual([DECIDE_SUSPECT]);
    expect(browser.server.keys).toHaveLength(2);
  });

  test('waits for a rejected shape and is discarded together with it', async () => {
    const { outbox, document } = await browser.openTab();
    browser.server.fail({ status: 400, detail: 'too small' });
    const rejectedShape = document.create(createDraft(BOX_A))!;
    await outbox.enterWrite(createSuspectWrite('accepted', rejectedShape.id));
    await waitUntil(() => expect(outbox.saveState.kind).toBe('attention'));
    expect(isSuspectOpen(outbox)).toBe(false);
    const state = outbox.saveState;
    await outbox.discardRejected(state.kind === 'attention' ? state.items[0]!.id : '');
    await waitUntilSaved(outbox);
    expect(isSuspectOpen(outbox)).toBe(true);
    expect(browser.server.keys).not.toContain(DECIDE_SUSPECT);
  });

  test('is not sent when it is undone first', async () => {
    const { outbox, document } = await browser.openTab({ started: false });
    const drawnShape = document.create(createDraft(BOX_A))!;
    const write = createSuspectWrite('dismissed');
    await outbox.enterWrite(write);
    await outbox.enterWrite({ ...write, before: 'dismissed', after: 'open' });
    expect(outbox.getPendingEntries().map(({ shapeId }) => shapeId)).toEqual([drawnShape.id]);
  });
});

describe('a rejection', () => {
  test("is shown with the server's message while other shapes are sent", async () => {
    const { outbox, document } = await browser.openTab();
    browser.server.fail({ status: 400, detail: 'data: has no area' });
    const rejectedShape = document.create(createDraft(BOX_A))!;
    document.create(createDraft(BOX_B));
    await waitUntil(() => expect(Object.values(browser.server.data)).toEqual([BOX_B]));
    await waitUntil(() =>
      expect(outbox.saveState).toMatchObject({
        kind: 'attention',
        count: 0,
        items: [{ shapeId: rejectedShape.id, problem: { type: 'rejected', status: 400, detail: 'data: has no area' } }],
      }),
    );
  });

  test('of a creation is resolved by changing the shape', async () => {
    const { outbox, document } = await browser.openTab();
    browser.server.fail({ status: 400, detail: 'too small' });
    const rejectedShape = document.create(createDraft(BOX_A))!;
    await waitUntil(() => expect(outbox.saveState.kind).toBe('attention'));
    document.setData(rejectedShape.id, BOX_B);
    await waitUntilSaved(outbox);
    expect(browser.server.data).toEqual({ 'row-1': BOX_B });
    expect(new Set(browser.server.requests.map(({ key }) => key)).size).toBe(2);
  });

  test('is resolved by deleting the shape, without a request', async () => {
    const { outbox, document } = await browser.openTab();
    browser.server.fail({ status: 400 });
    const rejectedShape = document.create(createDraft(BOX_A))!;
    await waitUntil(() => expect(outbox.saveState.kind).toBe('attention'));
    document.delete(rejectedShape.id);
    await waitUntilSaved(outbox);
    expect(browser.server.requests).toHaveLength(1);
  });

  test('that is discarded reverts the shape to the server state', async () => {
    browser.server.add('old', createObjectFields(BOX_A));
    browser.server.add('second', createObjectFields(BOX_B));
    const { outbox, document } = await browser.openTab({
      loaded: [createLoadedBox('old', BOX_A), createLoadedBox('second', BOX_B)],
    });
    browser.server.failAll({ status: 403, detail: 'no' });
    document.move('old', { x: 5, y: 5 });
    document.delete('second');
    const drawnShape = document.create(createDraft(BOX_C))!;
    await waitUntil(() => expect(outbox.saveState).toMatchObject({ kind: 'attention', items: [{}, {}, {}] }));
    for (const { id } of outbox.getPendingEntries()) await outbox.discardRejected(id);
    await waitUntilSaved(outbox);
    expect(document.get(drawnShape.id)).toBeUndefined();
    expect(document.get('old')).toMatchObject({ data: BOX_A, version: 1 });
    expect(document.get('second')).toMatchObject({ data: BOX_B, serverId: 'second' });
  });

  test('can be retried unchanged', async () => {
    const { outbox, document } = await browser.openTab();
    browser.server.fail({ status: 403 });
    document.create(createDraft(BOX_A));
    await waitUntil(() => expect(outbox.saveState.kind).toBe('attention'));
    await outbox.retryRejected(outbox.getPendingEntries()[0]!.id);
    await waitUntilSaved(outbox);
  });
});

describe("another user's change", () => {
  async function causeConflict() {
    browser.server.add('old', createObjectFields(BOX_A));
    const tab = await browser.openTab({ loaded: [createLoadedBox('old', BOX_A)] });
    browser.server.edit('old', { data: BOX_C });
    tab.document.setData('old', BOX_B);
    await waitUntil(() => expect(tab.outbox.saveState.kind).toBe('attention'));
    return { ...tab, id: tab.outbox.getPendingEntries()[0]!.id };
  }

  test("is shown next to the user's own change", async () => {
    const { outbox, document } = await causeConflict();
    expect(outbox.saveState).toMatchObject({
      items: [{ shapeId: 'old', after: { data: BOX_B }, problem: { type: 'conflict', theirs: { data: BOX_C, version: 2 } } }],
    });
    expect(document.get('old')).toMatchObject({ data: BOX_B });
  });

  test('is overwritten on request, including later edits', async () => {
    const { outbox, document, id } = await causeConflict();
    document.move('old', { x: 1, y: 1 });
    await waitUntil(() => expect(outbox.getPendingEntries()[0]).toMatchObject({ after: { data: [101, 101, 161, 161] } }));
    await outbox.overwriteServerVersion(id);
    await waitUntilSaved(outbox);
    expect(browser.server.data).toEqual({ old: [101, 101, 161, 161] });
    expect(document.get('old')).toMatchObject({ version: 3 });
  });

  test('is accepted on request, and later edits build on it', async () => {
    const { outbox, document, id } = await causeConflict();
    await outbox.acceptServerVersion(id);
    await waitUntilSaved(outbox);
    expect(document.get('old')).toMatchObject({ data: BOX_C, version: 2 });
    document.move('old', { x: 1, y: 0 });
    await waitUntilSaved(outbox);
    expect(browser.server.data).toEqual({ old: [201, 200, 261, 260] });
  });

  test('that deleted the shape is shown, and the shape is restored or discarded', async () => {
    for (const [decision, expectedRows] of [
      ['overwriteServerVersion', [BOX_B]],
      ['acceptServerVersion', []],
    ] as const) {
      browser = new TestBrowser();
      browser.server.add('old', createObjectFields(BOX_A));
      const { outbox, document } = await browser.openTab({ loaded: [createLoadedBox('old', BOX_A)] });
      browser.server.rows.clear();
      document.setData('old', BOX_B);
      await waitUntil(() =>
        expect(outbox.saveState).toMatchObject({ kind: 'attention', items: [{ problem: { type: 'conflict', theirs: null } }] }),
      );
      await outbox[decision](outbox.getPendingEntries()[0]!.id);
      await waitUntilSaved(outbox);
      expect(Object.values(browser.server.data)).toEqual(expectedRows);
      expect(document.getShapes().map((shape: Shape) => shape.serverId)).toEqual(expectedRows.length > 0 ? ['row-1'] : []);
    }
  });

  test('of other fields causes no conflict and only updates the version', async () => {
    browser.server.add('old', createObjectFields(BOX_A));
    const { outbox, document } = await browser.openTab({ loaded: [createLoadedBox('old', BOX_A)] });
    browser.server.edit('old', { recognition_labels: [{ id: 'ripe' }] });
    document.setData('old', BOX_B);
    await waitUntilSaved(outbox);
    expect(browser.server.rows.get('old')).toMatchObject({ data: BOX_B, version: 3 });
  });

  test('that equals the own change causes no conflict', async () => {
    browser.server.add('old', createObjectFields(BOX_A));
    const { outbox, document } = await browser.openTab({ loaded: [createLoadedBox('old', BOX_A)] });
    browser.server.edit('old', { data: BOX_B });
    document.setData('old', BOX_B);
    await waitUntilSaved(outbox);
    expect(document.get('old')).toMatchObject({ version: 2 });
  });

  test('that deleted the same shape counts as success', async () => {
    const { outbox, document } = await browser.openTab({ loaded: [createLoadedBox('old', BOX_A)] });
    document.delete('old');
    await waitUntilSaved(outbox);
    expect(browser.server.keys).toEqual(['DELETE /detection/v2/object/{id}']);
  });
});
