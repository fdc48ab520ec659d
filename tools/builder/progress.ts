const STILL_AT_WORK_MS = 15_000;

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** Runs a piece of work between two plain lines, with a sign of life while it lasts. */
export async function announced<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = Date.now();
  console.log(`  ${what}: building ...`);
  const timer = setInterval(() => console.log(`  ${what}: still building (${seconds(started)})`), STILL_AT_WORK_MS);
  try {
    const result = await work();
    console.log(`  ${what}: built in ${seconds(started)}`);
    return result;
  } catch (error) {
    console.error(`  ${what}: failed after ${seconds(started)}`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Runs the tasks, so many at a time; all are run even if one fails. */
export async function runLimited(tasks: (() => Promise<void>)[], limit: number): Promise<unknown[]> {
  const queue = [...tasks];
  const failures: unknown[] = [];
  async function worker(): Promise<void> {
    for (let task = queue.shift(); task; task = queue.shift()) {
      try {
        await task();
      } catch (error) {
        failures.push(error);
      }
    }
  }
  await Promise.all(Array.from({ length: limit }, worker));
  return failures;
}
