/** @jest-environment-options {"dom": true} */
import { createIdbStore } from '../store/idb-store';
import { BOX_A, BOX_B, BOX_C, createDraft, createObjectFields, createLoadedBox } from '../testing/boxes';
import { IMAGE, waitUntilSaved, waitUntil, TestBrowser } from '../testing/test-browser';
import { createLabelWrite, createVerifyWrite } from '../testing/writes';

let browser: TestBrowser;
beforeEach(() => {
  browser = new TestBrowser();
});

test('the state is not "saved" before the work of earlier visits is loaded', async () => {
  await browser.createOutbox({ started: false }).enterChanges(IMAGE, [{ op: 'create', after: createLoadedBox('old', BOX_A) }]);
  const nextOutbox = browser.createOutbox({ started: false });
  const shownStates = [nextOutbox.saveState.kind];
  nextOutbox.subscribe(({ kind }) => shownStates.push(kind));
  await nextOutbox.ready;
  expect(shownStates).toEqual(['checking', 'saving']);
});

describe('a change of a shape', () => {
  test('is sent with its own idempotency key, and the response sets id and version', async () => {
    const { outbox, document } = await browser.openTab();
    const drawnShape = document.create(createDraft(BOX_A))!;
    expect(outbox.saveState.kind).toBe('saving');
    await waitUntilSaved(outbox);
    expect(browser.server.requests).toEqual([
      {
        call: {
          key: 'POST /detection/v2/object/',
          params: undefined,
          body: { image: IMAGE, detection_label: 'cat', data: BOX_A },
        },
        key: expect.stringMatching(/^[0-9a-f-]{36}$/),
        workspaceId: 'demo',
      },
    ]);
    expect(document.get(drawnShape.id)).toMatchObject({ serverId: 'row-1', version: 1 });
  });

  test('uses the API calls of its shape kind', async () => {
    const { outbox, document } = await browser.openTab();
    const polygon = document.create({ kind: 'polygon', labelId: 'leaf', data: [0, 0, 50, 0, 0, 50], metaData: { a: 1 } })!;
    const point = document.create({ kind: 'point', name: 'tip', data: [5, 5] })!;
    await waitUntilSaved(outbox);
    document.move(polygon.id, { x: 5, y: 0 });
    await waitUntilSaved(outbox);
    document.move(point.id, { x: 1, y: 0 });
    await waitUntilSaved(outbox);
    document.rename(point.id, 'top');
    await waitUntilSaved(outbox);
    document.delete(polygon.id);
    document.delete(point.id);
    await waitUntilSaved(outbox);
    expect(browser.server.requests.map(({ call }) => [call.key, call.params?.id, call.body])).toEqual([
      [
        'POST /segmentation/v2/polygon/',
        undefined,
        { image: IMAGE, segmentation_label: 'leaf', data: [0, 0, 50, 0, 0, 50], meta_data: { a: 1 } },
      ],
      ['POST /annotate/v2/point/', undefined, { image: IMAGE, name: 'tip', data: [5, 5] }],
      [
        'PUT /segmentation/v2/polygon/{id}/',
        'row-1',
        { image: IMAGE, segmentation_label: 'leaf', data: [5, 0, 55, 0, 5, 50], meta_data: { a: 1 }, version: 1 },
      ],
      ['PUT /annotate/v2/point/{id}/', 'row-2', { image: IMAGE, data: [6, 5], version: 1 }],
      ['PATCH /annotate/v2/point/{id}', 'row-2', { name: 'top', version: 2 }],
      ['DELETE /segmentation/v2/polygon/{id}', 'row-1', undefined],
      ['DELETE /annotate/v2/point/{id}', 'row-2', undefined],
    ]);
  });

  test('is sent in order, one call at a time, while the user keeps drawing', async () => {
    const { outbox, document } = await browser.openTab();
    browser.server.holdResponses();
    document.create(createDraft(BOX_A));
    await waitUntil(() => expect(browser.server.requests).toHaveLength(1));
    document.create(createDraft(BOX_B));
    document.create(createDraft(BOX_C));
    await waitUntil(() => expect(outbox.getPendingEntries()).toHaveLength(3));
    expect(browser.server.requests).toHaveLength(1);
    browser.server.releaseResponses();
    await waitUntilSaved(outbox);
    expect(Object.values(browser.server.data)).toEqual([BOX_A, BOX_B, BOX_C]);
  });
});

