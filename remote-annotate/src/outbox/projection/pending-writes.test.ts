/** @jest-environment-options {"dom": true} */
import type { TrainingImage, Verification } from '@console/shared-contract/api';
import { hashKey, QueryClient, QueryObserver } from '@tanstack/react-query';
import { createImageRow } from '../../browser/testing';
import { IMAGE, OWNER, waitUntilSaved, waitUntil, TestBrowser } from '../testing/test-browser';
import {
  createDoneWrite,
  createFlagWrite,
  createLabelWrite,
  createUnverifyWrite,
  createVerification,
  createVerifyWrite,
} from '../testing/writes';
import { project } from '../writes/project';
import { getRowKey, type RowKind, type Rows } from '../writes/rows';
import type { Outbox } from '../service/outbox';
import { PendingWrites } from './pending-writes';

let browser: TestBrowser;
let serverState: { image: TrainingImage; verifications: Verification[]; batch: string[] };
let readKinds: RowKind[];
beforeEach(() => {
  browser = new TestBrowser();
  serverState = { image: createImageRow(1, { id: IMAGE }), verifications: [], batch: [IMAGE, 'image-2'] };
  readKinds = [];
});

/** Simulates the screen of a tab: reads data with queries, and applies the pending writes of the outbox to it. */
class TestScreen {
  readonly client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  readonly pending: PendingWrites;
  /** All values of `test_image` that the screen has shown, in order. */
  readonly shownTestFlags: boolean[] = [];
  private readonly unsubscribers: (() => void)[] = [];
  private readGate: Promise<void> = Promise.resolve();
  private openGate: () => void = () => undefined;

  /** @param isDelayed whether the first reads are delayed, as with `delayReads` */
  constructor(outbox: Outbox, isDelayed = false) {
    if (isDelayed) this.delayReads();
    this.pending = new PendingWrites(outbox, this.client, () => undefined);
    this.observeRow('image', IMAGE, () => serverState.image);
    this.observeRow('verifications', IMAGE, () => serverState.verifications);
    this.observeRow('batch', 'image/j1', () => serverState.batch);
    this.pending.subscribe(() => this.recordFlag());
    this.client.getQueryCache().subscribe(() => this.recordFlag());
  }

  getProjectedRow<K extends RowKind>(kind: K, id: string): Rows[K] | undefined {
    const key = this.getQueryKey(kind, id);
    const row = this.client.getQueryData<Rows[K]>(key);
    return row && project(kind, row, this.pending.getWritesOf(kind, id, hashKey(key)));
  }

  get image() {
    return this.getProjectedRow('image', IMAGE);
  }

  /** Delays responses until `finishReads` is called. Each response contains the server's state at the time of the request. */
  delayReads(): void {
    this.readGate = new Promise((resolve) => (this.openGate = resolve));
  }

  finishReads(): void {
    this.openGate();
  }

  read(kind: RowKind, id: string): Promise<void> {
    return this.client.refetchQueries({ queryKey: this.getQueryKey(kind, id) });
  }

  close(): void {
    this.unsubscribers.forEach((unsubscribe) => unsubscribe());
    this.client.clear();
  }

  private getQueryKey(kind: RowKind, id: string) {
    return [OWNER.workspaceId, ...getRowKey(kind, id)];
  }

  private observeRow<T>(kind: RowKind, id: string, row: () => T): void {
    const observer = new QueryObserver(this.client, {
      queryKey: this.getQueryKey(kind, id),
      queryFn: async () => {
        readKinds.push(kind);
        const rowSnapshot = structuredClone(row());
        await this.readGate;
        return rowSnapshot;
      },
    });
    this.unsubscribers.push(observer.subscribe(() => undefined));
  }

  private recordFlag(): void {
    const { image } = this;
    if (image && image.test_image !== this.shownTestFlags.at(-1)) this.shownTestFlags.push(image.test_image);
  }
}

const screens: TestScreen[] = [];
async function openScreen(outbox: Outbox): Promise<TestScreen> {
  const screen = new TestScreen(outbox);
  screens.push(screen);
  await waitUntil(() => expect([screen.image, screen.getProjectedRow('batch', 'image/j1')]).not.toContain(undefined));
  return screen;
}
afterEach(() => screens.splice(0).forEach((screen) => screen.close()));

test('an unsent write shows immediately, after a reload and in another tab', async () => {
  browser.server.failAll({ status: 0 });
  const outbox = browser.createOutbox();
  const screen = await openScreen(outbox);
  await outbox.enterWrite(createLabelWrite('ripe', true));
  await outbox.enterWrite(createFlagWrite(true));
  await outbox.enterWrite(createVerifyWrite('v1'));
  await outbox.enterWrite(createDoneWrite());
  const expectShown = (shownScreen: TestScreen) => {
    expect(shownScreen.image).toMatchObject({ labels: [{ id: 'ripe' }], test_image: true, verificationsCount: 1 });
    expect(shownScreen.getProjectedRow('verifications', IMAGE)).toMatchObject([{ id: 'v1', user: { id: 'ann' } }]);
    expect(shownScreen.getProjectedRow('batch', 'image/j1')).toEqual(['image-2']);
  };
  expectShown(screen);
  const secondScreen = await openScreen(browser.createOutbox());
  await waitUntil(() => expectShown(secondScreen));
  outbox.stop();
  const reloadedOutbox = browser.createOutbox({ started: false });
  await reloadedOutbox.ready;
  expectShown(await openScreen(reloadedOutbox));
});

