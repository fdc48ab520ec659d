import type { BoxData, BoxShape } from '../../editor/types';
import { createIdbStore } from '../store/idb-store';
import { Outbox } from '../outbox';
import { IMAGE, ManualClock, OWNER, saved, until, World } from '../testing/world';
import { saveStateText } from '../texts';
import { leaseLeadership } from './leadership';
import { SILENT, waitingNews } from './news-channel';

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
  test('send everything once, through one of them, and both say Saved', async () => {
    const world = new World();
    const [first, second] = [await world.tab(), await world.tab()];
    first.document.create(draft(A));
    second.document.create(draft(B));
    await until(() => expect(world.server.requests).toHaveLength(2));
    await saved(first.outbox, second.outbox);
    expect(Object.values(world.server.data)).toEqual(expect.arrayContaining([A, B]));
  });

  test("see each other's strokes when they are saved", async () => {
    const world = new World();
    const [first, second] = [await world.tab({ loaded: [row('old', A)] }), await world.tab({ loaded: [row('old', A)] })];
    world.server.add('old', { data: A, detection_label: { id: 'cat' }, meta_data: {} });
    const drawn = second.document.create(draft(B))!;
    second.document.delete('old');
    await saved(first.outbox, second.outbox);
    expect(second.document.get(drawn.id)).toMatchObject({ serverId: 'row-1', version: 1 });
    await until(() => expect(first.document.shapes()).toMatchObject([{ serverId: 'row-1', data: B }]));
  });

  test('share the reason of a wait, and Retry in either is heard', async () => {
    const world = new World();
    const [first, second] = [await world.tab(), await world.tab()];
    world.server.failAll({ status: 503 });
    second.document.create(draft(A));
    await until(() => expect(second.outbox.saveState).toMatchObject({ kind: 'waiting', reason: 'server' }));
    const third = await world.tab();
    await until(() => expect(third.outbox.saveState).toMatchObject({ kind: 'waiting', count: 1 }));
    world.server.recover();
    third.outbox.retryNow();
    await saved(first.outbox, second.outbox, third.outbox);
  });

  test('hear that the server is out of space, in words that earlier tabs know too', async () => {
    const world = new World();
    const [first, second] = [await world.tab(), await world.tab()];
    world.server.failAll({ status: 503, code: 'out_of_space', detail: 'The server is out of space. Nothing of yours is lost.' });
    second.document.create(draft(A));
    for (const { outbox } of [first, second])
      await until(() =>
        expect(saveStateText(outbox.saveState)).toBe('1 waiting: The server is out of space. Nothing of yours is lost.'),
      );
    expect(waitingNews('space')).toMatchObject({ type: 'waiting', reason: 'server' });
    world.server.failAll({ status: 503 });
    first.outbox.retryNow();
    for (const { outbox } of [first, second])
      await until(() => expect(outbox.saveState).toMatchObject({ kind: 'waiting', reason: 'server' }));
    world.server.recover();
    second.outbox.retryNow();
    await saved(first.outbox, second.outbox);
  });

  test('when the sending one is closed in mid-request, the other sends the same request again', async () => {
    const world = new World();
    const [first, second] = [await world.tab(), await world.tab()];
    world.server.hold();
    first.document.create(draft(A));
    await until(() => expect(world.server.requests).toHaveLength(1));
    first.close();
    world.server.release();
    await saved(second.outbox);
    expect(world.server.requests).toHaveLength(2);
    expect(world.server.requests[1]).toEqual(world.server.requests[0]);
    expect(world.server.rows.size).toBe(1);
  });
});

describe('what a tab has stored and told nobody of, because it died', () => {
  const untold = (world: World) => new Outbox(OWNER, { ...world.ports(), channel: SILENT });
  const drawn = () => [{ op: 'create', after: { ...row('drawn', A), serverId: undefined } }] as const;

  test('is sent by the tab that sends, once another is opened', async () => {
    const world = new World();
    const first = await world.tab();
    await untold(world).enter(IMAGE, drawn());
    const next = await world.tab();
    expect(next.outbox.pending()).toHaveLength(1);
    await saved(first.outbox, next.outbox);
    expect(Object.values(world.server.data)).toEqual([A]);
  });

  test('or once a person comes back to that tab', async () => {
    const world = new World();
    const first = await world.tab();
    await untold(world).enter(IMAGE, drawn());
    first.outbox.retryNow();
    await until(() => expect(Object.values(world.server.data)).toEqual([A]));
    await saved(first.outbox);
  });

  test('is sent by the tab that takes over from it', async () => {
    const world = new World();
    world.server.hold();
    const dying = untold(world);
    void dying.start();
    await dying.ready;
    const next = await world.tab();
    await dying.enter(IMAGE, drawn());
    dying.stop();
    world.server.release();
    await until(() => expect(Object.values(world.server.data)).toEqual([A]));
    await saved(next.outbox);
  });
});

describe('without Web Locks, a lease', () => {
  test('has one holder, passes on when given up, and runs out when its tab is killed', async () => {
    new World();
    const store = createIdbStore();
    const clock = new ManualClock();
    const [one, two] = [leaseLeadership(store, clock, 'one'), leaseLeadership(store, clock, 'two')];
    const turns: string[] = [];
    const [endOne, endTwo] = [new AbortController(), new AbortController()];
    const work = (name: string, end: AbortSignal) => () =>
      new Promise<void>((resolve) => {
        turns.push(name);
        end.addEventListener('abort', () => resolve());
      });
    const first = one.lead('scope', endOne.signal, work('one', endOne.signal));
    await until(() => expect(turns).toEqual(['one']));
    const second = two.lead('scope', endTwo.signal, work('two', endTwo.signal));
    for (let renewals = 0; renewals < 5; renewals += 1) {
      await until(() => expect(clock.untilNext).toBe(4000));
      clock.advance(4000);
    }
    expect(turns).toEqual(['one']);
    endOne.abort();
    await first;
    await until(() => {
      if (clock.untilNext !== null) clock.advance(clock.untilNext);
      expect(turns).toEqual(['one', 'two']);
    });
    endTwo.abort();
    await second;
    expect(await store.claimLease('scope', 'killed', clock.now(), 15_000)).toBe(true);
    expect(await store.claimLease('scope', 'one', clock.now() + 14_999, 15_000)).toBe(false);
    expect(await store.claimLease('scope', 'one', clock.now() + 15_000, 15_000)).toBe(true);
  });
});
