/** @jest-environment-options {"dom": true} */
import { createIdbStore } from '../store/idb-store';
import { Outbox } from '../service/outbox';
import { BOX_A, BOX_B, createDraft, createLoadedBox } from '../testing/boxes';
import { IMAGE, ManualClock, OWNER, waitUntilSaved, waitUntil, TestBrowser } from '../testing/test-browser';
import { describeSaveState } from '../texts/describe-state';
import { createLeaseElection } from './leader-election';
import { SILENT, toWaitingMessage } from './tab-channel';

describe('two tabs of one user', () => {
  test('send every entry once through one tab and both show Saved', async () => {
    const browser = new TestBrowser();
    const [firstTab, secondTab] = [await browser.openTab(), await browser.openTab()];
    firstTab.document.create(createDraft(BOX_A));
    secondTab.document.create(createDraft(BOX_B));
    await waitUntil(() => expect(browser.server.requests).toHaveLength(2));
    await waitUntilSaved(firstTab.outbox, secondTab.outbox);
    expect(Object.values(browser.server.data)).toEqual(expect.arrayContaining([BOX_A, BOX_B]));
  });

  test("show each other's shapes after they are saved", async () => {
    const browser = new TestBrowser();
    const [firstTab, secondTab] = [
      await browser.openTab({ loaded: [createLoadedBox('old', BOX_A)] }),
      await browser.openTab({ loaded: [createLoadedBox('old', BOX_A)] }),
    ];
    browser.server.add('old', { data: BOX_A, detection_label: { id: 'cat' }, meta_data: {} });
    const box = secondTab.document.create(createDraft(BOX_B))!;
    secondTab.document.delete('old');
    await waitUntilSaved(firstTab.outbox, secondTab.outbox);
    expect(secondTab.document.get(box.id)).toMatchObject({ serverId: 'row-1', version: 1 });
    await waitUntil(() => expect(firstTab.document.getShapes()).toMatchObject([{ serverId: 'row-1', data: BOX_B }]));
  });

  test('share the reason for waiting, and Retry works in both', async () => {
    const browser = new TestBrowser();
    const [firstTab, secondTab] = [await browser.openTab(), await browser.openTab()];
    browser.server.failAll({ status: 503 });
    secondTab.document.create(createDraft(BOX_A));
    await waitUntil(() => expect(secondTab.outbox.saveState).toMatchObject({ kind: 'waiting', reason: 'server' }));
    const thirdTab = await browser.openTab();
    await waitUntil(() => expect(thirdTab.outbox.saveState).toMatchObject({ kind: 'waiting', count: 1 }));
    browser.server.recover();
    thirdTab.outbox.retryNow();
    await waitUntilSaved(firstTab.outbox, secondTab.outbox, thirdTab.outbox);
  });

  test('share the state "out of storage space" in a message that earlier releases understand', async () => {
    const browser = new TestBrowser();
    const [firstTab, secondTab] = [await browser.openTab(), await browser.openTab()];
    browser.server.failAll({
      status: 503,
      code: 'out_of_space',
      detail: 'The server is out of space. Nothing of yours is lost.',
    });
    secondTab.document.create(createDraft(BOX_A));
    for (const { outbox } of [firstTab, secondTab])
      await waitUntil(() =>
        expect(describeSaveState(outbox.saveState)).toBe('1 waiting: The server is out of space. Nothing of yours is lost.'),
      );
    expect(toWaitingMessage('space')).toMatchObject({ type: 'waiting', reason: 'server' });
    browser.server.failAll({ status: 503 });
    firstTab.outbox.retryNow();
    for (const { outbox } of [firstTab, secondTab])
      await waitUntil(() => expect(outbox.saveState).toMatchObject({ kind: 'waiting', reason: 'server' }));
    browser.server.recover();
    secondTab.outbox.retryNow();
    await waitUntilSaved(firstTab.outbox, secondTab.outbox);
  });

  test('repeat the same request when the leading tab is closed during it', async () => {
    const browser = new TestBrowser();
    const [firstTab, secondTab] = [await browser.openTab(), await browser.openTab()];
    browser.server.holdResponses();
    firstTab.document.create(createDraft(BOX_A));
    await waitUntil(() => expect(browser.server.requests).toHaveLength(1));
    firstTab.close();
    browser.server.releaseResponses();
    await waitUntilSaved(secondTab.outbox);
    expect(browser.server.requests).toHaveLength(2);
    expect(browser.server.requests[1]).toEqual(browser.server.requests[0]);
    expect(browser.server.rows.size).toBe(1);
  });
});