test('a sent write stays visible from its response until the row is read again', async () => {
  const outbox = browser.createOutbox();
  const secondOutbox = browser.createOutbox();
  const firstScreen = await openScreen(outbox);
  const secondScreen = await openScreen(secondOutbox);
  for (const screen of [firstScreen, secondScreen]) screen.delayReads();
  await outbox.enterWrite(createFlagWrite(true));
  await waitUntilSaved(outbox, secondOutbox);
  for (const screen of [firstScreen, secondScreen]) expect(screen.image?.test_image).toBe(true);
  serverState.image = { ...serverState.image, test_image: true };
  for (const screen of [firstScreen, secondScreen]) screen.finishReads();
  await waitUntil(() => expect(firstScreen.client.isFetching() + secondScreen.client.isFetching()).toBe(0));
  // Another user reverts the flag: the server's current value wins.
  serverState.image = { ...serverState.image, test_image: false };
  for (const screen of [firstScreen, secondScreen]) await screen.read('image', IMAGE);
  for (const screen of [firstScreen, secondScreen]) expect(screen.shownTestFlags).toEqual([false, true, false]);
});

test('a row that was read before the response of a write still shows the write', async () => {
  const outbox = browser.createOutbox();
  const screen = await openScreen(outbox);
  screen.delayReads();
  const staleRead = screen.read('image', IMAGE);
  serverState.image = { ...serverState.image, test_image: true };
  await outbox.enterWrite(createFlagWrite(true));
  await waitUntilSaved(outbox);
  screen.finishReads();
  await staleRead;
  await waitUntil(() => expect(screen.client.isFetching()).toBe(0));
  expect(screen.image?.test_image).toBe(true);
  expect(screen.shownTestFlags).toEqual([false, true]);
});

test('the first read of a row still shows a write whose response arrives during the read', async () => {
  const outbox = browser.createOutbox();
  const screen = new TestScreen(outbox, true);
  screens.push(screen);
  await waitUntil(() => expect(readKinds).toContain('image'));
  serverState.image = { ...serverState.image, test_image: true };
  await outbox.enterWrite(createFlagWrite(true));
  await waitUntilSaved(outbox);
  screen.finishReads();
  await waitUntil(() => expect(screen.image).toBeDefined());
  await waitUntil(() => expect(screen.client.isFetching()).toBe(0));
  expect(screen.shownTestFlags).toEqual([true]);
});

test('a sent write stays visible if the server becomes unreachable before the row is read again', async () => {
  const outbox = browser.createOutbox();
  const screen = await openScreen(outbox);
  Object.defineProperty(serverState, 'image', {
    get: () => {
      throw new Error('unreachable');
    },
  });
  await outbox.enterWrite(createFlagWrite(true));
  await waitUntilSaved(outbox);
  await waitUntil(() => expect(screen.client.isFetching()).toBe(0));
  expect(screen.image?.test_image).toBe(true);
});

test('several writes cause one read of the row, and no new batch request', async () => {
  const outbox = browser.createOutbox({ started: false });
  await openScreen(outbox);
  readKinds = [];
  for (const name of ['a', 'b', 'c', 'd']) await outbox.enterWrite(createLabelWrite(name, true));
  await outbox.enterWrite(createDoneWrite());
  void outbox.start();
  await waitUntilSaved(outbox);
  await waitUntil(() => expect(readKinds).toContain('image'));
  expect(readKinds.filter((kind) => kind === 'image')).toHaveLength(1);
  expect(readKinds).not.toContain('batch');
});

test('a completed item is in no batch, even if the batch was requested before the completion was sent', async () => {
  const outbox = browser.createOutbox();
  const screen = await openScreen(outbox);
  screen.delayReads();
  const batchRead = screen.read('batch', 'image/j1');
  await outbox.enterWrite(createDoneWrite());
  await waitUntilSaved(outbox);
  screen.finishReads();
  await batchRead;
  expect(screen.getProjectedRow('batch', 'image/j1')).toEqual(['image-2']);
});

test('a rejected write is hidden and shows again during a retry', async () => {
  const outbox = browser.createOutbox();
  const screen = await openScreen(outbox);
  browser.server.fail({ status: 400 });
  await outbox.enterWrite(createFlagWrite(true));
  await waitUntil(() => expect(outbox.saveState.kind).toBe('attention'));
  expect(screen.image?.test_image).toBe(false);
  browser.server.holdResponses();
  await outbox.retryRejected(outbox.getPendingEntries()[0]!.id);
  expect(screen.image?.test_image).toBe(true);
  browser.server.releaseResponses();
  await waitUntilSaved(outbox);
});

test('a verification is tracked by the id that the server assigned', async () => {
  const outbox = browser.createOutbox();
  const screen = await openScreen(outbox);
  screen.delayReads();
  await outbox.enterWrite(createVerifyWrite('local'));
  await waitUntilSaved(outbox);
  expect(screen.getProjectedRow('verifications', IMAGE)).toMatchObject([{ id: 'row-1' }]);
  serverState.verifications = [createVerification('row-1')];
  screen.finishReads();
  await outbox.enterWrite(createUnverifyWrite('row-1'));
  serverState.verifications = [];
  await waitUntilSaved(outbox);
  await waitUntil(() => expect(screen.getProjectedRow('verifications', IMAGE)).toEqual([]));
});
