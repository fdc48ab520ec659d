import type { Change } from '../../editor/document/changes';
import { IMAGE, untilSaved, until, World } from '../testing/world';
import { ConsoleOutboxes } from './console-outboxes';

const drawing: Change = {
  op: 'create',
  after: { kind: 'object', id: 'drawn', labelId: 'cat', data: [10, 10, 60, 60], metaData: {} },
};

let world: World;
let outboxes: ConsoleOutboxes;
beforeEach(() => {
  world = new World();
  outboxes = new ConsoleOutboxes(world.ports(), world.openChannel);
});

test('sign-in sends the unsent work of earlier visits in all workspaces', async () => {
  for (const workspaceId of ['demo', 'other'])
    await world.outbox({ started: false, owner: { userId: 'ann', workspaceId } }).enter(IMAGE, [drawing]);
  await outboxes.setUser('ann');
  await until(() => expect(world.server.requests.map(({ workspaceId }) => workspaceId)).toEqual(['demo', 'other']));
  await untilSaved(outboxes.of('ann', 'demo'), outboxes.of('ann', 'other'));
});

test('logout stops sending, and retained work counts only for its user', async () => {
  await outboxes.setUser('ann');
  const outbox = outboxes.of('ann', 'demo');
  await untilSaved(outbox);
  await outboxes.setUser(null);
  await outbox.enter(IMAGE, [drawing]);
  expect(world.server.requests).toEqual([]);
  await outboxes.setUser('bob');
  expect(outboxes.unsentCount()).toBe(0);
  world.server.failAll({ status: 503 });
  await outboxes.setUser('ann');
  expect(outboxes.of('ann', 'demo')).toBe(outbox);
  expect(outboxes.unsentCount()).toBe(1);
  expect(outboxes.wouldLoseWork()).toBe(false);
  await until(() => expect(outbox.saveState.kind).toBe('waiting'));
  world.server.recover();
  outboxes.retryNow();
  await untilSaved(outbox);
});
