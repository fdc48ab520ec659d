import type { JobGold } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { lockImages, syncFacets } from '../../../data-access/facets';
import { memberRole } from '../../../platform/access/member-role';
import type { Db } from '../../../platform/database/connection';
import { createFieldError } from '../../../platform/errors';
import { hasSeenGold } from '../../quality/gold/serve-gold';
import { getItemColumn, type JobRow } from '../jobs/items/items';
import { messages } from './messages';

/**
 * Throws 400 unless the job can contain gold-standard items: the annotators of images work independently, and the job is open.
 */
export function requireGoldSupport(job: JobRow): void {
  if (job.type === 'image' && !job.blind) throw createFieldError('rate', messages.needsLayers);
  if (job.done) throw createFieldError('rate', messages.jobIsDone);
}

/** SQL condition: the item is not a gold item, and nobody has started it. */
const isUnstarted = sql`(job_item.gold_id is null and job_item.done_count = 0
  and not exists (select from item_work w where w.item_id = job_item.id)
  and not exists (select from item_layer y where y.item_id = job_item.id))`;
/** SQL condition: the job item refers to a retired gold item, which is no longer given to annotators. */
const isRetired = sql`exists (select from gold_item o where o.id = job_item.gold_id and o.retired is not null)`;

/**
 * Adds the gold-standard items of a task to a locked job. Images that are already in the job become gold items, unless a user has started
 * them. If a job item refers to a retired gold item, it then refers to the new gold item of its image.
 */
export async function addTaskGold(trx: Db, job: JobRow, taskId: string): Promise<void> {
  const { rows } = await sql<{ image_id: string }>`
    select image_id from gold_item where task_id = ${taskId} and workspace_id = ${job.workspace_id} and retired is null
      and image_id is not null order by image_id`.execute(trx);
  const images = rows.map(({ image_id }) => image_id);
  await lockImages(trx, images);
  const column = sql.ref(getItemColumn(job));
  await sql`
    insert into job_item (job_id, workspace_id, ${column}, gold_id)
    select ${job.id}, workspace_id, ${column}, id from gold_item
    where task_id = ${taskId} and workspace_id = ${job.workspace_id} and retired is null order by random()
    on conflict (job_id, ${column}) do update set gold_id = excluded.gold_id where ${isUnstarted} or ${isRetired}`.execute(trx);
  await syncJobFacets(trx, job, images);
}

/** Removes gold items from a locked job, except items that a user has done or is doing: these keep their scores. */
export async function removeGold(trx: Db, job: JobRow): Promise<void> {
  const isUnused = sql`job_id = ${job.id} and gold_id is not null
    and not exists (select from item_work w where w.item_id = job_item.id and (w.done_at is not null or w.leased_until > clock_timestamp()))`;
  const { rows } = await sql<{
    image_id: string | null;
  }>`select image_id from job_item where ${isUnused} order by image_id`.execute(trx);
  const images = rows.flatMap(({ image_id }) => image_id ?? []);
  await lockImages(trx, images);
  await sql`delete from job_item where ${isUnused}`.execute(trx);
  await syncJobFacets(trx, job, images);
}

async function syncJobFacets(trx: Db, job: JobRow, ids: readonly string[]): Promise<void> {
  if (job.type !== 'image') return;
  await syncFacets(trx, job.workspace_id, [
    { target: 'image', ids, kinds: ['image.job'], refs: [job.id] },
    { target: 'objects of image', ids, kinds: ['object.job'], refs: [job.id] },
  ]);
}

/** Counts the gold items of a job, and the annotators to whom at least one gold item is still unknown. */
export async function readJobGold(db: Db, jobId: string): Promise<JobGold> {
  const { rows } = await sql<JobGold>`
    select j.gold_rate as rate,
      (select count(*)::int from job_item i join gold_item g on g.id = i.gold_id where i.job_id = j.id and g.retired is null) as items,
      (select count(*)::int from membership m join workspace w on w.id = m.workspace_id
        where m.workspace_id = j.workspace_id and ${memberRole} = 'annotator'
          and (not exists (select from job_assignee s where s.job_id = j.id)
            or exists (select from job_assignee s where s.job_id = j.id and s.user_id = m.user_id))
          and exists (select from job_item i join gold_item g on g.id = i.gold_id
            where i.job_id = j.id and g.retired is null and not ${hasSeenGold(sql`m.user_id`)})) as annotators
    from annotation_job j where j.id = ${jobId}`.execute(db);
  return rows[0]!;
}
