/** The nearest-rank percentile: the smallest value that at least `share` percent of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * share) / 100) - 1)]!;
}

/** Runs a call and returns its duration and the CPU time of this process, both in milliseconds. */
export async function timed(call: () => unknown): Promise<{ clock: number; processor: number }> {
  const [started, used] = [performance.now(), process.cpuUsage()];
  await call();
  const { user, system } = process.cpuUsage(used);
  return { clock: performance.now() - started, processor: (user + system) / 1000 };
}

/** Resident memory of this process in megabytes. */
export const memory = () => Math.round(process.memoryUsage().rss / 1e6);

export const print = (text: string) => void process.stdout.write(`${text}\n`);
