import { sql } from 'kysely';
import { addExtraUsers } from '../../../../data-access/rows/required-users';
import type { Db } from '../../../../platform/database/connection';
import { addGoldItems, storePositions, type NextItem } from '../../../quality/gold/serve-gold';
import { createGroupLayers } from '../../../quality/group-layers/create-layers';
import { hasGroupLayers } from '../../../quality/group-layers/has-layers';
import { getItemColumn, type JobRow } from './items';

/** Minimum number of items per batch, if the job has enough. */
const BATCH_SIZE = 10;
/** Time for which an assigned item is reserved for its user. */
const LEASE_MINUTES = 30;

/** SQL condition: an item was sent back to a user. */
const isSentBack = sql`exists (select 1 from job_remark m where m.item_id = w.item_id and m.author_id = w.user_id and m.state = 'open')`;

/**
 * SQL condition: an item is assigned to a user. The user has a lease, has recently changed their layer (their own annotations), or got the
 * item back from a reviewer. Recent changes count, because work in a layer is lost if another user finishes the item after the lease has
 * expired.
 */
const isAssigned = sql`(w.leased_until > clock_timestamp() or ${isSentBack}
  or exists (select 1 from item_layer y where y.item_id = w.item_id and y.user_id = w.user_id
    and y.version > 1 and y.updated > clock_timestamp() - make_interval(mins => ${LEASE_MINUTES})))`;

/**
 * Returns the next items of a user: those sent back to them, those assigned already, and then items that need more users. New items are
 * leased, so that users get different items at the same time if there are enough. Adds gold-standard items, which measure the quality of
 * the user. The job must be locked. The transaction must read the complete tables, not the views that limit annotators to the rows of their
 * own jobs (`withoutLimits`).
 */
export async function leaseBatch(trx: Db, job: JobRow, userId: string): Promise<string[]> {
  const column = sql.ref(`i.${getItemColumn(job)}`);
  const itemOrder = job.randomize ? sql`i.shuffle, i.position` : sql`i.position`;
  // In jobs with gold items, the order of a user's items never changes, because a new order would reveal gold items.
  const stableOrder = job.gold_rate === null ? itemOrder : sql`w.position nulls last, ${itemOrder}`;
  const { rows: assignedItems } = await sql<NextItem>`
    select i.id as item, ${column} as target, w.position from item_work w join job_item i on i.id = w.item_id
    where w.job_id = ${job.id} and w.user_id = ${userId} and w.done_at is null and ${isAssigned}
      and (i.done_count < ${addExtraUsers(job)} or ${isSentBack})
    order by ${isSentBack} desc, ${stableOrder}`.execute(trx);
  const missingCount = Math.max(0, BATCH_SIZE - assignedItems.length);
  const { rows: unassignedItems } = await sql<NextItem>`
    select i.id as item, ${column} as target, w.position
    from job_item i left join item_work w on w.item_id = i.id and w.user_id = ${userId}
    where i.job_id = ${job.id} and i.gold_id is null and i.done_count < ${addExtraUsers(job)}
      and not exists (select 1 from item_work w where w.item_id = i.id and w.user_id = ${userId}
        and (w.done_at is not null or ${isAssigned}))
      and i.done_count + (select count(*) from item_work w where w.item_id = i.id and w.done_at is null and ${isAssigned}) < ${addExtraUsers(job)}
    order by ${stableOrder} limit ${missingCount}`.execute(trx);
  const newItems = await addGoldItems(trx, job, userId, unassignedItems, missingCount);
  const batch = [...assignedItems, ...newItems];
  await leaseItems(
    trx,
    job,
    batch.map((row) => row.item),
    userId,
  );
  await storePositions(trx, userId, newItems);
  const targets = batch.map((row) => row.target);
  if (hasGroupLayers(job)) await createGroupLayers(trx, job.id, userId, targets);
  return targets;
}

/**
 * SQL of the number that is added to an item's `done_count` when a user marks the item as done. It is 0 for gold items: they are never
 * complete, because every user may do them.
 */
const countIncrement = sql`(i.gold_id is null)::int`;

