import type { QualityPerson, QualityReport } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { loadScores, type ScoreFilter } from './load-scores';
import { ScoreSummary, summarizeScores } from './summarize-scores';
import { readTaskTarget } from './targets';

/** Reads the quality of the annotations of a task. A filter can restrict it to a job, user or period. */
export async function readReport(db: Db, filter: ScoreFilter): Promise<QualityReport> {
  const { task, job, isUpToYesterday } = filter;
  const { total, users, jobs, labels, weeks } = summarizeScores(await loadScores(db, filter));
  const taskTarget = await readTaskTarget(db, task);
  const ids = { users: [...users.keys()], jobs: [...jobs.keys()], labels: [...labels.keys()] };
  const details = await readDetails(db, filter, ids);
  const getName = (id: string) => details.get(id)?.name ?? null;
  const pausedUsers = [...details.values()].flatMap(({ id, paused }) => (paused ? [id] : []));
  const people = [...new Set([...users.keys(), ...pausedUsers])];
  return {
    task: { id: task.id, name: task.name, domain: task.domain },
    target: taskTarget.target,
    own_only: isUpToYesterday,
    gold_items: isUpToYesterday ? null : taskTarget.goldItems,
    total: total.decide(taskTarget),
    people: people.map((id): QualityPerson => {
      const user = details.get(id);
      return {
        user: { id, username: user?.name ?? null },
        ...(users.get(id) ?? new ScoreSummary()).decide(taskTarget),
        open_appeals: user?.open_appeals ?? 0,
        ...(job && { paused: user?.paused ?? false }),
      };
    }),
    labels: [...labels].map(([id, summary]) => ({ label: { id, name: getName(id) }, ...summary.estimate() })),
    weeks: [...weeks].sort(([a], [b]) => a.localeCompare(b)).map(([week, summary]) => ({ week, ...summary.estimate() })),
    jobs: [...jobs].map(([id, summary]) => ({ job: { id, name: getName(id) }, ...summary.decide(taskTarget) })),
  };
}

/** Details of a user, job or label of the report. Deleted rows have no details. */
interface RowDetails {
  id: string;
  /** Null for a former member. */
  name: string | null;
  /** Only for users. */
  open_appeals: number;
  paused: boolean;
}

interface ReportIds {
  users: readonly string[];
  jobs: readonly string[];
  labels: readonly string[];
}

/** Groups have types instead of labels. */
const LABEL_TABLES = ['detection_label', 'segmentation_label', 'recognition_label', 'similarity_type'] as const;

/**
 * Reads the details of all rows of the report in one statement, because each one costs a round trip. Users who are paused in the job
 * have details even without scores, so that managers can resume them.
 */
async function readDetails(
  db: Db,
  { task, job: jobId, user: userId }: ScoreFilter,
  ids: ReportIds,
): Promise<ReadonlyMap<string, RowDetails>> {
  const labels = LABEL_TABLES.map(
    (table) => sql`union all select id, name, 0, false from ${sql.table(table)} where id = any(${ids.labels}::uuid[])`,
  );
  const { rows } = await sql<RowDetails>`
    select u.id, case when m.user_id is not null then u.username end as name,
      (select count(*)::int from gold_appeal a join public.gold_item g on g.id = a.gold_id
        where a.user_id = u.id and a.state = 'open' and g.workspace_id = ${task.workspaceId} and g.task_id = ${task.id}
          and (${jobId ?? null}::uuid is null or a.job_id = ${jobId ?? null})) as open_appeals,
      exists (select from job_pause p where p.job_id = ${jobId ?? null}::uuid and p.user_id = u.id) as paused
    from app_user u left join membership m on m.user_id = u.id and m.workspace_id = ${task.workspaceId}
    where u.id = any(${ids.users}::uuid[])
      or exists (select from job_pause p where p.job_id = ${jobId ?? null}::uuid and p.user_id = u.id and (${userId ?? null}::uuid is null or p.user_id = ${userId ?? null}))
    union all select id, name, 0, false from annotation_job where id = any(${ids.jobs}::uuid[])
    ${sql.join(labels, sql` `)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
