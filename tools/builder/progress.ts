const PROGRESS_INTERVAL_MS = 15_000;

function formatElapsed(startTime: number): string {
  return `${((Date.now() - startTime) / 1000).toFixed(1)} s`;
}

/** Runs `work` and prints when it starts, finishes or fails, and every 15 seconds in between. */
export async function runWithProgress<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startTime = Date.now();
  console.log(`  ${name}: building ...`);
  const timer = setInterval(() => console.log(`  ${name}: still building (${formatElapsed(startTime)})`), PROGRESS_INTERVAL_MS);
  try {
    const result = await work();
    console.log(`  ${name}: built in ${formatElapsed(startTime)}`);
    return result;
  } catch (error) {
    console.error(`  ${name}: failed after ${formatElapsed(startTime)}`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Runs the tasks with limited concurrency and returns their errors. All tasks run even if one fails. */
export async function runLimited(tasks: (() => Promise<void>)[], limit: number): Promise<unknown[]> {
  const queue = [...tasks];
  const failures: unknown[] = [];
  async function runTasks(): Promise<void> {
    for (let task = queue.shift(); task; task = queue.shift()) {
      try {
        await task();
      } catch (error) {
        failures.push(error);
      }
    }
  }
  await Promise.all(Array.from({ length: limit }, runTasks));
  return failures;
}
