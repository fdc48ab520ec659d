import { sql } from 'kysely';
import { SHAPE_KINDS } from '../../../data-access/shape-kinds/registry';
import { hasMemberPermission, memberRole } from '../../../platform/access/member-role';
import type { Db } from '../../../platform/database/connection';
import { enqueueWork } from '../../../platform/queue/queue';
import { selectTaskWork, type ComparedTask, type GoldDomain, type ItemAnnotations } from './gold-work';
import { loadGoldTasks } from './load-task';
import { RESCORE_GOLD } from './rescore-gold';
import { ANNOTATION_TABLES } from './serve-gold';

/** The task of new gold-standard items, and who creates them. */
interface NewGold {
  workspaceId: string;
  domain: GoldDomain;
  taskId: string;
  source: 'selection' | 'adjudication' | 'sample';
  userId: string;
}

/** An image or group with the annotations that become the gold standard (reference annotations) for a task. */
interface NewGoldItem extends ItemAnnotations {
  /** Absent for a group. */
  imageId?: string;
  groupId?: string;
  /** 1 / probability with which a random sample contains the image. Default: 1. */
  weight?: number;
}

/**
 * Makes images or groups gold items of a task, with the given annotations, and records which users have seen the annotations. Leaves out
 * images and groups that are already gold items of the task. Retires gold items whose annotations are known to all annotators. Returns the
 * ids of the new gold items.
 */
export async function createGoldItems(trx: Db, gold: NewGold, items: readonly NewGoldItem[]): Promise<string[]> {
  const { workspaceId, domain, taskId, source, userId } = gold;
  const task = (await loadGoldTasks(trx, [gold])).get(taskId);
  if (!task || items.length === 0) return [];
  const values = items.map(({ imageId = null, groupId = null, weight = 1, ...work }) => {
    const row = { workspace_id: workspaceId, domain, task_id: taskId, image_id: imageId, group_id: groupId };
    return { ...row, ...toColumns(work, task), weight, source, created_by: userId };
  });
  const rows = await trx
    .insertInto('gold_item')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  await sql`
    insert into gold_revision (gold_id, revision, workspace_id, labels, shapes, members, created_by)
    select id, revision, workspace_id, labels, shapes, members, created_by from gold_item where id = any(${ids}::uuid[])`.execute(
    trx,
  );
  await recordAuthors(trx, ids);
  await retireExposedGold(trx, ids);
  return ids;
}

/** Returns the part of the work that concerns the task, as columns of a gold item. */
function toColumns(work: ItemAnnotations, task: ComparedTask): { labels: string; shapes: string; members: string } {
  const { labels, shapes, members = [] } = selectTaskWork(work, task);
  return { labels: JSON.stringify(labels), shapes: JSON.stringify(shapes), members: JSON.stringify(members) };
}

/**
 * Stores corrected annotations as the next revision of a gold item, and enqueues a job that compares all stored work with it. Previous
 * revisions remain.
 */
export async function reviseGold(
  trx: Db,
  goldId: string,
  work: ItemAnnotations,
  userId: string,
  reason: string | null,
): Promise<void> {
  const goldItem = await trx.selectFrom('gold_item').selectAll().where('id', '=', goldId).forUpdate().executeTakeFirstOrThrow();
  const task = (await loadGoldTasks(trx, [{ domain: goldItem.domain, taskId: goldItem.task_id }])).get(goldItem.task_id);
  if (!task) return;
  const annotations = toColumns(work, task);
  const revision = goldItem.revision + 1;
  await trx
    .updateTable('gold_item')
    .set({ ...annotations, revision })
    .where('id', '=', goldId)
    .execute();
  await trx
    .insertInto('gold_revision')
    .values({ gold_id: goldId, revision, workspace_id: goldItem.workspace_id, ...annotations, created_by: userId, reason })
    .execute();
  await recordGoldRead(trx, goldId, userId);
  await enqueueWork(trx, { workspaceId: goldItem.workspace_id, kind: RESCORE_GOLD, input: { gold: goldId }, userId });
}

