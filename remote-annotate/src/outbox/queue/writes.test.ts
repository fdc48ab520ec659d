import type { BoxData } from '../../editor/model/types';
import type { Outbox } from '../service/outbox';
import { attentionText, isOverwriting } from '../texts/texts';
import { IMAGE, saved, until, World } from '../testing/world';
import {
  doneWrite,
  flagWrite,
  groupWrite,
  labelWrite,
  metaWrite,
  unverifyWrite,
  valueWrite,
  verifyWrite,
} from '../testing/writes';
import type { AttentionItem, Person } from '../entries/types';

let world: World;
beforeEach(() => {
  world = new World();
});

const BOX: BoxData = [10, 10, 60, 60];
const drawn = { op: 'create', after: { kind: 'object', id: 'box', labelId: 'cat', data: BOX, metaData: {} } } as const;
const keys = () => world.server.keys.map((key) => key.split('/').slice(-2).join('/'));

/** Returns the calls that would be sent, in order. */
function queue(outbox: Outbox): unknown[] {
  return outbox.pending().map((entry) => (entry.op === 'call' ? [entry.write?.kind, entry.write?.after] : entry.op));
}

async function attention(outbox: Outbox): Promise<AttentionItem> {
  let found: AttentionItem | undefined;
  await until(() => {
    const state = outbox.saveState;
    found = state.kind === 'attention' ? state.items[0] : undefined;
    expect(found).toBeDefined();
  });
  return found!;
}

/** Lets the server reject a label twice: after the next rejection the user must decide. */
async function refusedTwice(): Promise<void> {
  await world.nextAttempt();
  await world.nextAttempt();
}

describe('unsent writes of one target', () => {
  test.each([
    ['a label put on and taken off', [labelWrite('ripe', true), labelWrite('ripe', false)]],
    ['a label taken off and put on', [labelWrite('ripe', false), labelWrite('ripe', true)]],
    ['a flag set and taken back', [flagWrite(true), flagWrite(false)]],
    ['a value that comes back to where it was', [valueWrite('size', 1, 2), valueWrite('size', 2, 1)]],
    ['meta data that come back to where they were', [metaWrite({ a: 1 }, { a: 2 }), metaWrite({ a: 2 }, { a: 1 })]],
    ['an object put into a group and taken out', [groupWrite('o1', true), groupWrite('o1', false)]],
    ['a verification taken back', [verifyWrite('v1'), unverifyWrite('v1')]],
  ])('%s: nothing is sent', async (_, writes) => {
    const outbox = world.outbox({ started: false });
    for (const write of writes) await outbox.enterWrite(write);
    expect(outbox.pending()).toEqual([]);
    expect(outbox.saveState.kind).toBe('saved');
  });

  test('are merged into one call with the last value, separate from other targets', async () => {
    const outbox = world.outbox({ started: false });
    await outbox.enterWrite(valueWrite('size', null, 1));
    await outbox.enterWrite(labelWrite('ripe', true));
    await outbox.enterWrite(valueWrite('size', 1, 3));
    await outbox.enterWrite(valueWrite('size', 3, 5));
    void outbox.start();
    await saved(outbox);
    expect(world.server.requests.map(({ call }) => [call.key, call.body])).toEqual([
      ['POST /recognition/v2/training-image/{id}/add-label', { label_id: 'size', value: 5 }],
      ['POST /recognition/v2/training-image/{id}/add-label', { label_id: 'ripe' }],
    ]);
  });

  test('are not merged across a later verification unless they cancel out', async () => {
    const outbox = world.outbox({ started: false });
    await outbox.enterWrite(valueWrite('size', 1, 2));
    await outbox.enterWrite(labelWrite('ripe', true));
    await outbox.enterWrite(verifyWrite('v1'));
    await outbox.enterWrite(valueWrite('size', 2, 3));
    await outbox.enterWrite(labelWrite('ripe', false));
    expect(queue(outbox)).toEqual([
      ['label', { value: 2 }],
      ['verification', expect.anything()],
      ['label', { value: 3 }],
    ]);
  });

  test('a repeated verification or completion is sent after the latest changes', async () => {
    const outbox = world.outbox({ started: false });
    await outbox.enterWrite(verifyWrite('v1'));
    await outbox.enterWrite(doneWrite());
    await outbox.enter(IMAGE, [drawn]);
    await outbox.enterWrite(verifyWrite('v2'));
    await outbox.enterWrite(doneWrite());
    expect(queue(outbox)).toEqual(['create', ['verification', expect.objectContaining({ id: 'v2' })], ['mark-done', true]]);
  });

  test('a label that is already set is not sent', async () => {
    const outbox = world.outbox({ started: false });
    await outbox.enterWrite({ ...labelWrite('ripe', true), before: { value: null } });
    expect(outbox.pending()).toEqual([]);
  });
});

