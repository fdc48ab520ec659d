import type { GoldAppeal } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { toIsoTimestamp, type RowView } from '../../data-access/rows/view';
import type { ScopedRow } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { HttpError } from '../../platform/errors';
import { getJobPage, type JobRow } from '../annotation/jobs/items/items';
import type { ItemAnnotations } from '../quality/gold/gold-work';
import { selectFirstImage, selectFirstObjectKey } from '../annotation/gold/queries';
import { reviseGold } from '../quality/gold/store-gold';
import { createNotices } from '../notices/create-notices';
import type { ImageColumns } from './listed-image';
import { messages } from './messages';

type AppealRow = Omit<GoldAppeal, 'thumb_img_path' | 'file_name'> & ImageColumns<string | null>;

/** Appeals `a` of annotators against gold-standard items `g`. */
export const appealView: RowView<AppealRow> = {
  from: sql`gold_appeal a join gold_item g on g.id = a.gold_id left join similarity_group p on p.id = g.group_id
    left join training_image i on i.id = coalesce(g.image_id, ${selectFirstImage}) join annotation_job j on j.id = a.job_id join app_user u on u.id = a.user_id left join app_user d on d.id = a.decided_by`,
  countFrom: sql`gold_appeal a join gold_item g on g.id = a.gold_id`,
  id: sql`a.id`,
  columns: sql<AppealRow>`
    a.id, a.workspace_id as workspace, a.gold_id as gold, g.image_id as image, g.group_id as "group", coalesce(p.name, i.name) as name,
    case when p.id is null then i.meta_data end as meta_data, coalesce(i.thumb_key, ${selectFirstObjectKey}) as thumb_key, a.text, a.state,
    json_build_object('id', j.id, 'name', j.name) as job, json_build_object('id', u.id, 'username', u.username) as "user",
    json_build_object('domain', g.domain, 'id', g.task_id, 'name', coalesce(
      (select t.name from detection_task t where t.id = g.task_id), (select t.name from segmentation_task t where t.id = g.task_id),
      (select t.name from recognition_task t where t.id = g.task_id), (select t.name from similarity_task t where t.id = g.task_id))) as task,
    case when d.id is not null then json_build_object('id', d.id, 'username', d.username) end as decided_by,
    ${toIsoTimestamp('a.created')} as created, ${toIsoTimestamp('a.decided')} as decided`,
};

/** Whether a user has appealed against a gold item in a job. */
export async function hasAppealed(db: Db, jobId: string, goldId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('gold_appeal')
    .select('id')
    .where('job_id', '=', jobId)
    .where('gold_id', '=', goldId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Accepts or rejects an open appeal of a locked job, and notifies its author. If it is accepted, the author's work becomes the next
 * revision of the gold item. Throws 403 if the author decides on their own appeal, and 400 if the appeal has already been decided or the
 * work is missing.
 */
export async function decideAppeal(
  trx: Db,
  job: JobRow,
  appeal: ScopedRow<'gold_appeal'>,
  decision: 'accepted' | 'rejected',
  userId: string,
): Promise<void> {
  if (appeal.user_id === userId) throw new HttpError(403, messages.ownAppeal);
  if (appeal.state !== 'open') throw new HttpError(400, messages.appealAlreadyDecided);
  const { rows } = await sql<{ target: string; work: ItemAnnotations | null }>`
    select coalesce(g.image_id, g.group_id) as target, case when k.item_id is not null then json_build_object(
        'labels', case when g.image_id is null then g.labels else k.labels end, 'shapes', k.shapes, 'members', k.members) end as work
    from gold_item g
    left join job_item i on (i.image_id = g.image_id or i.group_id = g.group_id) and i.job_id = ${job.id}
    left join item_snapshot k on k.item_id = i.id and k.user_id = ${appeal.user_id}
    where g.id = ${appeal.gold_id}`.execute(trx);
  const goldItem = rows[0];
  if (decision === 'accepted') {
    if (!goldItem?.work) throw new HttpError(400, messages.noWork);
    await reviseGold(trx, appeal.gold_id, goldItem.work, userId, appeal.text);
  }
  await trx
    .updateTable('gold_appeal')
    .set({ state: decision, decided_by: userId, decided: sql`now()` })
    .where('id', '=', appeal.id)
    .execute();
  await createNotices(trx, {
    workspaceId: job.workspace_id,
    kind: 'appeal_decided',
    userIds: [appeal.user_id],
    actorId: userId,
    page: getJobPage(job),
    data: { name: job.name, accepted: decision === 'accepted', ...(goldItem && { image: goldItem.target }) },
  });
}
