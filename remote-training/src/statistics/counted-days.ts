import type { StatisticsCounts, StatisticsRow } from '@console/shared-contract/api';
import type { DayRange } from './statistics.queries';

export type Interval = 'day' | 'week';

const DAY_MS = 86_400_000;
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the Monday of the week of a day. */
function getMonday(day: string): string {
  const weekday = new Date(day).getUTCDay();
  return toDay(Date.parse(day) - ((weekday + 6) % 7) * DAY_MS);
}

/** Returns the complete week before the week of a day. */
export function getLastWeek(day: string): DayRange {
  const monday = Date.parse(getMonday(day));
  return { from: toDay(monday - 7 * DAY_MS), to: toDay(monday - DAY_MS) };
}

/**
 * Lists all days or weeks of a period, each with its row. The row is undefined for a day without statistics, so that a chart shows the gap.
 */
export function listIntervals(
  rows: readonly StatisticsRow[],
  { from, to: lastDay }: DayRange,
  interval: Interval,
): { start: string; counts: StatisticsCounts | undefined }[] {
  const rowsByStart = new Map(rows.map((row) => [row[interval], row]));
  const firstDay = Date.parse(interval === 'week' ? getMonday(from) : from);
  const intervalMs = interval === 'week' ? 7 * DAY_MS : DAY_MS;
  const length = Math.max(0, Math.floor((Date.parse(lastDay) - firstDay) / intervalMs) + 1);
  return Array.from({ length }, (_, index) => {
    const start = toDay(firstDay + index * intervalMs);
    return { start, counts: rowsByStart.get(start) };
  });
}