/** Counts the items that the user could still do, including items that are assigned to other users. */
export async function countRemainingItems(trx: Db, job: JobRow, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from job_item i
    where i.job_id = ${job.id} and i.gold_id is null and i.done_count < ${addExtraUsers(job)}
      and not exists (select 1 from item_work w where w.item_id = i.id and w.user_id = ${userId} and w.done_at is not null)`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

async function leaseItems(trx: Db, job: JobRow, itemIds: readonly string[], userId: string): Promise<void> {
  if (itemIds.length === 0) return;
  await sql`
    insert into item_work (item_id, user_id, job_id, workspace_id, leased_until)
    select item_id, ${userId}, ${job.id}, ${job.workspace_id}, clock_timestamp() + make_interval(mins => ${LEASE_MINUTES})
    from unnest(${itemIds}::uuid[]) as item_id order by item_id
    on conflict (item_id, user_id) do update set leased_until = excluded.leased_until`.execute(trx);
}

/**
 * Removes the user's done marks from items and leases the items to the user again. Items without a mark stay unchanged. The job must be
 * locked. The column `adopted` is the time at which the work of all users was copied to the image. It is cleared, so that the work is copied
 * again when the item is complete again. It stays if this user's work was finished later, because that work was not copied.
 */
export async function unmarkDone(trx: Db, job: JobRow, targets: readonly string[], userId: string): Promise<void> {
  const column = sql.ref(getItemColumn(job));
  await sql`
    with undone as (
      update item_work w set done_at = null, leased_until = clock_timestamp() + make_interval(mins => ${LEASE_MINUTES})
      from job_item i, item_work previous
      where previous.item_id = w.item_id and previous.user_id = w.user_id and i.id = w.item_id and i.job_id = ${job.id} and ${column} = any(${targets}::uuid[])
        and w.user_id = ${userId} and w.done_at is not null
      returning w.item_id, previous.done_at
    )
    update job_item i set done_count = done_count - ${countIncrement}, adopted = case when u.done_at > i.adopted then i.adopted end
    from undone u where i.id = u.item_id`.execute(trx);
}

/**
 * Marks items as done by the user, once each. Items that enough users have done are not marked. Image jobs in which users work
 * independently (`blind`) are an exception: such an item is also marked, because each user has a layer (annotations of their own). The job
 * must be locked. Working time starts at the user's previous mark or at the first lease of these items, whichever is later. Times longer
 * than a lease are not recorded, because the user had set the item aside.
 */
export async function markDone(trx: Db, job: JobRow, targets: readonly string[], userId: string): Promise<MarkedItem[]> {
  const column = sql.ref(getItemColumn(job));
  const { rows } = await sql<MarkedItem>`
    with selected as (
      select i.id, ${column} as target from job_item i
      where i.job_id = ${job.id} and ${column} = any(${targets}::uuid[])
        and (i.done_count < ${addExtraUsers(job)} or ${job.blind && job.type === 'image'})
    ), timing as (
      select extract(epoch from clock_timestamp() - greatest(
        max(done_at), min(leased_until - make_interval(mins => ${LEASE_MINUTES})) filter (where item_id in (select id from selected))
      )) / nullif((select count(*) from selected), 0) as seconds
      from item_work where job_id = ${job.id} and user_id = ${userId}
    ), done as (
      insert into item_work (item_id, user_id, job_id, workspace_id, done_at, seconds)
      select id, ${userId}, ${job.id}, ${job.workspace_id}, clock_timestamp(),
        case when timing.seconds <= ${LEASE_MINUTES * 60} then timing.seconds end
      from selected, timing
      on conflict (item_id, user_id) do update set done_at = excluded.done_at, leased_until = null,
        seconds = case when excluded.seconds is null then item_work.seconds
          else coalesce(item_work.seconds, 0) + excluded.seconds end
      where item_work.done_at is null
      returning item_id
    )
    update job_item i set done_count = done_count + ${countIncrement} from selected c
    where i.id = c.id and c.id in (select item_id from done)
    returning c.target, i.done_count >= ${addExtraUsers(job)} as "isDone", i.adopted is not null as "isLate"`.execute(trx);
  return rows;
}

/** An image or group that the user has marked as done. */
interface MarkedItem {
  target: string;
  /** Whether as many users as the job requires have done the item. */
  isDone: boolean;
  /** Whether the work of other users had already been copied to the image. */
  isLate: boolean;
}
