import type { TrainingImage, Verification } from '@console/shared-contract/api';
import { hashKey, QueryClient, QueryObserver } from '@tanstack/react-query';
import { imageRow } from '../../browser/testing';
import { IMAGE, OWNER, saved, until, World } from '../testing/world';
import { doneWrite, flagWrite, labelWrite, unverifyWrite, verificationBy, verifyWrite } from '../testing/writes';
import { project } from '../writes/project';
import { rowKey, type RowKind, type Rows } from '../writes/rows';
import type { Outbox } from '../service/outbox';
import { PendingWrites } from './pending-writes';

let world: World;
let server: { image: TrainingImage; verifications: Verification[]; batch: string[] };
let reads: RowKind[];
beforeEach(() => {
  world = new World();
  server = { image: imageRow(1, { id: IMAGE }), verifications: [], batch: [IMAGE, 'image-2'] };
  reads = [];
});

/** The screen of a tab: the data of its queries with the pending writes of its outbox applied. */
class Screen {
  readonly client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  readonly pending: PendingWrites;
  /** Every value of the flag that was shown, in order. */
  readonly flags: boolean[] = [];
  private readonly ends: (() => void)[] = [];
  private gate: Promise<void> = Promise.resolve();
  private open: () => void = () => undefined;

  /** @param isHeld whether the first reads are delayed, as with `holdReads` */
  constructor(outbox: Outbox, isHeld = false) {
    if (isHeld) this.holdReads();
    this.pending = new PendingWrites(outbox, this.client, () => undefined);
    this.watch('image', IMAGE, () => server.image);
    this.watch('verifications', IMAGE, () => server.verifications);
    this.watch('batch', 'image/j1', () => server.batch);
    this.pending.subscribe(() => this.note());
    this.client.getQueryCache().subscribe(() => this.note());
  }

  show<K extends RowKind>(kind: K, id: string): Rows[K] | undefined {
    const key = this.key(kind, id);
    const row = this.client.getQueryData<Rows[K]>(key);
    return row && project(kind, row, this.pending.over(kind, id, hashKey(key)));
  }

  get image() {
    return this.show('image', IMAGE);
  }

  /** Delays responses until `letRead` is called. Each contains the server's state at the time of the request. */
  holdReads(): void {
    this.gate = new Promise((resolve) => (this.open = resolve));
  }

  letRead(): void {
    this.open();
  }

  read(kind: RowKind, id: string): Promise<void> {
    return this.client.refetchQueries({ queryKey: this.key(kind, id) });
  }

  close(): void {
    this.ends.forEach((end) => end());
    this.client.clear();
  }

  private key(kind: RowKind, id: string) {
    return [OWNER.workspaceId, ...rowKey(kind, id)];
  }

  private watch<T>(kind: RowKind, id: string, row: () => T): void {
    const observer = new QueryObserver(this.client, {
      queryKey: this.key(kind, id),
      queryFn: async () => {
        reads.push(kind);
        const answer = structuredClone(row());
        await this.gate;
        return answer;
      },
    });
    this.ends.push(observer.subscribe(() => undefined));
  }

  private note(): void {
    const { image } = this;
    if (image && image.test_image !== this.flags.at(-1)) this.flags.push(image.test_image);
  }
}

const screens: Screen[] = [];
async function screenOf(outbox: Outbox): Promise<Screen> {
  const screen = new Screen(outbox);
  screens.push(screen);
  await until(() => expect([screen.image, screen.show('batch', 'image/j1')]).not.toContain(undefined));
  return screen;
}
afterEach(() => screens.splice(0).forEach((screen) => screen.close()));

test('an unsent write shows immediately, after a reload and in another tab', async () => {
  world.server.failAll({ status: 0 });
  const outbox = world.outbox();
  const screen = await screenOf(outbox);
  await outbox.enterWrite(labelWrite('ripe', true));
  await outbox.enterWrite(flagWrite(true));
  await outbox.enterWrite(verifyWrite('v1'));
  await outbox.enterWrite(doneWrite());
  const expectShown = (shown: Screen) => {
    expect(shown.image).toMatchObject({ labels: [{ id: 'ripe' }], test_image: true, verificationsCount: 1 });
    expect(shown.show('verifications', IMAGE)).toMatchObject([{ id: 'v1', user: { id: 'ann' } }]);
    expect(shown.show('batch', 'image/j1')).toEqual(['image-2']);
  };
  expectShown(screen);
  const other = await screenOf(world.outbox());
  await until(() => expectShown(other));
  outbox.stop();
  const again = world.outbox({ started: false });
  await again.ready;
  expectShown(await screenOf(again));
});

