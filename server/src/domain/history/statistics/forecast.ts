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
  const sample = firstWorkday === -1 ? [] : completions.slice(firstWorkday);
  const days = sample.length;
  const daysWithWork = sample.filter((count) => count > 0).length;
  const mean = days === 0 ? 0 : sample.reduce((sum, count) => sum + count, 0) / days;
  const forecast = { remaining, days, days_with_work: daysWithWork, per_day: mean };
  if (remaining <= 0 || daysWithWork < MIN_DAYS_WITH_WORK || mean <= 0) return { ...forecast, end: null };
  const variance = sample.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (days - 1);
  const expected = remaining / mean;
  const deviation = Math.sqrt((remaining * variance) / mean ** 3 + (remaining ** 2 * variance) / (days * mean ** 4));
  const toDay = (daysFromNow: number) => addDays(today, Math.max(0, Math.ceil(daysFromNow) - 1));
  const end = {
    earliest: toDay(expected - Z_80 * deviation),
    expected: toDay(expected),
    latest: toDay(expected + Z_80 * deviation),
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
