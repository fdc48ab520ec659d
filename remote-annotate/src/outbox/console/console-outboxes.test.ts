/** @jest-environment-options {"dom": true} */
import type { ShapeChange } from '../../editor/document/changes';
import { IMAGE, waitUntilSaved, waitUntil, TestBrowser } from '../testing/test-browser';
import { ConsoleOutboxes } from './console-outboxes';

const drawing: ShapeChange = {
  op: 'create',
  after: { kind: 'object', id: 'drawn', labelId: 'cat', data: [10, 10, 60, 60], metaData: {} },
};

let browser: TestBrowser;
let outboxes: ConsoleOutboxes;
beforeEach(() => {
  browser = new TestBrowser();
  outboxes = new ConsoleOutboxes(browser.createPorts(), browser.openChannel);
});

test('sign-in sends the unsent work of earlier visits in all workspaces', async () => {
  for (const workspaceId of ['demo', 'other'])
    await browser.createOutbox({ started: false, owner: { userId: 'ann', workspaceId } }).enterChanges(IMAGE, [drawing]);
  await outboxes.setUser('ann');
  await waitUntil(() => expect(browser.server.requests.map(({ workspaceId }) => workspaceId)).toEqual(['demo', 'other']));
  await waitUntilSaved(outboxes.getOutbox('ann', 'demo'), outboxes.getOutbox('ann', 'other'));
});

test('logout stops sending, and retained work counts only for its user', async () => {
  await outboxes.setUser('ann');
  const outbox = outboxes.getOutbox('ann', 'demo');
  await waitUntilSaved(outbox);
  await outboxes.setUser(null);
  await outbox.enterChanges(IMAGE, [drawing]);
  expect(browser.server.requests).toEqual([]);
  await outboxes.setUser('bob');
  expect(outboxes.countUnsent()).toBe(0);
  browser.server.failAll({ status: 503 });
  await outboxes.setUser('ann');
  expect(outboxes.getOutbox('ann', 'demo')).toBe(outbox);
  expect(outboxes.countUnsent()).toBe(1);
  expect(outboxes.wouldLoseWork()).toBe(false);
  await waitUntil(() => expect(outbox.saveState.kind).toBe('waiting'));
  browser.server.recover();
  outboxes.retryNow();
  await waitUntilSaved(outbox);
});
