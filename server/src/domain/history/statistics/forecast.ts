import type { JobForecast } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { selectRequiredUsers } from '../../../data-access/rows/required-users';
import type { Db } from '../../../platform/database/connection';
import { readStatistics } from './read-statistics';

/** Number of days before today that a forecast is based on. */
const FORECAST_DAYS = 28;
const MIN_DAYS_WITH_WORK = 3;
/** A standard normal variable is between -z and z with a probability of 80 %. */
const Z_80 = 1.2816;
const DAY_MS = 86_400_000;

/**
 * Forecasts the day on which the sum of daily completions reaches `remaining`. The first passage time of a sum of independent
 * daily numbers is approximately normal, with mean R/m and variance R·s²/m³ (A. Gut, Stopped Random Walks, 2009, chapter 3). The
 * variance of the estimated mean itself adds R²·s²/(n·m⁴).
 * @param completions Completions on each of the last days, without today.
 * @param today UTC day, `YYYY-MM-DD`.
 */
export function forecastEnd(remaining: number, completions: readonly number[], today: string): JobForecast {
  const firstWorkday = completions.findIndex((count) => count > 0);
  const completionsSinceStart = firstWorkday === -1 ? [] : completions.slice(firstWorkday);
  const dayCount = completionsSinceStart.length;
  const daysWithWork = completionsSinceStart.filter((count) => count > 0).length;
  const meanPerDay = dayCount === 0 ? 0 : completionsSinceStart.reduce((sum, count) => sum + count, 0) / dayCount;
  const forecast = { remaining, days: dayCount, days_with_work: daysWithWork, per_day: meanPerDay };
  if (remaining <= 0 || daysWithWork < MIN_DAYS_WITH_WORK || meanPerDay <= 0) return { ...forecast, end: null };
  const variance = completionsSinceStart.reduce((sum, count) => sum + (count - meanPerDay) ** 2, 0) / (dayCount - 1);
  const expectedDays = remaining / meanPerDay;
  const standardDeviation = Math.sqrt(
    (remaining * variance) / meanPerDay ** 3 + (remaining ** 2 * variance) / (dayCount * meanPerDay ** 4),
  );
  const toDay = (daysFromNow: number) => addDays(today, Math.max(0, Math.ceil(daysFromNow) - 1));
  const end = {
    earliest: toDay(expectedDays - Z_80 * standardDeviation),
    expected: toDay(expectedDays),
    latest: toDay(expectedDays + Z_80 * standardDeviation),
  };
  return { ...forecast, end };
}

/**
 * Maximum number of days until the end of a job. The forecast of a slow job could otherwise be after the year 9999, the last year with four
 * digits in ISO 8601.
 */
const MAX_DAYS_AHEAD = 36_500;

const addDays = (day: string, count: number) =>
  new Date(Date.parse(day) + Math.min(count, MAX_DAYS_AHEAD) * DAY_MS).toISOString().slice(0, 10);

/** Forecasts the end of a job from the items that all users completed on the last 28 days before today. */
export async function readForecast(
  db: Db,
  { id, workspace_id }: { id: string; workspace_id: string },
  now = new Date(),
): Promise<JobForecast> {
  const today = now.toISOString().slice(0, 10);
  const { rows } = await sql<{ remaining: number }>`
    select coalesce(sum(greatest(${selectRequiredUsers()} - i.done_count, 0)), 0)::int as remaining
    from annotation_job j join job_item i on i.job_id = j.id where j.id = ${id} and i.gold_id is null`.execute(db);
  const filter = { workspaceId: workspace_id, job: id, from: addDays(today, -FORECAST_DAYS), to: addDays(today, -1) };
  const { results } = await readStatistics(db, filter, ['day']);
  const completions = Array.from({ length: FORECAST_DAYS }, (_, index) => {
    const day = addDays(filter.from, index);
    return Math.max(0, results.find((row) => row.day === day)?.items_done ?? 0);
  });
  return forecastEnd(rows[0]?.remaining ?? 0, completions, today);
}