test('a new object joins a group after a reload under its server id', async () => {
  const before = world.outbox({ started: false });
  await before.enter(IMAGE, [drawn]);
  await before.enterWrite(groupWrite('box', true));
  before.stop();
  const outbox = world.outbox();
  await outbox.ready;
  await saved(outbox);
  const [created, joined] = world.server.requests.map(({ call }) => call);
  expect(created?.key).toMatch(/^POST .detection.v2.object/);
  expect(joined).toMatchObject({
    key: 'POST /similarity/training/v2/group/{id}/add-objects',
    params: { id: 'g1' },
    query: { answer: 'changes' },
    body: { objects: [[...world.server.rows.keys()][0]] },
  });
});

describe('a verification', () => {
  test('in progress is followed by its removal, which uses the server id', async () => {
    const outbox = world.outbox();
    world.server.hold();
    await outbox.enterWrite(verifyWrite('here'));
    await until(() => expect(world.server.requests).toHaveLength(1));
    await outbox.enterWrite(unverifyWrite('here'));
    world.server.release();
    await saved(outbox);
    expect(world.server.requests.map(({ call }) => [call.key, call.params?.id])).toEqual([
      ['POST /annotate/v2/verification/', undefined],
      ['DELETE /annotate/v2/verification/{id}', 'row-1'],
    ]);
    expect(world.server.rows.size).toBe(0);
  });

  test('that is removed and added again sends a deletion and a creation', async () => {
    world.server.add('old', {});
    const outbox = world.outbox({ started: false });
    await outbox.enterWrite(unverifyWrite('old'));
    await outbox.enterWrite(verifyWrite('new'));
    void outbox.start();
    await saved(outbox);
    expect(keys()).toEqual(['verification/{id}', 'verification/']);
    expect([...world.server.rows.keys()]).toEqual(['row-1']);
  });

  test('that another user has removed counts as removed', async () => {
    const outbox = world.outbox();
    await outbox.enterWrite(unverifyWrite('gone'));
    await saved(outbox);
  });
});