describe('an unreachable server', () => {
  test('causes increasing delays and repeats of the same request under the same key', async () => {
    const { outbox, document } = await browser.openTab();
    browser.server.failAll({ status: 503 });
    document.create(createDraft(BOX_A));
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      await waitUntil(() => expect(browser.server.requests).toHaveLength(attempt));
      await waitUntil(() => expect(browser.clock.msUntilNext).not.toBeNull());
      expect(outbox.saveState).toEqual({ kind: 'waiting', count: 1, reason: 'server', durable: true });
      delays.push(browser.clock.msUntilNext!);
      if (attempt === 7) browser.server.recover();
      await browser.advanceToNextAttempt();
    }
    await waitUntilSaved(outbox);
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    const [firstRequest, ...repeatedRequests] = browser.server.requests;
    expect(repeatedRequests).toHaveLength(7);
    for (const repeatedRequest of repeatedRequests) expect(repeatedRequest).toEqual(firstRequest);
  });

  test('is retried immediately when the network is back', async () => {
    browser.online = false;
    const { outbox, document } = await browser.openTab();
    browser.server.failAll({ status: 0 });
    document.create(createDraft(BOX_A));
    await waitUntil(() => expect(outbox.saveState).toMatchObject({ kind: 'waiting', reason: 'offline' }));
    browser.server.recover();
    outbox.retryNow();
    await waitUntilSaved(outbox);
  });

  test('loses no changes on reload: they are shown immediately and sent after recovery', async () => {
    browser.server.add('old', createObjectFields(BOX_A));
    browser.server.add('deleted', createObjectFields(BOX_B));
    browser.server.failAll({ status: 0 });
    const firstTab = await browser.openTab({ loaded: [createLoadedBox('old', BOX_A), createLoadedBox('deleted', BOX_B)] });
    const drawnShape = firstTab.document.create(createDraft(BOX_C))!;
    firstTab.document.move(drawnShape.id, { x: 10, y: 0 });
    firstTab.document.move('old', { x: 0, y: 5 });
    firstTab.document.delete('deleted');
    await waitUntil(() => expect(firstTab.outbox.getPendingEntries().length).toBeGreaterThanOrEqual(3));
    await waitUntil(() => expect(firstTab.outbox.saveState.kind).toBe('waiting'));
    firstTab.close();

    const secondTab = await browser.openTab({ loaded: [createLoadedBox('old', BOX_A), createLoadedBox('deleted', BOX_B)] });
    expect(secondTab.document.getShapes()).toMatchObject([
      { id: drawnShape.id, data: [210, 200, 270, 260] },
      { id: 'old', data: [10, 15, 60, 65] },
    ]);
    browser.server.recover();
    await waitUntilSaved(secondTab.outbox);
    expect(browser.server.data).toEqual({ 'row-1': [210, 200, 270, 260], old: [10, 15, 60, 65] });
    expect(secondTab.document.get(drawnShape.id)).toMatchObject({ serverId: 'row-1' });
  });

  test('creates no second row after a lost response', async () => {
    const firstTab = await browser.openTab();
    browser.server.fail('lost response');
    const box = firstTab.document.create(createDraft(BOX_A))!;
    await waitUntil(() => expect(firstTab.outbox.saveState.kind).toBe('waiting'));
    firstTab.close();
    const reloadedTab = await browser.openTab({ loaded: [createLoadedBox('row-1', BOX_A)] });
    await waitUntilSaved(reloadedTab.outbox);
    expect(browser.server.rows.size).toBe(1);
    expect(reloadedTab.document.getShapes()).toMatchObject([{ id: box.id, serverId: 'row-1' }]);
  });

  test('that fails on one entry receives the others after three attempts', async () => {
    const { outbox, document } = await browser.openTab();
    browser.server.failAll(({ call }) =>
      JSON.stringify(call.body).includes('faulty') ? { status: 500, detail: 'Internal error' } : null,
    );
    document.create(createDraft(BOX_A, 'faulty'));
    document.create(createDraft(BOX_B));
    await browser.advanceToNextAttempt();
    await browser.advanceToNextAttempt();
    await waitUntil(() => expect(Object.values(browser.server.data)).toEqual([BOX_B]));
    await waitUntil(() => expect(outbox.saveState).toMatchObject({ kind: 'waiting', count: 1, reason: 'server' }));
    browser.server.recover();
    await browser.advanceToNextAttempt();
    await waitUntilSaved(outbox);
    expect(Object.values(browser.server.data)).toEqual([BOX_B, BOX_A]);
  });
});

