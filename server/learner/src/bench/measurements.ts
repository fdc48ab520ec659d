/** Returns the nearest-rank percentile: the smallest value that at least `percentage` percent of the values do not exceed. */
export function computePercentile(values: readonly number[], percentage: number): number {
  const sortedValues = [...values].sort((a, b) => a - b);
  return sortedValues[Math.min(sortedValues.length - 1, Math.ceil((sortedValues.length * percentage) / 100) - 1)]!;
}

/** Runs a call and returns its duration and the CPU time of this process, both in milliseconds. */
export async function measureTime(call: () => unknown): Promise<{ wallMs: number; cpuMs: number }> {
  const [startTime, startCpuUsage] = [performance.now(), process.cpuUsage()];
  await call();
  const { user, system } = process.cpuUsage(startCpuUsage);
  return { wallMs: performance.now() - startTime, cpuMs: (user + system) / 1000 };
}

/** Resident memory of this process in megabytes. */
export const getMemoryMb = () => Math.round(process.memoryUsage().rss / 1e6);

export const printLine = (text: string) => void process.stdout.write(`${text}\n`);
