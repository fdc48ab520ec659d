/** Returns the nearest-rank percentile of the numbers. `p` is between 0 and 1. */
export function percentile(numbers: readonly number[], p: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN;
}

/** Returns the duration of the work in milliseconds. */
export async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * Measures several functions alternately, so that other load of the machine affects all of them equally. Returns the milliseconds
 * of each function. The warm-up rounds, which fill caches, are not counted.
 */
export async function measureAlternately(
  rounds: number,
  works: readonly (() => Promise<unknown>)[],
  warmUp = 5,
): Promise<number[][]> {
  const durations = works.map((): number[] => []);
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const ms = await measureTime(work);
      if (round >= 0) durations[index]?.push(ms);
    }
  }
  return durations;
}

/** Measures how many calls of the function complete per second, with `callers` concurrent callers within `ms`. */
export async function measureRate(work: () => Promise<unknown>, callers: number, ms: number): Promise<number> {
  const startTime = performance.now();
  let callCount = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() - startTime < ms) {
        await work();
        callCount += 1;
      }
    }),
  );
  return (callCount * 1000) / (performance.now() - startTime);
}

export type Cell = string | number;

/** Formats a table. Numbers are right-aligned, and have one decimal below 100. */
export function formatTable(columnTitles: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const text = (cell: Cell) => (typeof cell === 'string' ? cell : cell.toFixed(cell < 100 ? 1 : 0));
  const widths = columnTitles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => text(row[column] ?? '').length)),
  );
  const line = (row: readonly Cell[]) =>
    row
      .map((cell, column) => (column === 0 ? text(cell).padEnd(widths[column] ?? 0) : text(cell).padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(columnTitles), ...rows.map(line)].join('\n');
}
