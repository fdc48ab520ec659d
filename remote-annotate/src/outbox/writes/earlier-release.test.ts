import { imageRow } from '../../browser/testing';
import { earlierEntries, storeEarlierEntries } from '../testing/earlier-release';
import { IMAGE, saved, until, World } from '../testing/world';
import {
  doneWrite,
  flagWrite,
  labelWrite,
  metaWrite,
  suspectWrite,
  unverifyWrite,
  valueWrite,
  verificationBy,
  verifyWrite,
} from '../testing/writes';
import { attentionText } from '../texts/texts';
import { isShapeEntry, type Entry } from '../entries/types';
import { storedWrite, writeOf } from './kinds';
import { project } from './project';
import type { Write } from '../entries/write';

let world: World;
beforeEach(() => {
  world = new World();
});

const written = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => {
    const write = isShapeEntry(entry) ? null : writeOf(entry);
    return write ? [{ write }] : [];
  });

/** Waits until the outbox of the new release has sent all stored entries. */
async function sent(): Promise<void> {
  world.server.add('object-1', {});
  const outbox = world.outbox();
  await outbox.ready;
  await saved(outbox);
}

describe('entries of the previous release', () => {
  test('are applied to the rows', async () => {
    await storeEarlierEntries();
    const outbox = world.outbox({ started: false });
    await outbox.ready;
    const writes = written(outbox.pending());
    const label = (id: string, name: string, value: number | null = null) => ({ id, name, type: 'category' as const, value });
    const image = imageRow(1, { id: IMAGE, labels: [label('raw', 'Raw'), label('size', 'Size', 3)] });
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
    await sent();
    expect(world.server.requests.map(({ call, key }) => [call.key, call.params, call.body, key])).toEqual(
      earlierEntries.map(({ call, key }) => [call.key, call.params, call.body, key]),
    );
  });

  test('are merged with new writes', async () => {
    await storeEarlierEntries();
    const outbox = world.outbox({ started: false });
    await outbox.ready;
    const own = written(outbox.pending())[7]!.write;
    await outbox.enterWrite({ ...labelWrite('ripe', false) });
    await outbox.enterWrite(flagWrite(false));
    await outbox.enterWrite({ kind: 'verification', image: IMAGE, before: own.after as never, after: null });
    expect(outbox.pending().map(({ id }) => id)).toEqual([2, 3, 4, 6, 7, 9].map((seq) => `earlier-${seq}`));
  });

  test('that were rejected wait for a decision under their titles', async () => {
    const problem = { type: 'rejected', status: 404, detail: 'Label not found.' } as const;
    await storeEarlierEntries([{ ...earlierEntries[0]!, problem }]);
    const outbox = world.outbox();
    await until(() => expect(outbox.saveState.kind).toBe('attention'));
    const state = outbox.saveState;
    const [item] = state.kind === 'attention' ? state.items : [];
    expect(attentionText(item!)).toBe('Label Ripe was not added: Label not found.');
    await outbox.retryRejected(item!.id);
    await saved(outbox);
  });

  test('of unknown kinds are still sent', async () => {
    const call = {
      key: 'POST /recognition/v2/training-image/{id}/set-foreground-mask',
      params: { id: IMAGE },
      body: {},
    } as const;
    await storeEarlierEntries([{ ...earlierEntries[0]!, call }]);
    await sent();
    expect(world.server.keys).toEqual([call.key]);
  });
});

/** The fields of a call entry that release reads. It sends `call` and shows `title`. */
const NEEDED = ['call', 'title', 'shapeId'] as const;

test.each<[string, Write]>([
  ['label', labelWrite('ripe', true, { id: 'object-1', name: 'Cup 1' })],
  ['label off', labelWrite('ripe', false)],
  ['value', valueWrite('size', 1, 2)],
  ['flag', flagWrite(true, 'real')],
  ['meta data', metaWrite({}, { a: 1 }, 3)],
  ['verification', verifyWrite('v1')],
  ['its removal', unverifyWrite('v1')],
  ['job membership', { kind: 'job-membership', image: IMAGE, job: { id: 'j1', name: 'Shelves' }, before: false, after: true }],
  ['mark as done', doneWrite()],
  ['suspect', suspectWrite('accepted', 'object-1')],
  ['suspect opened again', { ...suspectWrite('dismissed'), before: 'dismissed', after: 'open' }],
])(
  '%s is stored with the call that the release before this one sends, and without a version that it could not renew',
  (_, write) => {
    const stored = storedWrite(write);
    for (const name of NEEDED) expect(stored).toHaveProperty(name);
    expect(stored.call.key).toMatch(/^(POST|PUT|DELETE) \//);
    expect(stored.call.body ?? {}).not.toHaveProperty('version');
    expect(stored.title).not.toBe('');
    // That release merges calls with the same `coalesceKey` and would not update the `write` of the entry.
    expect(stored).not.toHaveProperty('coalesceKey');
  },
);

test('an image that a user verified twice is listed once', () => {
  const row = project('verifications', [verificationBy('server')], [{ write: verifyWrite('here') }]);
  expect(row.map(({ id }) => id)).toEqual(['server']);
});
