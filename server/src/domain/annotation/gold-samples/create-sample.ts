import type { GoldDomain } from '@console/shared-contract/api';
import { NAME_LENGTH } from '@console/shared-contract/limits';
import { sql, type RawBuilder } from 'kysely';
import { lockImages } from '../../../data-access/facets';
import { listDomainKinds } from '../../../data-access/shape-kinds/registry';
import { isMemberAllowed } from '../../../platform/access/member-role';
import type { Scope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { createFieldError } from '../../../platform/errors';
import { getItemColumn, insertItems, type JobRow } from '../jobs/items/items';
import { requireMembers, setAssignees } from '../jobs/members/members';
import { attachTask } from '../jobs/write';
import { messages } from './messages';
import { divideByLabel, drawImages, type LabelledImage } from './draw-images';

export interface SampleRequest {
  domain: GoldDomain;
  taskId: string;
  count: number;
  isStratified: boolean;
  expertId: string;
  userId: string;
}

/**
 * Draws a random sample of images or groups of a locked job, and creates a job in which an expert annotates them. They can then become
 * gold-standard items, which measure the quality of annotators. Returns the id of the new job. Throws 400 if there is nothing to draw, or
 * if the sample is smaller than the number of strata (labels to draw from). Also throws 400 if the expert may not review.
 */
export async function createGoldSample(trx: Db, scope: Scope, source: JobRow, request: SampleRequest): Promise<string> {
  const { domain, taskId, count, isStratified, expertId, userId } = request;
  const { workspace_id: workspaceId } = source;
  await requireMembers(trx, workspaceId, [expertId]);
  if (!(await isMemberAllowed(trx, workspaceId, expertId, 'review'))) throw createFieldError('expert', messages.cannotReview);
  const images = await readPopulation(trx, source, request);
  if (images.length === 0) throw createFieldError('job', messages.noItems);
  const strata = isStratified ? divideByLabel(images) : [images.map(({ id }) => id)];
  if (count < strata.length) throw createFieldError('count', messages.tooFewForStrata(strata.length));
  const drawnImages = drawImages(strata, count);
  const job = await trx
    .insertInto('annotation_job')
    .values({
      workspace_id: workspaceId,
      created_by: userId,
      type: source.type,
      name: `Gold sample of ${source.name}`.slice(0, NAME_LENGTH.max),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await setAssignees(trx, job, [expertId], userId);
  if (domain === 'recognition') await attachTask(trx, scope, job, taskId);
  const ids = drawnImages.map(({ id }) => id);
  if (source.type === 'image') await lockImages(trx, [...ids].sort());
  await insertItems(trx, job, ids);
  await sql`
    insert into gold_sample (job_id, ${sql.ref(getItemColumn(source))}, workspace_id, domain, task_id, weight)
    select ${job.id}, id, ${workspaceId}, ${domain}, ${taskId}, weight
    from unnest(${ids}::uuid[], ${drawnImages.map(({ weight }) => weight)}::float8[]) as d(id, weight)`.execute(trx);
  return job.id;
}

/**
 * Reads the images of a job that are not gold items and, for a stratified sample, their labels of the task. In a similarity job, reads the
 * groups with a type of the task. Leaves out images and groups that users already know: current and former gold items of the task, and
 * members of its samples.
 */
async function readPopulation(trx: Db, job: JobRow, { domain, taskId, isStratified }: SampleRequest): Promise<LabelledImage[]> {
  const column = sql.ref(getItemColumn(job));
  const labels = !isStratified
    ? sql`'{}'::uuid[]`
    : domain === 'similarity'
      ? sql`array(select s.type_id from similarity_group s where s.id = i.group_id)`
      : sql`array(select distinct a.label_id from (${selectLabels(domain)}) a
          where a.label_id in (select t.label_id from ${sql.table(`${domain}_task_label`)} t where t.task_id = ${taskId}))`;
  const hasTaskType = sql`exists (
    select from similarity_group s join similarity_task_type t on t.type_id = s.type_id where s.id = i.group_id and t.task_id = ${taskId})`;
  const { rows } = await sql<LabelledImage>`
    select i.${column} as id, ${labels} as labels from job_item i
    where i.job_id = ${job.id} and i.gold_id is null ${domain === 'similarity' ? sql`and ${hasTaskType}` : sql``}
      and not exists (select from gold_item g where g.${column} = i.${column} and g.task_id = ${taskId})
      and not exists (select from gold_sample s where s.${column} = i.${column} and s.task_id = ${taskId})
    order by i.${column}`.execute(trx);
  return rows;
}

/** SQL of the labels of a domain on the image of the item `i`. */
function selectLabels(domain: Exclude<GoldDomain, 'similarity'>): RawBuilder<unknown> {
  if (domain === 'recognition')
    return sql`
      select l.label_id from image_label l where l.image_id = i.image_id
      union all select l.label_id from object_label l join detection_object o on o.id = l.object_id where o.image_id = i.image_id`;
  const kinds = listDomainKinds(domain).map(
    ({ table, label }) =>
      sql`select s.${sql.ref(label.column)} as label_id from ${sql.table(table)} s where s.image_id = i.image_id`,
  );
  return sql.join(kinds, sql` union all `);
}
