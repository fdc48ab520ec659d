import type { WorkerEvents } from 'graphile-worker';

/**
 * Limits how many workers of a pool run each task. If a pool has as many workers as the sum of all limits, no task delays
 * another. Returns a function that the queue library calls before it fetches a job: the result names the tasks to skip. Fetches
 * run one at a time, because two concurrent fetches would both count the same idle worker.
 */
export function createTaskLimiter(events: WorkerEvents, limits: ReadonlyMap<string, number>): () => Promise<string[]> {
  const runningCounts = new Map<string, number>();
  const changeRunningCount = (task: string, change: number) => runningCounts.set(task, (runningCounts.get(task) ?? 0) + change);
  let fetchTurn = Promise.resolve();
  let finishFetch = () => {};
  events.on('job:start', ({ job }) => {
    changeRunningCount(job.task_identifier, 1);
    finishFetch();
  });
  events.on('worker:getJob:empty', () => finishFetch());
  events.on('worker:getJob:error', () => finishFetch());
  events.on('job:complete', ({ job }) => void changeRunningCount(job.task_identifier, -1));

  return async () => {
    const previousTurn = fetchTurn;
    let finishTurn = () => {};
    fetchTurn = new Promise((resolve) => {
      finishTurn = resolve;
    });
    await previousTurn;
    finishFetch = finishTurn;
    return [...limits].filter(([task, limit]) => (runningCounts.get(task) ?? 0) >= limit).map(([task]) => task);
  };
}
