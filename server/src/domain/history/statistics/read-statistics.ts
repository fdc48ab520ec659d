import type { StatisticsDimension, StatisticsRow } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { createFieldError } from '../../../platform/errors';
import { readLastEntryId } from './count-changes';
import { LOGGED_COUNTS, selectLoggedCounts } from './select-counts';

interface StatisticsFilter {
  workspaceId: string;
  /** First and last UTC day. */
  from: string;
  to: string;
  user?: string | undefined;
  job?: string | undefined;
  label?: string | undefined;
}

export interface Statistics {
  /** False if there are more uncounted entries than one request may count. */
  complete: boolean;
  results: StatisticsRow[];
}

/** Maximum number of entries that a request counts. A background task that runs every minute counts the remaining entries. */
const MAX_UNCOUNTED = 100_000n;
const MAX_ROWS = 10_000;

/**
 * SQL of each dimension of a report: the value to group by, and the value in the response. `w.id` is the workspace. Former members have no
 * name.
 */
const DIMENSIONS: Record<StatisticsDimension, { value: RawBuilder<unknown>; result: RawBuilder<unknown> }> = {
  user: {
    value: sql`c.user_id`,
    result: sql`json_build_object('id', g.user, 'username', (
      select u.username from membership m join app_user u on u.id = m.user_id
      where m.workspace_id = w.id and m.user_id = g.user))`,
  },
  day: { value: sql`c.day`, result: sql`to_char(g.day, 'YYYY-MM-DD')` },
  week: { value: sql`date_trunc('week', c.day)`, result: sql`to_char(g.week, 'YYYY-MM-DD')` },
  job: {
    value: sql`c.job_id`,
    result: sql`case when g.job is not null then
      json_build_object('id', g.job, 'name', (select j.name from annotation_job j where j.id = g.job)) end`,
  },
  label: {
    value: sql`c.label_id`,
    result: sql`case when g.label is not null then json_build_object('id', g.label, 'name', coalesce(
      (select l.name from detection_label l where l.id = g.label), (select l.name from segmentation_label l where l.id = g.label),
      (select l.name from recognition_label l where l.id = g.label))) end`,
  },
};

/**
 * Reads counts, grouped by the given dimensions. Adds the stored daily counts and the entries of the change log that are not counted yet.
 * Both are read in one snapshot, so that no entry is missing or counted twice.
 */
export async function readStatistics(
  db: Db,
  filter: StatisticsFilter,
  dimensions: readonly StatisticsDimension[],
): Promise<Statistics> {
  const readSources = async (trx: Db) => {
    const { counted_id } = await trx.selectFrom('statistics_progress').select('counted_id').executeTakeFirstOrThrow();
    const isComplete = BigInt(await readLastEntryId(trx)) - BigInt(counted_id) <= MAX_UNCOUNTED;
    const sources = isComplete
      ? [selectCountedDays(filter), selectUncountedEntries(filter, counted_id)]
      : [selectCountedDays(filter)];
    const results = await readGroups(trx, sources, filter, [...new Set(dimensions)]);
    if (results.length > MAX_ROWS)
      throw createFieldError('group_by', `has more than ${MAX_ROWS} rows. Choose a shorter period or fewer dimensions`);
    return { complete: isComplete, results };
  };
  // Requests of callers who are limited to their jobs already run in a transaction, which does not use a snapshot. An entry that is counted
  // during the read can then be missing.
  if (db.isTransaction) return readSources(db);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(readSources);
}

const columns = sql.join(['workspace_id', 'day', 'user_id', 'job_id', 'label_id', ...LOGGED_COUNTS].map((name) => sql.ref(name)));

const selectCountedDays = ({ workspaceId, from, to }: StatisticsFilter) => sql`
  select ${columns}, active_ms from daily_statistics where workspace_id = ${workspaceId} and day between ${from} and ${to}`;

const selectUncountedEntries = ({ workspaceId }: StatisticsFilter, countedId: string) => sql`
  select ${columns}, 0 as active_ms from (${selectLoggedCounts({ after: countedId, workspaceId })}) uncounted`;

async function readGroups(
  db: Db,
  sources: readonly RawBuilder<unknown>[],
  { workspaceId, from: firstDay, to: lastDay, user: userId, job: jobId, label: labelId }: StatisticsFilter,
  dimensions: readonly StatisticsDimension[],
): Promise<StatisticsRow[]> {
  const where = [sql`c.day between ${firstDay} and ${lastDay}`];
  if (userId) where.push(sql`c.user_id = ${userId}`);
  if (jobId) where.push(sql`c.job_id = ${jobId}`);
  if (labelId) where.push(sql`c.label_id = ${labelId}`);
  const values = dimensions.map((name) => sql`${DIMENSIONS[name].value} as ${sql.ref(name)}`);
  const results = dimensions.map((name) => sql`${DIMENSIONS[name].result} as ${sql.ref(name)}`);
  const names = dimensions.map((name) => sql.ref(`g.${name}`));
  const summedCounts = [
    ...LOGGED_COUNTS.map((count) => sql`coalesce(sum(c.${sql.ref(count)}), 0)::int as ${sql.ref(count)}`),
    sql`coalesce(sum(c.active_ms), 0)::float8 / 1000 as active_seconds`,
  ];
  const countNames = [...LOGGED_COUNTS, 'active_seconds'].map((name) => sql`g.${sql.ref(name)}`);
  const hasCounts = sql`num_nonnulls(${sql.join(countNames.map((name) => sql`nullif(${name}, 0)`))}) > 0`;
  const { rows } = await sql<StatisticsRow>`
    select ${sql.join([...results, ...countNames])} from (
      select ${sql.join([...values, ...summedCounts])} from (${sql.join(sources, sql` union all `)}) c where ${sql.join(where, sql` and `)}
      ${names.length > 0 ? sql`group by ${sql.join(dimensions.map((name) => DIMENSIONS[name].value))}` : sql``}
    ) g cross join (select ${workspaceId}::uuid as id) w ${names.length > 0 ? sql`where ${hasCounts} order by ${sql.join(names)}` : sql``} limit ${MAX_ROWS + 1}`.execute(
    db,
  );
  return rows;
}
