/** @jest-environment-options {"dom": true} */
import { createImageRow } from '../../browser/testing';
import { earlierEntries, storeEarlierEntries } from '../testing/earlier-release';
import { IMAGE, waitUntilSaved, waitUntil, TestBrowser } from '../testing/test-browser';
import {
  createDoneWrite,
  createFlagWrite,
  createLabelWrite,
  createMetaWrite,
  createSuspectWrite,
  createUnverifyWrite,
  createValueWrite,
  createVerification,
  createVerifyWrite,
} from '../testing/writes';
import { describeAttention } from '../texts/describe-state';
import { isShapeEntry, type Entry } from '../entries/types';
import { toStoredWrite, getWrite } from './kinds';
import { project } from './project';
import type { Write } from '../entries/write';

let browser: TestBrowser;
beforeEach(() => {
  browser = new TestBrowser();
});

const getWrites = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => {
    const write = isShapeEntry(entry) ? null : getWrite(entry);
    return write ? [{ write }] : [];
  });

/** Waits until the outbox of the new release has sent all stored entries. */
async function sendAll(): Promise<void> {
  browser.server.add('object-1', {});
  const outbox = browser.createOutbox();
  await outbox.ready;
  await waitUntilSaved(outbox);
}

describe('entries of the previous release', () => {
  test('are applied to the rows', async () => {
    await storeEarlierEntries();
    const outbox = browser.createOutbox({ started: false });
    await outbox.ready;
    const writes = getWrites(outbox.getPendingEntries());
    const createLabel = (id: string, name: string, value: number | null = null) => ({
      id,
      name,
      type: 'category' as const,
      value,
    });
    const image = createImageRow(1, { id: IMAGE, labels: [createLabel('raw', 'Raw'), createLabel('size', 'Size', 3)] });
    expect(
      project(
        'image',
        image,
        writes.filter(({ write }) => !('object' in write && write.object)),
      ),
    ).toMatchObject({
      labels: [
        { id: 'size', value: 7 },
        { id: 'ripe', name: 'Ripe', value: null },
      ],
      test_image: true,
      real: false,
      meta_data: { shelf: 4 },
      verificationsCount: 1,
    });
    expect(writes[3]).toMatchObject({ write: { object: { id: 'object-1' }, label: { name: 'Ripe' }, before: null } });
    expect(project('verifications', [], [writes[7]!])).toMatchObject([{ user: { id: 'ann' }, image: IMAGE }]);
    expect(project('batch', [IMAGE, 'image-2'], [writes[8]!])).toEqual(['image-2']);
  });

  test('are sent unchanged and in order', async () => {
    await storeEarlierEntries();
    await sendAll();
    expect(browser.server.requests.map(({ call, key }) => [call.key, call.params, call.body, key])).toEqual(
      earlierEntries.map(({ call, key }) => [call.key, call.params, call.body, key]),
    );
  });

  test('are merged with new writes', async () => {
    await storeEarlierEntries();
    const outbox = browser.createOutbox({ started: false });
    await outbox.ready;
    const verificationWrite = getWrites(outbox.getPendingEntries())[7]!.write;
    await outbox.enterWrite({ ...createLabelWrite('ripe', false) });
    await outbox.enterWrite(createFlagWrite(false));
    await outbox.enterWrite({ kind: 'verification', image: IMAGE, before: verificationWrite.after as never, after: null });
    expect(outbox.getPendingEntries().map(({ id }) => id)).toEqual([2, 3, 4, 6, 7, 9].map((seq) => `earlier-${seq}`));
  });

  test('that were rejected wait for a decision under their titles', async () => {
    const problem = { type: 'rejected', status: 404, detail: 'Label not found.' } as const;
    await storeEarlierEntries([{ ...earlierEntries[0]!, problem }]);
    const outbox = browser.createOutbox();
    await waitUntil(() => expect(outbox.saveState.kind).toBe('attention'));
    const state = outbox.saveState;
    const [item] = state.kind === 'attention' ? state.items : [];
    expect(describeAttention(item!)).toBe('Label Ripe was not added: Label not found.');
    await outbox.retryRejected(item!.id);
    await waitUntilSaved(outbox);
  });

  test('of unknown kinds are still sent', async () => {
    const call = {
      key: 'POST /recognition/v2/training-image/{id}/set-foreground-mask',
      params: { id: IMAGE },
      body: {},
    } as const;
    await storeEarlierEntries([{ ...earlierEntries[0]!, call }]);
    await sendAll();
    expect(browser.server.keys).toEqual([call.key]);
  });
});

/** The fields of an entry that the previous release reads. That release sends `call` and shows `title`. */
const REQUIRED_FIELDS = ['call', 'title', 'shapeId'] as const;

test.each<[string, Write]>([
  ['label', createLabelWrite('ripe', true, { id: 'object-1', name: 'Cup 1' })],
  ['label removal', createLabelWrite('ripe', false)],
  ['value', createValueWrite('size', 1, 2)],
  ['flag', createFlagWrite(true, 'real')],
  ['meta data', createMetaWrite({}, { a: 1 }, 3)],
  ['verification', createVerifyWrite('v1')],
  ['verification removal', createUnverifyWrite('v1')],
  ['job membership', { kind: 'job-membership', image: IMAGE, job: { id: 'j1', name: 'Shelves' }, before: false, after: true }],
  ['mark as done', createDoneWrite()],
  ['suspect', createSuspectWrite('accepted', 'object-1')],
  ['reopened suspect', { ...createSuspectWrite('dismissed'), before: 'dismissed', after: 'open' }],
])('%s is stored with the call of the previous release and without a version', (_, write) => {
  const storedWrite = toStoredWrite(write);
  for (const name of REQUIRED_FIELDS) expect(storedWrite).toHaveProperty(name);
  expect(storedWrite.call.key).toMatch(/^(POST|PUT|DELETE) \//);
  expect(storedWrite.call.body ?? {}).not.toHaveProperty('version');
  expect(storedWrite.title).not.toBe('');
  // The previous release merges calls with the same `coalesceKey` and would not update the `write` of the entry.
  expect(storedWrite).not.toHaveProperty('coalesceKey');
});

test('an image that a user verified twice is listed once', () => {
  const row = project('verifications', [createVerification('server')], [{ write: createVerifyWrite('local') }]);
  expect(row.map(({ id }) => id)).toEqual(['server']);
});