describe('entries that a killed tab stored but did not announce', () => {
  const openUnannounced = (browser: TestBrowser) => new Outbox(OWNER, { ...browser.createPorts(), channel: SILENT });
  const createDrawWrites = () => [{ op: 'create', after: { ...createLoadedBox('drawn', BOX_A), serverId: undefined } }] as const;

  test('are sent by the leading tab when another tab opens', async () => {
    const browser = new TestBrowser();
    const firstTab = await browser.openTab();
    await openUnannounced(browser).enterChanges(IMAGE, createDrawWrites());
    const nextTab = await browser.openTab();
    expect(nextTab.outbox.getPendingEntries()).toHaveLength(1);
    await waitUntilSaved(firstTab.outbox, nextTab.outbox);
    expect(Object.values(browser.server.data)).toEqual([BOX_A]);
  });

  test('are sent when the user returns to the leading tab', async () => {
    const browser = new TestBrowser();
    const firstTab = await browser.openTab();
    await openUnannounced(browser).enterChanges(IMAGE, createDrawWrites());
    firstTab.outbox.retryNow();
    await waitUntil(() => expect(Object.values(browser.server.data)).toEqual([BOX_A]));
    await waitUntilSaved(firstTab.outbox);
  });

  test('are sent by the tab that becomes the leader', async () => {
    const browser = new TestBrowser();
    browser.server.holdResponses();
    const killedTab = openUnannounced(browser);
    void killedTab.start();
    await killedTab.ready;
    const nextTab = await browser.openTab();
    await killedTab.enterChanges(IMAGE, createDrawWrites());
    killedTab.stop();
    browser.server.releaseResponses();
    await waitUntil(() => expect(Object.values(browser.server.data)).toEqual([BOX_A]));
    await waitUntilSaved(nextTab.outbox);
  });
});

describe('a lease without Web Locks', () => {
  test('has one holder, is released on stop and expires after a kill', async () => {
    new TestBrowser();
    const store = createIdbStore();
    const clock = new ManualClock();
    const [firstTab, secondTab] = [createLeaseElection(store, clock, 'one'), createLeaseElection(store, clock, 'two')];
    const leaderNames: string[] = [];
    const [firstAbort, secondAbort] = [new AbortController(), new AbortController()];
    const createLeaderWork = (name: string, endSignal: AbortSignal) => () =>
      new Promise<void>((resolve) => {
        leaderNames.push(name);
        endSignal.addEventListener('abort', () => resolve());
      });
    const firstLease = firstTab.lead('scope', firstAbort.signal, createLeaderWork('one', firstAbort.signal));
    await waitUntil(() => expect(leaderNames).toEqual(['one']));
    const secondLease = secondTab.lead('scope', secondAbort.signal, createLeaderWork('two', secondAbort.signal));
    for (let renewals = 0; renewals < 5; renewals += 1) {
      await waitUntil(() => expect(clock.msUntilNext).toBe(4000));
      clock.advance(4000);
    }
    expect(leaderNames).toEqual(['one']);
    firstAbort.abort();
    await firstLease;
    await waitUntil(() => {
      if (clock.msUntilNext !== null) clock.advance(clock.msUntilNext);
      expect(leaderNames).toEqual(['one', 'two']);
    });
    secondAbort.abort();
    await secondLease;
    expect(await store.claimLease('scope', 'killed', clock.now(), 15_000)).toBe(true);
    expect(await store.claimLease('scope', 'one', clock.now() + 14_999, 15_000)).toBe(false);
    expect(await store.claimLease('scope', 'one', clock.now() + 15_000, 15_000)).toBe(true);
  });

  test('is released if the work of its holder fails', async () => {
    const store = createIdbStore();
    const clock = new ManualClock();
    const leadership = createLeaseElection(store, clock, 'one').lead('failing', new AbortController().signal, async () => {
      throw new Error('broken');
    });
    await expect(leadership).rejects.toThrow('broken');
    expect(await store.claimLease('failing', 'two', clock.now(), 15_000)).toBe(true);
  });
});
