import type { QualityPerson, QualityReport } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { groupGoldScores, type GoldScoreGroup, type WeightedCounts } from '../quality/gold/read-scores';
import { countGoldItems, loadScores, type ScoreFilter } from './load-scores';
import { summarizeCounts, summarizeScores } from './summarize-scores';
import { readTarget } from './targets';

/** Reads the quality of the annotations of a task. A filter can restrict it to a job, user or period. */
export async function readReport(db: Db, filter: ScoreFilter): Promise<QualityReport> {
  const { task, job, isUpToYesterday } = filter;
  const scores = await loadScores(db, filter);
  const target = await readTarget(db, task.id);
  const { inUse, maxWeight } = await countGoldItems(db, task);
  const group = (by: GoldScoreGroup) => groupGoldScores(scores, [by]).map((row) => ({ id: row[by] ?? '', images: row.images }));
  const [people, jobs, labels] = [group('user'), group('job'), group('label')];
  const users = await readUsers(db, filter, listIds(people));
  const jobNames = await readNames(db, ['annotation_job'], listIds(jobs));
  const labelNames = await readNames(db, ['detection_label', 'segmentation_label', 'recognition_label'], listIds(labels));
  const summarize = (images: readonly WeightedCounts[]) => summarizeScores(images, { target, maxWeight });
  return {
    task: { id: task.id, name: task.name, domain: task.domain },
    target,
    own_only: isUpToYesterday,
    gold_items: isUpToYesterday ? null : inUse,
    total: summarize(scores.map(({ counts, weight }) => ({ ...counts, weight }))),
    people: people.map(({ id, images }): QualityPerson => {
      const user = users.get(id);
      return {
        user: { id, username: user?.username ?? null },
        ...summarize(images),
        open_appeals: user?.open_appeals ?? 0,
        ...(job && { paused: user?.paused ?? false }),
      };
    }),
    labels: labels.map(({ id, images }) => ({ label: { id, name: labelNames.get(id) ?? null }, ...summarizeCounts(images) })),
    weeks: group('week').map(({ id, images }) => ({ week: id, ...summarizeCounts(images) })),
    jobs: jobs.map(({ id, images }) => ({ job: { id, name: jobNames.get(id) ?? null }, ...summarize(images) })),
  };
}

const listIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

interface ScoredUser {
  id: string;
  /** Null for a former member. */
  username: string | null;
  open_appeals: number;
  paused: boolean;
}

async function readUsers(db: Db, { task, job }: ScoreFilter, ids: readonly string[]): Promise<Map<string, ScoredUser>> {
  const { rows } = await sql<ScoredUser>`
    select u.id, case when m.user_id is not null then u.username end as username,
      (select count(*)::int from gold_appeal a join public.gold_item g on g.id = a.gold_id
        where a.user_id = u.id and a.state = 'open' and g.workspace_id = ${task.workspaceId} and g.task_id = ${task.id}
          and (${job ?? null}::uuid is null or a.job_id = ${job ?? null})) as open_appeals,
      exists (select from job_pause p where p.job_id = ${job ?? null}::uuid and p.user_id = u.id) as paused
    from app_user u left join membership m on m.user_id = u.id and m.workspace_id = ${task.workspaceId}
    where u.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

type NamedTable = 'annotation_job' | 'detection_label' | 'segmentation_label' | 'recognition_label';

async function readNames(db: Db, tables: readonly NamedTable[], ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const selects = tables.map((table) => sql`select id, name from ${sql.table(table)} where id = any(${ids}::uuid[])`);
  const { rows } = await sql<{ id: string; name: string }>`${sql.join(selects, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
