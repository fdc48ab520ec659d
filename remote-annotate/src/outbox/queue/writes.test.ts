/** @jest-environment-options {"dom": true} */
import type { BoxData } from '../../editor/model/types';
import type { Outbox } from '../service/outbox';
import { describeAttention, doesRetryOverwrite } from '../texts/describe-state';
import { IMAGE, waitUntilSaved, waitUntil, TestBrowser } from '../testing/test-browser';
import {
  createDoneWrite,
  createFlagWrite,
  createGroupWrite,
  createLabelWrite,
  createMetaWrite,
  createUnverifyWrite,
  createValueWrite,
  createVerifyWrite,
} from '../testing/writes';
import type { AttentionItem, UserReference } from '../entries/types';

let browser: TestBrowser;
beforeEach(() => {
  browser = new TestBrowser();
});

const BOX_DATA: BoxData = [10, 10, 60, 60];
const boxCreation = { op: 'create', after: { kind: 'object', id: 'box', labelId: 'cat', data: BOX_DATA, metaData: {} } } as const;
const listKeys = () => browser.server.keys.map((key) => key.split('/').slice(-2).join('/'));

/** Returns the kind and new state of each pending entry, in order. */
function summarizeQueue(outbox: Outbox): unknown[] {
  return outbox.getPendingEntries().map((entry) => (entry.op === 'call' ? [entry.write?.kind, entry.write?.after] : entry.op));
}

async function waitForAttention(outbox: Outbox): Promise<AttentionItem> {
  let item: AttentionItem | undefined;
  await waitUntil(() => {
    const state = outbox.saveState;
    item = state.kind === 'attention' ? state.items[0] : undefined;
    expect(item).toBeDefined();
  });
  return item!;
}

/** Advances the clock to both repeats of a rejected label write. If the server rejects these too, the user must decide. */
async function rejectTwice(): Promise<void> {
  await browser.advanceToNextAttempt();
  await browser.advanceToNextAttempt();
}

describe('unsent writes of one target', () => {
  test.each([
    ['a label added and removed', [createLabelWrite('ripe', true), createLabelWrite('ripe', false)]],
    ['a label removed and added', [createLabelWrite('ripe', false), createLabelWrite('ripe', true)]],
    ['a flag set and reset', [createFlagWrite(true), createFlagWrite(false)]],
    ['a value changed and changed back', [createValueWrite('size', 1, 2), createValueWrite('size', 2, 1)]],
    ['metadata changed and changed back', [createMetaWrite({ a: 1 }, { a: 2 }), createMetaWrite({ a: 2 }, { a: 1 })]],
    ['an object added to a group and removed', [createGroupWrite('o1', true), createGroupWrite('o1', false)]],
    ['a verification added and removed', [createVerifyWrite('v1'), createUnverifyWrite('v1')]],
  ])('%s cause no request', async (_, writes) => {
    const outbox = browser.createOutbox({ started: false });
    for (const write of writes) await outbox.enterWrite(write);
    expect(outbox.getPendingEntries()).toEqual([]);
    expect(outbox.saveState.kind).toBe('saved');
  });

  test('are merged into one call with the last value, separate from other targets', async () => {
    const outbox = browser.createOutbox({ started: false });
    await outbox.enterWrite(createValueWrite('size', null, 1));
    await outbox.enterWrite(createLabelWrite('ripe', true));
    await outbox.enterWrite(createValueWrite('size', 1, 3));
    await outbox.enterWrite(createValueWrite('size', 3, 5));
    void outbox.start();
    await waitUntilSaved(outbox);
    expect(browser.server.requests.map(({ call }) => [call.key, call.body])).toEqual([
      ['POST /recognition/v2/training-image/{id}/add-label', { label_id: 'size', value: 5 }],
      ['POST /recognition/v2/training-image/{id}/add-label', { label_id: 'ripe' }],
    ]);
  });

  test('are not merged across a later verification unless they cancel out', async () => {
    const outbox = browser.createOutbox({ started: false });
    await outbox.enterWrite(createValueWrite('size', 1, 2));
    await outbox.enterWrite(createLabelWrite('ripe', true));
    await outbox.enterWrite(createVerifyWrite('v1'));
    await outbox.enterWrite(createValueWrite('size', 2, 3));
    await outbox.enterWrite(createLabelWrite('ripe', false));
    expect(summarizeQueue(outbox)).toEqual([
      ['label', { value: 2 }],
      ['verification', expect.anything()],
      ['label', { value: 3 }],
    ]);
  });

  test('a repeated verification or completion is sent after the latest changes', async () => {
    const outbox = browser.createOutbox({ started: false });
    await outbox.enterWrite(createVerifyWrite('v1'));
    await outbox.enterWrite(createDoneWrite());
    await outbox.enterChanges(IMAGE, [boxCreation]);
    await outbox.enterWrite(createVerifyWrite('v2'));
    await outbox.enterWrite(createDoneWrite());
    expect(summarizeQueue(outbox)).toEqual([
      'create',
      ['verification', expect.objectContaining({ id: 'v2' })],
      ['mark-done', true],
    ]);
  });

  test('a label that is already set is not sent', async () => {
    const outbox = browser.createOutbox({ started: false });
    await outbox.enterWrite({ ...createLabelWrite('ripe', true), before: { value: null } });
    expect(outbox.getPendingEntries()).toEqual([]);
  });
});

