import type { GoldSample } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { lockReferencedRows } from '../../../data-access/facets';
import { readOne, readPage, toIsoTimestamp, type RowView } from '../../../data-access/rows/view';
import { notFound } from '../../../platform/errors';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route } from '../../../platform/http/route/route';
import { findJob } from '../jobs/write';
import { createGoldFromGroups } from '../gold/create-from-groups';
import { createGoldFromImages } from '../gold/create-from-images';
import { createGoldSample } from './create-sample';

/** Binds the calls for random samples of jobs, which an expert annotates and which then become gold-standard items. */
export function bindGoldSamples(app: FastifyInstance): void {
  route(app, 'GET /annotate/v2/gold-sample/', async ({ query, db, scope, page }) => {
    const { domain, task: taskId } = query;
    await scope.findRow(`${domain}_task`, taskId, { entityName: 'Task' });
    const where = [sql`s.task = ${taskId}`, sql`s.gold_count < s.image_count`];
    const { count, rows } = await readPage(db, sampleView, { where, order: sql`s.started desc, s.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /annotate/v2/gold-sample/', async ({ body, db, scope, user }) => {
    const { job: jobId, domain, task, count, stratified: isStratified, expert } = body;
    const { workspace_id: workspaceId } = await scope.findRow(`${domain}_task`, task, { entityName: 'Task' });
    // Lock the job, so that no other sample draws the same images at the same time.
    const kind = domain === 'similarity' ? 'similarity' : 'image';
    const source = await findJob(scope, kind, jobId, { lock: true });
    await scope.requireSameWorkspace('annotation_job', [jobId], workspaceId, { field: 'job', entityName: 'Job' });
    const request = { domain, taskId: task, count, isStratified, expertId: expert, userId: user.id };
    return readOne(db, sampleView, await createGoldSample(db, scope, source, request));
  });

  route(app, 'POST /annotate/v2/gold-sample/{id}/add', async ({ params, body, db, scope, user }) => {
    const job = await scope.findRow('annotation_job', params.id, { entityName: 'Sample', lock: true });
    const { rows } = await sql<SampleItem>`
      select s.domain, s.task_id, coalesce(s.image_id, s.group_id) as target, s.weight, coalesce(i.done_count > 0, false) as is_done,
        exists (select from gold_item g where ${isSameTarget('g')} and g.task_id = s.task_id) as is_gold
      from gold_sample s left join job_item i on i.job_id = s.job_id and ${isSameTarget('i')}
      where s.job_id = ${job.id} order by target`.execute(db);
    const [sample] = rows;
    if (!sample) throw notFound('Sample');
    const { domain, task_id: taskId } = sample;
    await scope.findRow(`${domain}_task`, taskId, { entityName: 'Task' });
    // Gold items that have been retired stay retired.
    const candidates = rows.filter((row) => !row.is_gold);
    const completedRows = candidates.filter((row) => row.is_done);
    const source = {
      workspaceId: job.workspace_id,
      taskId,
      userId: user.id,
      weights: new Map(rows.map(({ target, weight }) => [target, weight])),
    };
    const ids = completedRows.map(({ target }) => target);
    const options = { isPreview: body.dry_run };
    if (domain === 'similarity' && !body.dry_run) await lockReferencedRows(db, 'similarity_group', ids);
    const counts =
      domain === 'similarity'
        ? await createGoldFromGroups(db, { ...source, groupIds: ids }, options)
        : await createGoldFromImages(db, { ...source, domain, imageIds: ids }, options);
    // `not_verified`: images and groups that the expert has not done or that are not verified. `other_type`: groups whose type the task does
    // not use.
    return {
      created: counts.created,
      already_gold: counts.already_gold + rows.length - candidates.length,
      not_verified: counts.not_verified + candidates.length - completedRows.length,
      ...('other_type' in counts && { other_type: counts.other_type }),
    };
  });
}

interface SampleItem {
  domain: GoldSample['domain'];
  task_id: string;
  /** The image or group. */
  target: string;
  weight: number;
  /** Whether the expert has done the image or group. */
  is_done: boolean;
  /** Whether the image or group is or was a gold item of the task. */
  is_gold: boolean;
}

/** SQL condition: a row of the table `alias` refers to the same image or group as the row `s` of a sample. */
const isSameTarget = (alias: string) =>
  sql`(${sql.ref(`${alias}.image_id`)} = s.image_id or ${sql.ref(`${alias}.group_id`)} = s.group_id)`;

/** The view of samples. `gold_count` includes images and groups whose gold item was retired later. */
const sampleView: RowView<GoldSample> = {
  from: sql`(
    select s.job_id as id, j.name, s.workspace_id as workspace, s.domain, s.task_id as task, min(s.created) as started,
      count(*)::int as image_count, count(*) filter (where c.is_gold)::int as gold_count,
      count(*) filter (where c.is_verified and not c.is_gold)::int as verified_count
    from gold_sample s join annotation_job j on j.id = s.job_id
      cross join lateral (select
        exists (select from gold_item g where ${isSameTarget('g')} and g.task_id = s.task_id) as is_gold,
        (exists (select from image_verification v where v.image_id = s.image_id and v.model_id is null)
            or exists (select from similarity_verification v where v.group_id = s.group_id))
          and exists (select from job_item i where i.job_id = s.job_id and ${isSameTarget('i')} and i.done_count > 0) as is_verified) c
    group by s.job_id, j.name, s.workspace_id, s.domain, s.task_id) s`,
  id: sql`s.id`,
  columns: sql<GoldSample>`
    s.id, s.name, s.workspace, s.domain, s.task, s.image_count, s.gold_count, s.verified_count,
    (select json_build_object('id', u.id, 'username', u.username) from job_assignee a join app_user u on u.id = a.user_id
      where a.job_id = s.id order by a.user_id limit 1) as expert,
    ${toIsoTimestamp('s.started')} as created`,
};
