/** Returns the nearest-rank percentile of the numbers. `ratio` is between 0 and 1. */
export function percentile(numbers: readonly number[], ratio: number): number {
  const sortedNumbers = [...numbers].sort((a, b) => a - b);
  return sortedNumbers[Math.max(0, Math.ceil(sortedNumbers.length * ratio) - 1)] ?? Number.NaN;
}

/** Returns the duration of the work in milliseconds. */
export async function measureTime(workload: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await workload();
  return performance.now() - started;
}

/**
 * Measures several functions alternately, so that other load of the machine affects all of them equally. Returns the milliseconds
 * of each function. The warm-up rounds, which fill caches, are not counted.
 */
export async function measureAlternately(
  rounds: number,
  workloads: readonly (() => Promise<unknown>)[],
  warmUp = 5,
): Promise<number[][]> {
  const durations = workloads.map((): number[] => []);
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [index, workload] of workloads.entries()) {
      const durationMs = await measureTime(workload);
      if (round >= 0) durations[index]?.push(durationMs);
    }
  }
  return durations;
}

/** Measures how many calls of the function complete per second, with `callers` concurrent callers within `ms`. */
export async function measureRate(workload: () => Promise<unknown>, callers: number, ms: number): Promise<number> {
  const startTime = performance.now();
  let callCount = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() - startTime < ms) {
        await workload();
        callCount += 1;
      }
    }),
  );
  return (callCount * 1000) / (performance.now() - startTime);
}

export type Cell = string | number;

/** Formats a table. Numbers are right-aligned, and have one decimal below 100. */
export function formatTable(columnTitles: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const formatCell = (cell: Cell) => (typeof cell === 'string' ? cell : cell.toFixed(cell < 100 ? 1 : 0));
  const widths = columnTitles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => formatCell(row[column] ?? '').length)),
  );
  const formatLine = (row: readonly Cell[]) =>
    row
      .map((cell, column) =>
        column === 0 ? formatCell(cell).padEnd(widths[column] ?? 0) : formatCell(cell).padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [formatLine(columnTitles), ...rows.map(formatLine)].join('\n');
}