describe('a rejection', () => {
  test('of a shape blocks the verification of its image but no other image', async () => {
    const outbox = world.outbox();
    world.server.failAll(({ call }) => (call.key === 'POST /detection/v2/object/' ? { status: 400, detail: 'too small' } : null));
    await outbox.enter(IMAGE, [drawn]);
    await outbox.enterWrite(flagWrite(true));
    await outbox.enterWrite(verifyWrite('v1'));
    await outbox.enterWrite(doneWrite());
    await outbox.enterWrite(verifyWrite('v2', 'image-2'));
    await outbox.enterWrite(doneWrite('image-2'));
    await until(() => expect(keys()).toEqual(['object/', 'training-image/update', 'verification/', '{id}/mark-done']));
    expect(world.server.requests.slice(2).map(({ call }) => call.body)).toEqual([
      { user: 'ann', image_id: 'image-2' },
      { items: ['image-2'] },
    ]);
    await outbox.discardRejected((await attention(outbox)).id);
    await saved(outbox);
    expect(world.server.requests.slice(4).map(({ call }) => call.body)).toEqual([
      { user: 'ann', image_id: IMAGE },
      { items: [IMAGE] },
    ]);
  });

  test('of a label is retried after 0.5 and 1 seconds, then shown by name', async () => {
    const outbox = world.outbox();
    world.server.failAll({ status: 400, detail: 'Not now.' });
    await outbox.enterWrite(labelWrite('ripe', true, { id: 'row', name: 'Cup 3' }));
    const waits: (number | null)[] = [];
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await until(() => expect(world.clock.untilNext).not.toBeNull());
      waits.push(world.clock.untilNext);
      await world.nextAttempt();
    }
    expect(attentionText(await attention(outbox))).toBe('Label ripe on Cup 3 was not added: Not now.');
    expect([waits, world.server.requests.length]).toEqual([[500, 1000], 3]);
    expect(new Set(world.server.requests.map(({ key }) => key)).size).toBe(1);
  });

  test('is resolved by a later write of the same target', async () => {
    const outbox = world.outbox();
    world.server.fail({ status: 400 }, { status: 400 }, { status: 400 });
    await outbox.enterWrite(valueWrite('size', 1, 9));
    await refusedTwice();
    await attention(outbox);
    await outbox.enterWrite(valueWrite('size', 1, 4));
    await saved(outbox);
    expect(world.server.requests.at(-1)?.call.body).toEqual({ label_id: 'size', value: 4 });
  });

  test.each([
    ['a label that is gone already', labelWrite('ripe', false), 404],
    ['a label that is there already', labelWrite('ripe', true), 409],
    ['a verification that is there already', verifyWrite('v1'), 409],
  ])('of %s is what was wanted', async (_, write, status) => {
    const outbox = world.outbox();
    world.server.fail({ status });
    await outbox.enterWrite(write);
    await saved(outbox);
    expect(world.server.requests).toHaveLength(1);
  });

  test('leaves no entry after the user has decided', async () => {
    const outbox = world.outbox();
    world.server.fail({ status: 400 });
    await outbox.enterWrite(flagWrite(true));
    await outbox.discardRejected((await attention(outbox)).id);
    expect(outbox.pending()).toEqual([]);
    expect(outbox.saveState).toEqual({ kind: 'saved', durable: true });
  });
});

describe('metadata that another user has changed', () => {
  const stale = (current: object, changedBy?: Person) => ({ status: 409, detail: 'Changed meanwhile.', current, changedBy });

  test.each([
    [{ id: 'bob', username: 'Bob' }, 'Bob has changed this in the meantime.'],
    [{ id: 'ann', username: 'Ann' }, 'You have changed this in another window in the meantime.'],
  ])('are said to be by %o', async (person, words) => {
    const outbox = world.outbox();
    world.server.fail(stale({ version: 2, meta_data: { theirs: true } }, person));
    await outbox.enterWrite(metaWrite({}, { mine: true }, 1));
    expect(attentionText(await attention(outbox))).toBe(`The meta data of the image was not changed: ${words}`);
  });

  test("require the user's decision, and keeping mine overwrites theirs", async () => {
    const outbox = world.outbox();
    world.server.fail(stale({ version: 2, meta_data: { theirs: true } }));
    await outbox.enterWrite(metaWrite({}, { mine: true }, 1));
    const item = await attention(outbox);
    expect([isOverwriting(item), attentionText(item)]).toEqual([
      true,
      'The meta data of the image was not changed: Another user has changed this in the meantime.',
    ]);
    await outbox.retryRejected(item.id);
    await saved(outbox);
    expect(world.server.requests.map(({ call }) => call.body)).toEqual([
      { meta_data: { mine: true }, version: 1 },
      { meta_data: { mine: true } },
    ]);
  });

  test('in other fields only are sent again with the new version', async () => {
    const outbox = world.outbox();
    world.server.fail(stale({ version: 2, meta_data: {} }));
    await outbox.enterWrite(metaWrite({}, { mine: true }, 1));
    await saved(outbox);
    expect(world.server.requests.at(-1)?.call.body).toEqual({ meta_data: { mine: true }, version: 2 });
  });

  test('to the same value count as saved', async () => {
    const outbox = world.outbox();
    world.server.fail(stale({ version: 2, meta_data: { mine: true } }));
    await outbox.enterWrite(metaWrite({}, { mine: true }, 1));
    await saved(outbox);
    expect(world.server.requests).toHaveLength(1);
  });
});
