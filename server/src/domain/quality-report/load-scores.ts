import type { QualityDomain } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { notFound } from '../../platform/errors';
import { readGoldScores, type GoldScore } from '../quality/gold/read-scores';

export interface ScoredTask {
  id: string;
  name: string;
  domain: QualityDomain;
  workspaceId: string;
}

/** Selects scores of one task. */
export interface ScoreFilter {
  task: ScoredTask;
  job?: string | undefined;
  user?: string | undefined;
  /** First and last UTC day. */
  from?: string | undefined;
  to?: string | undefined;
  /**
   * Whether today's scores are left out. Otherwise a new score would tell users without the permission `review` that the item
   * they have just done is gold.
   */
  isUpToYesterday: boolean;
}

/** Finds a task of any domain. Throws 404 if the task does not exist. */
export async function findTask(db: Db, scope: Scope, id: string): Promise<ScoredTask> {
  const { rows } = await sql<{ domain: QualityDomain }>`
    select 'detection' as domain from detection_task where id = ${id}
    union all select 'segmentation' from segmentation_task where id = ${id}
    union all select 'recognition' from recognition_task where id = ${id}
    union all select 'similarity' from similarity_task where id = ${id}`.execute(db);
  const domain = rows[0]?.domain;
  if (!domain) throw notFound('Task');
  const row = await scope.findRow(`${domain}_task`, id, { entityName: 'Task' });
  return { id: row.id, name: row.name, domain, workspaceId: row.workspace_id };
}

/** SQL conditions for the scores `s` of gold-standard items `g`. */
export function selectScores({
  task,
  job: jobId,
  user: userId,
  from: firstDay,
  to: lastDay,
  isUpToYesterday,
}: ScoreFilter): RawBuilder<unknown> {
  const startOfToday = sql`date_trunc('day', now() at time zone 'UTC')`;
  const scoredInUtc = sql`s.scored at time zone 'UTC'`;
  const conditions = [
    sql`g.workspace_id = ${task.workspaceId}`,
    sql`g.domain = ${task.domain}`,
    sql`g.task_id = ${task.id}`,
    ...(jobId ? [sql`s.job_id = ${jobId}`] : []),
    ...(userId ? [sql`s.user_id = ${userId}`] : []),
    ...(firstDay ? [sql`${scoredInUtc} >= ${firstDay}::date`] : []),
    ...(lastDay ? [sql`${scoredInUtc} < ${lastDay}::date + 1`] : []),
    ...(isUpToYesterday ? [sql`${scoredInUtc} < ${startOfToday}`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

/** Loads the scores that a filter selects. */
export async function loadScores(
  db: Db,
  { task, job: jobId, user: userId, from: firstDay, to: lastDay, isUpToYesterday }: ScoreFilter,
): Promise<GoldScore[]> {
  const today = new Date().toISOString().slice(0, 10);
  return (await readGoldScores(db, task.id)).filter((score) => {
    const day = score.scored.slice(0, 10);
    if ((firstDay && day < firstDay) || (lastDay && day > lastDay) || (isUpToYesterday && day >= today)) return false;
    return (!jobId || score.job === jobId) && (!userId || score.user === userId);
  });
}
