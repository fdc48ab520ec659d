import type { WorkerEvents } from 'graphile-worker';

/**
 * Holds each task to its share of one pool's workers, so that with as many workers as all shares together none can hold
 * up another. Answers what the library asks before it fetches a job: the flags, here names of tasks, to pass over. Fetching
 * goes one at a time, for two at once would both count the same free place.
 */
export function laneLimits(events: WorkerEvents, shares: ReadonlyMap<string, number>): () => Promise<string[]> {
  const running = new Map<string, number>();
  const count = (task: string, change: number) => running.set(task, (running.get(task) ?? 0) + change);
  let turn = Promise.resolve();
  let endTurn = () => {};
  events.on('job:start', ({ job }) => {
    count(job.task_identifier, 1);
    endTurn();
  });
  events.on('worker:getJob:empty', () => endTurn());
  events.on('worker:getJob:error', () => endTurn());
  events.on('job:complete', ({ job }) => void count(job.task_identifier, -1));

  return async () => {
    const before = turn;
    let end = () => {};
    turn = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    endTurn = end;
    return [...shares].filter(([task, share]) => (running.get(task) ?? 0) >= share).map(([task]) => task);
  };
}
