/** The value that so many of a hundred do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * share) / 100) - 1)]!;
}

/** Milliseconds that a call takes, by the clock and of the processors. */
export async function timed(call: () => unknown): Promise<{ clock: number; processor: number }> {
  const [begun, used] = [performance.now(), process.cpuUsage()];
  await call();
  const { user, system } = process.cpuUsage(used);
  return { clock: performance.now() - begun, processor: (user + system) / 1000 };
}

/** Megabytes that this process holds. */
export const memory = () => Math.round(process.memoryUsage().rss / 1e6);

export const print = (text: string) => void process.stdout.write(`${text}\n`);
