import type { BoxData, BoxShape } from '../../editor/model/types';
import { createIdbStore } from '../store/idb-store';
import { Outbox } from '../service/outbox';
import { IMAGE, ManualClock, OWNER, untilSaved, until, World } from '../testing/world';
import { saveStateText } from '../texts/texts';
import { leaseLeadership } from './leadership';
import { SILENT, toWaitingMessage } from './tab-channel';

const A: BoxData = [10, 10, 60, 60];
const B: BoxData = [100, 100, 160, 160];
const draft = (data: BoxData) => ({ kind: 'object', labelId: 'cat', data }) as const;
const row = (id: string, data: BoxData): BoxShape => ({
  kind: 'object',
  id,
  serverId: id,
  version: 1,
  labelId: 'cat',
  data,
  metaData: {},
});

describe('two tabs of one user', () => {
  test('send every entry once through one tab and both show Saved', async () => {
    const world = new World();
    const [first, second] = [await world.tab(), await world.tab()];
    first.document.create(draft(A));
    second.document.create(draft(B));
    await until(() => expect(world.server.requests).toHaveLength(2));
    await untilSaved(first.outbox, second.outbox);
    expect(Object.values(world.server.data)).toEqual(expect.arrayContaining([A, B]));
  });

  test("show each other's shapes after they are saved", async () => {
    const world = new World();
    const [first, second] = [await world.tab({ loaded: [row('old', A)] }), await world.tab({ loaded: [row('old', A)] })];
    world.server.add('old', { data: A, detection_label: { id: 'cat' }, meta_data: {} });
    const drawn = second.document.create(draft(B))!;
    second.document.delete('old');
    await untilSaved(first.outbox, second.outbox);
    expect(second.document.get(drawn.id)).toMatchObject({ serverId: 'row-1', version: 1 });
    await until(() => expect(first.document.shapes()).toMatchObject([{ serverId: 'row-1', data: B }]));
  });

  test('share the reason for waiting, and Retry works in both', async () => {
    const world = new World();
    const [first, second] = [await world.tab(), await world.tab()];
    world.server.failAll({ status: 503 });
    second.document.create(draft(A));
    await until(() => expect(second.outbox.saveState).toMatchObject({ kind: 'waiting', reason: 'server' }));
    const third = await world.tab();
    await until(() => expect(third.outbox.saveState).toMatchObject({ kind: 'waiting', count: 1 }));
    world.server.recover();
    third.outbox.retryNow();
    await untilSaved(first.outbox, second.outbox, third.outbox);
  });

  test('share an out-of-space state in a message that earlier releases understand', async () => {
    const world = new World();
    const [first, second] = [await world.tab(), await world.tab()];
    world.server.failAll({ status: 503, code: 'out_of_space', detail: 'The server is out of space. Nothing of yours is lost.' });
    second.document.create(draft(A));
    for (const { outbox } of [first, second])
      await until(() =>
        expect(saveStateText(outbox.saveState)).toBe('1 waiting: The server is out of space. Nothing of yours is lost.'),
      );
    expect(toWaitingMessage('space')).toMatchObject({ type: 'waiting', reason: 'server' });
    world.server.failAll({ status: 503 });
    first.outbox.retryNow();
    for (const { outbox } of [first, second])
      await until(() => expect(outbox.saveState).toMatchObject({ kind: 'waiting', reason: 'server' }));
    world.server.recover();
    second.outbox.retryNow();
    await untilSaved(first.outbox, second.outbox);
  });

  test('repeat the same request when the leading tab is closed during it', async () => {
    const world = new World();
    const [first, second] = [await world.tab(), await world.tab()];
    world.server.hold();
    first.document.create(draft(A));
    await until(() => expect(world.server.requests).toHaveLength(1));
    first.close();
    world.server.release();
    await untilSaved(second.outbox);
    expect(world.server.requests).toHaveLength(2);
    expect(world.server.requests[1]).toEqual(world.server.requests[0]);
    expect(world.server.rows.size).toBe(1);
  });
});

describe('entries that a killed tab stored but did not announce', () => {
  const openUnannounced = (world: World) => new Outbox(OWNER, { ...world.ports(), channel: SILENT });
  const drawn = () => [{ op: 'create', after: { ...row('drawn', A), serverId: undefined } }] as const;

  test('are sent by the leading tab when another tab opens', async () => {
    const world = new World();
    const first = await world.tab();
    await openUnannounced(world).enter(IMAGE, drawn());
    const next = await world.tab();
    expect(next.outbox.pending()).toHaveLength(1);
    await untilSaved(first.outbox, next.outbox);
    expect(Object.values(world.server.data)).toEqual([A]);
  });

  test('are sent when the user returns to the leading tab', async () => {
    const world = new World();
    const first = await world.tab();
    await openUnannounced(world).enter(IMAGE, drawn());
    first.outbox.retryNow();
    await until(() => expect(Object.values(world.server.data)).toEqual([A]));
    await untilSaved(first.outbox);
  });

  test('are sent by the tab that becomes the leader', async () => {
    const world = new World();
    world.server.hold();
    const killedTab = openUnannounced(world);
    void killedTab.start();
    await killedTab.ready;
    const next = await world.tab();
    await killedTab.enter(IMAGE, drawn());
    killedTab.stop();
    world.server.release();
    await until(() => expect(Object.values(world.server.data)).toEqual([A]));
    await untilSaved(next.outbox);
  });
});

describe('a lease without Web Locks', () => {
  test('has one holder, is released on stop and expires after a kill', async () => {
    new World();
    const store = createIdbStore();
    const clock = new ManualClock();
    const [one, two] = [leaseLeadership(store, clock, 'one'), leaseLeadership(store, clock, 'two')];
    const leaders: string[] = [];
    const [endOne, endTwo] = [new AbortController(), new AbortController()];
    const work = (name: string, end: AbortSignal) => () =>
      new Promise<void>((resolve) => {
        leaders.push(name);
        end.addEventListener('abort', () => resolve());
      });
    const first = one.lead('scope', endOne.signal, work('one', endOne.signal));
    await until(() => expect(leaders).toEqual(['one']));
    const second = two.lead('scope', endTwo.signal, work('two', endTwo.signal));
    for (let renewals = 0; renewals < 5; renewals += 1) {
      await until(() => expect(clock.untilNext).toBe(4000));
      clock.advance(4000);
    }
    expect(leaders).toEqual(['one']);
    endOne.abort();
    await first;
    await until(() => {
      if (clock.untilNext !== null) clock.advance(clock.untilNext);
      expect(leaders).toEqual(['one', 'two']);
    });
    endTwo.abort();
    await second;
    expect(await store.claimLease('scope', 'killed', clock.now(), 15_000)).toBe(true);
    expect(await store.claimLease('scope', 'one', clock.now() + 14_999, 15_000)).toBe(false);
    expect(await store.claimLease('scope', 'one', clock.now() + 15_000, 15_000)).toBe(true);
  });
});
