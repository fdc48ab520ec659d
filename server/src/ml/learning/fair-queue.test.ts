import { setImmediate } from 'node:timers/promises';
import { FairQueue } from './fair-queue';

it('lets owners with waiting work take turns, and limits their queues', async () => {
  const queue = new FairQueue({ perOwner: 2, total: 3 }, 'Full');
  const finishedRequests: string[] = [];
  const cancelController = new AbortController();
  const run = (name: string, signal?: AbortSignal) =>
    queue.run(
      name[0]!,
      async () => {
        await setImmediate();
        finishedRequests.push(name);
      },
      signal,
    );
  const runs = [run('a1'), run('a2'), run('a3'), run('b1', cancelController.signal)];
  await expect(run('a4')).rejects.toMatchObject({ status: 503, detail: 'Full' });
  await expect(run('c1')).rejects.toMatchObject({ status: 503 });
  cancelController.abort(new Error('cancelled'));
  await expect(runs[3]).rejects.toThrow('cancelled');
  await Promise.all([...runs.slice(0, 3), run('b2')]);
  expect(finishedRequests).toEqual(['a1', 'b2', 'a2', 'a3']);
});