/**
 * Records everyone who has annotated, verified or reviewed the images or groups of gold items. The change log deletes old entries, so it
 * cannot be queried later.
 */
async function recordAuthors(trx: Db, goldIds: readonly string[]): Promise<void> {
  const shapeCreators = SHAPE_KINDS.filter(({ name }) => name !== 'point').map(
    ({ table }) => sql`select g.id, s.created_by from g join ${sql.table(table)} s on s.image_id = g.image_id`,
  );
  await sql`
    with g as (select id, image_id, group_id, workspace_id, created_by from gold_item where id = any(${goldIds}::uuid[])),
    author(gold_id, user_id) as (
      select id, created_by from g
      union select g.id, v.user_id from g join image_verification v on v.image_id = g.image_id
      union select g.id, v.user_id from g join similarity_verification v on v.group_id = g.group_id
      union select g.id, w.user_id from g join job_item i on i.image_id = g.image_id or i.group_id = g.group_id join item_work w on w.item_id = i.id
        where w.done_at is not null and i.gold_id is distinct from g.id
      union select g.id, m.reviewer_id from g join job_item i on i.image_id = g.image_id join job_remark m on m.item_id = i.id
      union select g.id, s.user_id from g
        join change c on c.subject_id = coalesce(g.image_id, g.group_id)::text and c.relation = any(${ANNOTATION_TABLES})
        join change_set s on s.id = c.change_set_id
      -- the image or group is or was also another gold item, for example of another task
      union select g.id, e.user_id from g join gold_item o on (o.image_id = g.image_id or o.group_id = g.group_id) and o.id <> g.id
        join gold_exposure e on e.gold_id = o.id
      union ${sql.join(shapeCreators, sql` union `)})
    insert into gold_exposure (gold_id, user_id, workspace_id, reason)
    select a.gold_id, a.user_id, g.workspace_id, 'annotated' from author a join g on g.id = a.gold_id
      join app_user u on u.id = a.user_id
    on conflict do nothing`.execute(trx);
}

/**
 * Records that a user has seen the annotations of the active gold items of an image or group. Retires gold items that all annotators know.
 */
export async function recordGoldOpened(trx: Db, targetId: string, userId: string): Promise<void> {
  const { rows } = await sql<{ gold_id: string }>`
    insert into gold_exposure (gold_id, user_id, workspace_id, reason)
    select g.id, ${userId}, g.workspace_id, 'opened' from gold_item g
    where (g.image_id = ${targetId} or g.group_id = ${targetId}) and g.retired is null
      and not is_blind_image(${targetId}) and not is_blind_group(${targetId})
    on conflict do nothing returning gold_id`.execute(trx);
  await retireExposedGold(
    trx,
    rows.map((row) => row.gold_id),
  );
}

/** Records that a user has read the annotations of a gold item. */
export async function recordGoldRead(trx: Db, goldId: string, userId: string): Promise<void> {
  await sql`
    insert into gold_exposure (gold_id, user_id, workspace_id, reason)
    select id, ${userId}, workspace_id, 'read' from gold_item where id = ${goldId} on conflict do nothing`.execute(trx);
  await retireExposedGold(trx, [goldId]);
}

/** Retires these gold items if all annotators of the workspace have seen their annotations. */
async function retireExposedGold(trx: Db, goldIds: readonly string[]): Promise<void> {
  if (goldIds.length === 0) return;
  const annotators = sql`membership m join workspace w on w.id = m.workspace_id
    where m.workspace_id = g.workspace_id and ${memberRole} = 'annotator' and ${hasMemberPermission('annotate')}`;
  await sql`
    update gold_item g set retired = clock_timestamp(), retired_reason = 'exposed'
    where g.id = any(${goldIds}::uuid[]) and g.retired is null and exists (select from ${annotators})
      and not exists (select from ${annotators}
        and not exists (select from gold_exposure e where e.gold_id = g.id and e.user_id = m.user_id))`.execute(trx);
}