test('the effect stays without flicker from the response until the row is read again', async () => {
  const outbox = world.outbox();
  const other = world.outbox();
  const mine = await screenOf(outbox);
  const theirs = await screenOf(other);
  for (const screen of [mine, theirs]) screen.holdReads();
  await outbox.enterWrite(flagWrite(true));
  await saved(outbox, other);
  for (const screen of [mine, theirs]) expect(screen.image?.test_image).toBe(true);
  server.image = { ...server.image, test_image: true };
  for (const screen of [mine, theirs]) screen.letRead();
  await until(() => expect(mine.client.isFetching() + theirs.client.isFetching()).toBe(0));
  // Another user reverts the flag: the server's current value wins.
  server.image = { ...server.image, test_image: false };
  for (const screen of [mine, theirs]) await screen.read('image', IMAGE);
  for (const screen of [mine, theirs]) expect(screen.flags).toEqual([false, true, false]);
});

test('a read that started before the response does not remove the effect', async () => {
  const outbox = world.outbox();
  const screen = await screenOf(outbox);
  screen.holdReads();
  const stale = screen.read('image', IMAGE);
  server.image = { ...server.image, test_image: true };
  await outbox.enterWrite(flagWrite(true));
  await saved(outbox);
  screen.letRead();
  await stale;
  await until(() => expect(screen.client.isFetching()).toBe(0));
  expect(screen.image?.test_image).toBe(true);
  expect(screen.flags).toEqual([false, true]);
});

test('an initial read that started before the response does not remove the effect', async () => {
  const outbox = world.outbox();
  const screen = new Screen(outbox, true);
  screens.push(screen);
  await until(() => expect(reads).toContain('image'));
  server.image = { ...server.image, test_image: true };
  await outbox.enterWrite(flagWrite(true));
  await saved(outbox);
  screen.letRead();
  await until(() => expect(screen.image).toBeDefined());
  await until(() => expect(screen.client.isFetching()).toBe(0));
  expect(screen.flags).toEqual([true]);
});

test('the effect stays when the server becomes unreachable before the row is read', async () => {
  const outbox = world.outbox();
  const screen = await screenOf(outbox);
  Object.defineProperty(server, 'image', {
    get: () => {
      throw new Error('away');
    },
  });
  await outbox.enterWrite(flagWrite(true));
  await saved(outbox);
  await until(() => expect(screen.client.isFetching()).toBe(0));
  expect(screen.image?.test_image).toBe(true);
});

test('several writes cause one read of the row, and no new batch request', async () => {
  const outbox = world.outbox({ started: false });
  await screenOf(outbox);
  reads = [];
  for (const name of ['a', 'b', 'c', 'd']) await outbox.enterWrite(labelWrite(name, true));
  await outbox.enterWrite(doneWrite());
  void outbox.start();
  await saved(outbox);
  await until(() => expect(reads).toContain('image'));
  expect(reads.filter((kind) => kind === 'image')).toHaveLength(1);
  expect(reads).not.toContain('batch');
});

test('a completed item is in no batch, even one requested before the write arrived', async () => {
  const outbox = world.outbox();
  const screen = await screenOf(outbox);
  screen.holdReads();
  const asked = screen.read('batch', 'image/j1');
  await outbox.enterWrite(doneWrite());
  await saved(outbox);
  screen.letRead();
  await asked;
  expect(screen.show('batch', 'image/j1')).toEqual(['image-2']);
});

test('a rejected write is hidden and shows again during a retry', async () => {
  const outbox = world.outbox();
  const screen = await screenOf(outbox);
  world.server.fail({ status: 400 });
  await outbox.enterWrite(flagWrite(true));
  await until(() => expect(outbox.saveState.kind).toBe('attention'));
  expect(screen.image?.test_image).toBe(false);
  world.server.hold();
  await outbox.retryRejected(outbox.pending()[0]!.id);
  expect(screen.image?.test_image).toBe(true);
  world.server.release();
  await saved(outbox);
});

test('a verification is tracked by the id that the server assigned', async () => {
  const outbox = world.outbox();
  const screen = await screenOf(outbox);
  screen.holdReads();
  await outbox.enterWrite(verifyWrite('here'));
  await saved(outbox);
  expect(screen.show('verifications', IMAGE)).toMatchObject([{ id: 'row-1' }]);
  server.verifications = [verificationBy('row-1')];
  screen.letRead();
  await outbox.enterWrite(unverifyWrite('row-1'));
  server.verifications = [];
  await saved(outbox);
  await until(() => expect(screen.show('verifications', IMAGE)).toEqual([]));
});