describe('an expired session', () => {
  test("retains the work for the same user's next sign-in", async () => {
    const { outbox, document } = await browser.openTab();
    browser.server.fail({ status: 401 });
    document.create(createDraft(BOX_A));
    await waitUntil(() => expect(outbox.saveState).toEqual({ kind: 'waiting', count: 1, reason: 'session', durable: true }));
    outbox.stop();
    document.create(createDraft(BOX_B));
    await waitUntil(() => expect(outbox.getPendingEntries()).toHaveLength(2));
    expect(outbox.hasUnsent).toBe(true);
    void outbox.start();
    await waitUntilSaved(outbox);
    expect(Object.values(browser.server.data)).toEqual([BOX_A, BOX_B]);
  });

  test('neither shows nor sends the work for another user', async () => {
    const annsTab = await browser.openTab({ started: false });
    annsTab.document.create(createDraft(BOX_A));
    await waitUntil(() => expect(annsTab.outbox.getPendingEntries()).toHaveLength(1));
    const bobsTab = await browser.openTab({ owner: { userId: 'bob', workspaceId: 'demo' } });
    expect(bobsTab.document.size).toBe(0);
    expect(bobsTab.outbox.saveState.kind).toBe('saved');
    expect(browser.server.requests).toEqual([]);
  });
});

test("another write waits for its shape and refers to it by the server's id", async () => {
  const { outbox, document } = await browser.openTab();
  const responses: unknown[] = [];
  outbox.onEvent((event) => event.type === 'responded' && responses.push(event.response));
  browser.server.holdResponses();
  const drawnShape = document.create(createDraft(BOX_A))!;
  await waitUntil(() => expect(browser.server.requests).toHaveLength(1));
  await outbox.enterWrite(createLabelWrite('ripe', true, { id: drawnShape.id, name: 'Cup 1' }));
  await outbox.enterWrite(createVerifyWrite('v1'));
  browser.server.releaseResponses();
  await waitUntilSaved(outbox);
  expect(browser.server.requests.slice(1).map(({ call }) => [call.key, call.params?.id, call.body])).toEqual([
    ['POST /detection/v2/object/{id}/add-label', 'row-1', { label_id: 'ripe' }],
    ['POST /annotate/v2/verification/', undefined, { user: 'ann', image_id: IMAGE }],
  ]);
  expect(responses).toHaveLength(2);
});

test('abandoning a deleted image removes only its own unsent work', async () => {
  const { outbox, document } = await browser.openTab({ started: false });
  document.create(createDraft(BOX_A));
  document.create(createDraft(BOX_B));
  await outbox.enterChanges('image-2', [{ op: 'create', after: createLoadedBox('x', BOX_C) }]);
  await outbox.abandonImage(IMAGE);
  expect(outbox.getPendingEntries()).toMatchObject([{ imageId: 'image-2' }]);
});

test('the store lists the workspaces in which a user has entries', async () => {
  const store = createIdbStore();
  for (const workspaceId of ['demo', 'other']) {
    const outbox = browser.createOutbox({ started: false, owner: { userId: 'ann', workspaceId } });
    await outbox.enterChanges(IMAGE, [{ op: 'create', after: createLoadedBox('x', BOX_A) }]);
  }
  expect(await store.listWorkspaces('ann')).toEqual(['demo', 'other']);
  expect(await store.listWorkspaces('an')).toEqual([]);
});