test('a new object joins a group after a reload under its server id', async () => {
  const firstOutbox = browser.createOutbox({ started: false });
  await firstOutbox.enterChanges(IMAGE, [boxCreation]);
  await firstOutbox.enterWrite(createGroupWrite('box', true));
  firstOutbox.stop();
  const outbox = browser.createOutbox();
  await outbox.ready;
  await waitUntilSaved(outbox);
  const [creation, groupCall] = browser.server.requests.map(({ call }) => call);
  expect(creation?.key).toMatch(/^POST .detection.v2.object/);
  expect(groupCall).toMatchObject({
    key: 'POST /similarity/training/v2/group/{id}/add-objects',
    params: { id: 'g1' },
    query: { answer: 'changes' },
    body: { objects: [[...browser.server.rows.keys()][0]] },
  });
});

describe('a verification', () => {
  test('in progress is followed by its removal, which uses the server id', async () => {
    const outbox = browser.createOutbox();
    browser.server.holdResponses();
    await outbox.enterWrite(createVerifyWrite('local'));
    await waitUntil(() => expect(browser.server.requests).toHaveLength(1));
    await outbox.enterWrite(createUnverifyWrite('local'));
    browser.server.releaseResponses();
    await waitUntilSaved(outbox);
    expect(browser.server.requests.map(({ call }) => [call.key, call.params?.id])).toEqual([
      ['POST /annotate/v2/verification/', undefined],
      ['DELETE /annotate/v2/verification/{id}', 'row-1'],
    ]);
    expect(browser.server.rows.size).toBe(0);
  });

  test('that is removed and added again sends a deletion and a creation', async () => {
    browser.server.add('old', {});
    const outbox = browser.createOutbox({ started: false });
    await outbox.enterWrite(createUnverifyWrite('old'));
    await outbox.enterWrite(createVerifyWrite('new'));
    void outbox.start();
    await waitUntilSaved(outbox);
    expect(listKeys()).toEqual(['verification/{id}', 'verification/']);
    expect([...browser.server.rows.keys()]).toEqual(['row-1']);
  });

  test('that another user has removed counts as removed', async () => {
    const outbox = browser.createOutbox();
    await outbox.enterWrite(createUnverifyWrite('deleted'));
    await waitUntilSaved(outbox);
  });
});

