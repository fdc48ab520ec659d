import type { CallBodyParsed, ApiCalls } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';

/**
 * Retention of reported periods. Older reports are ignored: they could overlap periods that have been deleted, and would then count twice.
 */
const RETENTION_DAYS = 7;
/** A smaller difference between the clocks of client and server is not corrected, because it may be the duration of the request. */
const MAX_CLOCK_DIFFERENCE_MS = 5000;

type ActiveTimeReport = CallBodyParsed<ApiCalls['POST /history/v2/active-time/']>;
interface InputPeriod {
  started: number;
  ended: number;
  job: string | null;
}

/**
 * Converts the reported periods to the server's clock, in order and without overlaps. Leaves out parts in the future and parts older than
 * the retention. A user is therefore never active for longer than the time that has passed.
 */
export function normalizePeriods(
  { sent: sentTime, periods }: Pick<ActiveTimeReport, 'sent' | 'periods'>,
  now = Date.now(),
): InputPeriod[] {
  const clockDifference = now - Date.parse(sentTime);
  const clockCorrection = Math.abs(clockDifference) > MAX_CLOCK_DIFFERENCE_MS ? clockDifference : 0;
  const earliestStart = now - RETENTION_DAYS * 86_400_000;
  let previousEnd = earliestStart;
  return periods
    .map(({ started, ended, job }) => ({
      started: Date.parse(started) + clockCorrection,
      ended: Math.min(Date.parse(ended) + clockCorrection, now),
      job: job ?? null,
    }))
    .sort((a, b) => a.started - b.started)
    .flatMap((period) => {
      const started = Math.max(period.started, previousEnd);
      if (period.ended <= started) return [];
      previousEnd = period.ended;
      return [{ ...period, started }];
    });
}

/** Adds the parts of the periods that are not stored yet to the statistics of the user. */
export async function recordActiveTime(
  trx: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  periods: readonly InputPeriod[],
): Promise<void> {
  if (periods.length === 0) return;
  // Reports of a user are processed one after the other, so that each report sees the periods of earlier reports.
  await sql`select from membership where workspace_id = ${workspaceId} and user_id = ${userId} for no key update`.execute(trx);
  const toTimes = (times: number[]) => times.map((time) => new Date(time).toISOString());
  await sql`
    with reported as (
      select * from unnest(${toTimes(periods.map(({ started }) => started))}::timestamptz[],
        ${toTimes(periods.map(({ ended }) => ended))}::timestamptz[], ${periods.map(({ job }) => job)}::uuid[]) as r(started, ended, job_id)
    ), new_part as (
      select lower(part) as started, upper(part) as ended, job_id from (
        select job_id, unnest(tstzmultirange(tstzrange(started, ended)) - coalesce((
          select range_agg(tstzrange(p.started, p.ended)) from active_period p
          where p.workspace_id = ${workspaceId} and p.user_id = ${userId} and p.started < r.ended and p.ended > r.started
        ), '{}')) as part
        from reported r) parts
    ), stored as (
      insert into active_period (workspace_id, user_id, started, ended)
      select ${workspaceId}, ${userId}, started, ended from new_part
    )
    insert into daily_statistics as d (workspace_id, day, user_id, job_id, active_ms)
    select ${workspaceId}::uuid, day::date, ${userId}::uuid, job_id, round(sum(extract(epoch from
      least(ended at time zone 'UTC', day + interval '1 day') - greatest(started at time zone 'UTC', day))) * 1000)
    from new_part, generate_series(date_trunc('day', started at time zone 'UTC'), ended at time zone 'UTC', '1 day') day
    group by day, job_id
    on conflict (workspace_id, day, user_id, job_id, label_id) do update set active_ms = d.active_ms + excluded.active_ms`.execute(
    trx,
  );
}

export async function deleteExpiredActivePeriods(db: Db): Promise<void> {
  await sql`delete from active_period where ended < clock_timestamp() - make_interval(days => ${RETENTION_DAYS + 1})`.execute(db);
}
