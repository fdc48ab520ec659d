import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { SHAPE_TABLES } from '../../../platform/database/tables/shapes';
import { isGoldPosition } from './positions';

interface ServingJob {
  id: string;
  gold_rate: number | null;
  gold_seed: string;
}

/** An item that a user gets next. */
export interface NextItem {
  item: string;
  /** The image or group. */
  target: string;
  /** The position at which the user has already got the item; null for a new item. */
  position: number | null;
}

/**
 * Adds gold-standard items to the next ordinary items of a user. Items that the user had before keep their positions, so that a repeated
 * call shows the same order. Call `storePositions` after new items are leased. Only annotators get gold items, because users with other
 * roles can see the gold annotations. The transaction must see the complete tables instead of the views of annotators.
 * @param count maximum number of items
 */
export async function addGoldItems(
  trx: Db,
  job: ServingJob,
  userId: string,
  ordinary: readonly NextItem[],
  count: number,
): Promise<NextItem[]> {
  const { gold_rate: rate, gold_seed: seed } = job;
  if (rate === null || count === 0 || !(await isLimitedUser(trx, userId))) return ordinary.slice(0, count);
  const previousItems = [...(await listExpiredGold(trx, job, userId)), ...ordinary.filter(({ position }) => position !== null)];
  const items = previousItems.sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  const newItems = ordinary.filter(({ position }) => position === null);
  const newGoldItems = await listNewGold(trx, job, userId, count);
  const firstPosition = await countPositions(trx, job, userId);
  // Stop after the last ordinary item, so that a user never gets only gold items.
  for (let position = firstPosition; items.length < count && newItems.length > 0; position++) {
    const nextItem = (isGoldPosition(position, { rate, seed, userId }) && newGoldItems.shift()) || newItems.shift();
    if (nextItem) items.push({ ...nextItem, position });
  }
  return items.slice(0, count);
}

/** Stores the positions of leased items. */
export async function storePositions(trx: Db, userId: string, items: readonly NextItem[]): Promise<void> {
  const itemsWithPosition = items.filter(({ position }) => position !== null);
  if (itemsWithPosition.length === 0) return;
  await sql`
    update item_work w set position = n.position
    from unnest(${itemsWithPosition.map(({ item }) => item)}::uuid[], ${itemsWithPosition.map(({ position }) => position)}::int[]) as n(item, position)
    where w.item_id = n.item and w.user_id = ${userId}`.execute(trx);
}

async function isLimitedUser(trx: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ user: string | null }>`
    select current_setting('console.limited_user', true) as user`.execute(trx);
  return rows[0]?.user === userId;
}

async function countPositions(trx: Db, job: ServingJob, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(max(position) + 1, 0)::int as count from item_work where job_id = ${job.id} and user_id = ${userId}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** SQL condition: the gold item `g` is in use. Work on a gold item of a deleted task could not be scored. */
const isInUse = sql`(g.retired is null and (exists (select from detection_task k where k.id = g.task_id)
  or exists (select from segmentation_task k where k.id = g.task_id) or exists (select from recognition_task k where k.id = g.task_id)
  or exists (select from similarity_task k where k.id = g.task_id)))`;

/** Lists gold items that the user has already got, has not done and does not currently lease. */
async function listExpiredGold(trx: Db, job: ServingJob, userId: string): Promise<NextItem[]> {
  const { rows } = await sql<NextItem>`
    select i.id as item, coalesce(i.image_id, i.group_id) as target, w.position
    from item_work w join public.job_item i on i.id = w.item_id join gold_item g on g.id = i.gold_id
    where w.job_id = ${job.id} and w.user_id = ${userId} and w.done_at is null and w.position is not null and ${isInUse}
      and not coalesce(w.leased_until > clock_timestamp(), false)
      and not exists (select from job_remark m where m.item_id = i.id and m.author_id = w.user_id and m.state = 'open')`.execute(
    trx,
  );
  return rows;
}

/** Tables whose changes show that a user has seen the annotations of an image or the members of a group. */
export const ANNOTATION_TABLES = [
  ...[...SHAPE_TABLES, 'image_label', 'image_verification'],
  ...['group_image', 'group_object', 'group_group', 'similarity_verification'],
];

/**
 * SQL condition: the user has seen the annotations of the gold item `g`. That is, the user has changed or verified the
 * annotations, has done the image or group in a job, or is recorded in `gold_exposure`.
 */
export const hasSeenGold = (userId: string | RawBuilder<unknown>) => sql`(
  exists (select from gold_exposure e where e.gold_id = g.id and e.user_id = ${userId})
  or exists (select from public.job_item o join item_work w on w.item_id = o.id
    where (o.image_id = g.image_id or o.group_id = g.group_id) and w.user_id = ${userId} and w.done_at is not null)
  or exists (select from change c join change_set s on s.id = c.change_set_id
    where c.subject_id = coalesce(g.image_id, g.group_id)::text and c.relation = any(${ANNOTATION_TABLES}) and s.user_id = ${userId}))`;

/**
 * Lists gold items of the job that are new for the user: the user has neither got them nor seen their annotations. Their order differs
 * between users.
 */
async function listNewGold(trx: Db, job: ServingJob, userId: string, count: number): Promise<NextItem[]> {
  const { rows } = await sql<NextItem>`
    select i.id as item, coalesce(i.image_id, i.group_id) as target, null::int as position
    from public.job_item i join gold_item g on g.id = i.gold_id
    where i.job_id = ${job.id} and ${isInUse}
      and not exists (select from item_work w where w.item_id = i.id and w.user_id = ${userId}) and not ${hasSeenGold(userId)}
    order by md5(i.id::text || ${job.gold_seed} || ${userId}) limit ${count}`.execute(trx);
  return rows;
}