describe('a rejection', () => {
  test('of a shape blocks the verification of its image but no other image', async () => {
    const outbox = browser.createOutbox();
    browser.server.failAll(({ call }) =>
      call.key === 'POST /detection/v2/object/' ? { status: 400, detail: 'too small' } : null,
    );
    await outbox.enterChanges(IMAGE, [boxCreation]);
    await outbox.enterWrite(createFlagWrite(true));
    await outbox.enterWrite(createVerifyWrite('v1'));
    await outbox.enterWrite(createDoneWrite());
    await outbox.enterWrite(createVerifyWrite('v2', 'image-2'));
    await outbox.enterWrite(createDoneWrite('image-2'));
    await waitUntil(() => expect(listKeys()).toEqual(['object/', 'training-image/update', 'verification/', '{id}/mark-done']));
    expect(browser.server.requests.slice(2).map(({ call }) => call.body)).toEqual([
      { user: 'ann', image_id: 'image-2' },
      { items: ['image-2'] },
    ]);
    await outbox.discardRejected((await waitForAttention(outbox)).id);
    await waitUntilSaved(outbox);
    expect(browser.server.requests.slice(4).map(({ call }) => call.body)).toEqual([
      { user: 'ann', image_id: IMAGE },
      { items: [IMAGE] },
    ]);
  });

  test('of a label is retried after 0.5 and 1 seconds, then shown by name', async () => {
    const outbox = browser.createOutbox();
    browser.server.failAll({ status: 400, detail: 'Not now.' });
    await outbox.enterWrite(createLabelWrite('ripe', true, { id: 'row', name: 'Cup 3' }));
    const delays: (number | null)[] = [];
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await waitUntil(() => expect(browser.clock.msUntilNext).not.toBeNull());
      delays.push(browser.clock.msUntilNext);
      await browser.advanceToNextAttempt();
    }
    expect(describeAttention(await waitForAttention(outbox))).toBe('Label ripe on Cup 3 was not added: Not now.');
    expect([delays, browser.server.requests.length]).toEqual([[500, 1000], 3]);
    expect(new Set(browser.server.requests.map(({ key }) => key)).size).toBe(1);
  });

  test('is resolved by a later write of the same target', async () => {
    const outbox = browser.createOutbox();
    browser.server.fail({ status: 400 }, { status: 400 }, { status: 400 });
    await outbox.enterWrite(createValueWrite('size', 1, 9));
    await rejectTwice();
    await waitForAttention(outbox);
    await outbox.enterWrite(createValueWrite('size', 1, 4));
    await waitUntilSaved(outbox);
    expect(browser.server.requests.at(-1)?.call.body).toEqual({ label_id: 'size', value: 4 });
  });

  test.each([
    ['removing a removed label', createLabelWrite('ripe', false), 404],
    ['adding an existing label', createLabelWrite('ripe', true), 409],
    ['adding an existing verification', createVerifyWrite('v1'), 409],
  ])('of %s counts as success', async (_, write, status) => {
    const outbox = browser.createOutbox();
    browser.server.fail({ status });
    await outbox.enterWrite(write);
    await waitUntilSaved(outbox);
    expect(browser.server.requests).toHaveLength(1);
  });

  test('leaves no entry after the user has decided', async () => {
    const outbox = browser.createOutbox();
    browser.server.fail({ status: 400 });
    await outbox.enterWrite(createFlagWrite(true));
    await outbox.discardRejected((await waitForAttention(outbox)).id);
    expect(outbox.getPendingEntries()).toEqual([]);
    expect(outbox.saveState).toEqual({ kind: 'saved', durable: true });
  });
});

describe('metadata that another user has changed', () => {
  const createStaleFault = (current: object, changedBy?: UserReference) => ({
    status: 409,
    detail: 'Changed meanwhile.',
    current,
    changedBy,
  });

  test.each([
    [{ id: 'bob', username: 'Bob' }, 'Bob has changed this in the meantime.'],
    [{ id: 'ann', username: 'Ann' }, 'You have changed this in another window in the meantime.'],
  ])('the message names the user who made the change: %o', async (user, text) => {
    const outbox = browser.createOutbox();
    browser.server.fail(createStaleFault({ version: 2, meta_data: { theirs: true } }, user));
    await outbox.enterWrite(createMetaWrite({}, { mine: true }, 1));
    expect(describeAttention(await waitForAttention(outbox))).toBe(`The meta data of the image was not changed: ${text}`);
  });

  test("require the user's decision, and keeping mine overwrites theirs", async () => {
    const outbox = browser.createOutbox();
    browser.server.fail(createStaleFault({ version: 2, meta_data: { theirs: true } }));
    await outbox.enterWrite(createMetaWrite({}, { mine: true }, 1));
    const attentionItem = await waitForAttention(outbox);
    expect([doesRetryOverwrite(attentionItem), describeAttention(attentionItem)]).toEqual([
      true,
      'The meta data of the image was not changed: Another user has changed this in the meantime.',
    ]);
    await outbox.retryRejected(attentionItem.id);
    await waitUntilSaved(outbox);
    expect(browser.server.requests.map(({ call }) => call.body)).toEqual([
      { meta_data: { mine: true }, version: 1 },
      { meta_data: { mine: true } },
    ]);
  });

  test('in other fields only are sent again with the new version', async () => {
    const outbox = browser.createOutbox();
    browser.server.fail(createStaleFault({ version: 2, meta_data: {} }));
    await outbox.enterWrite(createMetaWrite({}, { mine: true }, 1));
    await waitUntilSaved(outbox);
    expect(browser.server.requests.at(-1)?.call.body).toEqual({ meta_data: { mine: true }, version: 2 });
  });

  test('to the same value count as saved', async () => {
    const outbox = browser.createOutbox();
    browser.server.fail(createStaleFault({ version: 2, meta_data: { mine: true } }));
    await outbox.enterWrite(createMetaWrite({}, { mine: true }, 1));
    await waitUntilSaved(outbox);
    expect(browser.server.requests).toHaveLength(1);
  });
});
