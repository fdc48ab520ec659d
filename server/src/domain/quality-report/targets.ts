import type { QualityTask } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { ScoredTask } from './load-scores';

/** The target of a task, with the numbers that are needed to decide whether the quality reaches it. */
interface TaskTarget {
  /** Null for a task without a target. */
  target: number | null;
  /** Number of gold-standard items that are in use. */
  goldItems: number;
  /** The largest weight of all gold items; 1 without any. */
  maxWeight: number;
}

export async function readTaskTarget(db: Db, task: ScoredTask): Promise<TaskTarget> {
  const { rows } = await sql<TaskTarget>`
    select (select target from quality_target where task_id = ${task.id}) as target,
      count(*) filter (where retired is null)::int as "goldItems", coalesce(max(weight), 1) as "maxWeight" from public.gold_item
    where workspace_id = ${task.workspaceId} and domain = ${task.domain} and task_id = ${task.id}`.execute(db);
  return rows[0] ?? { target: null, goldItems: 0, maxWeight: 1 };
}

/** Sets the target of a task, or removes it. */
export async function setTarget(db: Db, task: ScoredTask, target: number | null): Promise<void> {
  if (target === null) {
    await db.deleteFrom('quality_target').where('task_id', '=', task.id).execute();
    return;
  }
  await db
    .insertInto('quality_target')
    .values({ workspace_id: task.workspaceId, domain: task.domain, task_id: task.id, target })
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet({ target }))
    .execute();
}

const QUALITY_DOMAINS = ['detection', 'segmentation', 'recognition', 'similarity'] as const;

/**
 * Reads the tasks with scores, a target, gold items or rules, sorted by name. With a job, only tasks with scores in it.
 * @param userId a user whose scores up to yesterday are counted; leaves out tasks with only gold items or rules. Null counts all scores
 */
export async function readScoredTasks(
  db: Db,
  workspaceId: string,
  { job: jobId = null, userId }: { job?: string | undefined | null; userId: string | null },
): Promise<QualityTask[]> {
  const tasks = QUALITY_DOMAINS.map(
    (domain) =>
      sql`select ${sql.lit(domain)} as domain, id, name, rules from ${sql.table(`${domain}_task`)} where workspace_id = ${workspaceId}`,
  );
  const { rows } = await sql<QualityTask>`
    select t.domain, t.id, t.name, q.target, coalesce(c.scores, 0) as scores
    from (${sql.join(tasks, sql` union all `)}) t
    left join quality_target q on q.task_id = t.id
    left join (
      select g.domain, g.task_id, count(*)::int as scores from public.gold_score s join public.gold_item g on g.id = s.gold_id
      where g.workspace_id = ${workspaceId} and (${jobId}::uuid is null or s.job_id = ${jobId})
        and (${userId}::uuid is null
          or (s.user_id = ${userId} and s.scored at time zone 'UTC' < date_trunc('day', now() at time zone 'UTC')))
      group by 1, 2
    ) c on c.domain = t.domain and c.task_id = t.id
    where c.scores > 0 or (${jobId}::uuid is null and (q.target is not null or ${userId}::uuid is null and (
      jsonb_path_exists(t.rules, '$.levels.*')
      or exists (select from public.gold_item g where g.task_id = t.id and g.domain = t.domain and g.retired is null))))
    order by lower(t.name), t.id`.execute(db);
  return rows;
}
