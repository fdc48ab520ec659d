import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import { itemColumn, type JobRow } from './items';

/** A batch has at least this many items while there are as many to give. */
const BATCH = 10;
/** How long an item that was handed out is kept for that person. */
const LEASE_MINUTES = 30;

/** Whether a person holds an item: it was handed out to them, or sent back to them. */
const isHeld = sql`(w.leased_until > clock_timestamp()
  or exists (select 1 from job_remark m where m.item_id = w.item_id and m.author_id = w.user_id and m.state = 'open'))`;

/**
 * The caller's next items: those that were sent back to them, those that they hold already, filled up with items that fewer people than the job wants have
 * done or hold. What is handed out is leased, so that two people at once get different items while there are enough.
 * The job must be locked.
 */
export async function takeBatch(trx: Db, job: JobRow, userId: string): Promise<string[]> {
  const column = sql.ref(`i.${itemColumn(job)}`);
  const order = job.randomize ? sql`i.shuffle, i.position` : sql`i.position`;
  const { rows: held } = await sql<{ item: string; target: string }>`
    select i.id as item, ${column} as target from item_work w join job_item i on i.id = w.item_id
    where w.job_id = ${job.id} and w.user_id = ${userId} and w.done_at is null and ${isHeld}
    order by exists (select 1 from job_remark m where m.item_id = i.id and m.author_id = w.user_id and m.state = 'open') desc, ${order}`.execute(
    trx,
  );
  const missing = Math.max(0, BATCH - held.length);
  const { rows: fresh } = await sql<{ item: string; target: string }>`
    select i.id as item, ${column} as target from job_item i
    where i.job_id = ${job.id} and i.done_count < ${job.todo_number}
      and not exists (select 1 from item_work w where w.item_id = i.id and w.user_id = ${userId}
        and (w.done_at is not null or ${isHeld}))
      and i.done_count + (select count(*) from item_work w where w.item_id = i.id and w.done_at is null and ${isHeld}) < ${job.todo_number}
    order by ${order} limit ${missing}`.execute(trx);
  const batch = [...held, ...fresh];
  await lease(
    trx,
    job,
    batch.map((row) => row.item),
    userId,
  );
  return batch.map((row) => row.target);
}

/** How many items the caller could still do, whoever has them now. */
export async function countUndone(trx: Db, job: JobRow, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from job_item i
    where i.job_id = ${job.id} and i.done_count < ${job.todo_number}
      and not exists (select 1 from item_work w where w.item_id = i.id and w.user_id = ${userId} and w.done_at is not null)`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

async function lease(trx: Db, job: JobRow, itemIds: readonly string[], userId: string): Promise<void> {
  if (itemIds.length === 0) return;
  await sql`
    insert into item_work (item_id, user_id, job_id, workspace_id, leased_until)
    select item_id, ${userId}, ${job.id}, ${job.workspace_id}, clock_timestamp() + make_interval(mins => ${LEASE_MINUTES})
    from unnest(${itemIds}::uuid[]) as item_id order by item_id
    on conflict (item_id, user_id) do update set leased_until = excluded.leased_until`.execute(trx);
}

/**
 * Takes back that the person has done these items; what they have not done stays as it is. It is theirs to do again, as if
 * it were handed out now. The job must be locked.
 */
export async function unmarkDone(trx: Db, job: JobRow, targets: readonly string[], userId: string): Promise<void> {
  const column = sql.ref(itemColumn(job));
  await sql`
    with undone as (
      update item_work w set done_at = null, leased_until = clock_timestamp() + make_interval(mins => ${LEASE_MINUTES})
      from job_item i
      where i.id = w.item_id and i.job_id = ${job.id} and ${column} = any(${targets}::uuid[])
        and w.user_id = ${userId} and w.done_at is not null
      returning w.item_id
    )
    update job_item i set done_count = done_count - 1 from undone u where i.id = u.item_id`.execute(trx);
}

/**
 * Records that the person has done these items, once each; an item that enough people have done stays as it is. Working time
 * is from the mark before, or from when the first of them was handed out, if that is later; what took longer than a lease was
 * laid aside and is not measured. The job must be locked.
 */
export async function markDone(trx: Db, job: JobRow, targets: readonly string[], userId: string): Promise<Marked[]> {
  const column = sql.ref(itemColumn(job));
  const { rows } = await sql<Marked>`
    with chosen as (
      select id, ${column} as target from job_item
      where job_id = ${job.id} and ${column} = any(${targets}::uuid[]) and done_count < ${job.todo_number}
    ), turn as (
      select extract(epoch from clock_timestamp() - greatest(
        max(done_at), min(leased_until - make_interval(mins => ${LEASE_MINUTES})) filter (where item_id in (select id from chosen))
      )) / nullif((select count(*) from chosen), 0) as seconds
      from item_work where job_id = ${job.id} and user_id = ${userId}
    ), done as (
      insert into item_work (item_id, user_id, job_id, workspace_id, done_at, seconds)
      select id, ${userId}, ${job.id}, ${job.workspace_id}, clock_timestamp(),
        case when turn.seconds <= ${LEASE_MINUTES * 60} then turn.seconds end
      from chosen, turn
      on conflict (item_id, user_id) do update set done_at = excluded.done_at, leased_until = null,
        seconds = case when excluded.seconds is null then item_work.seconds
          else coalesce(item_work.seconds, 0) + excluded.seconds end
      where item_work.done_at is null
      returning item_id
    )
    update job_item i set done_count = done_count + 1 from chosen c
    where i.id = c.id and c.id in (select item_id from done)
    returning c.target, i.done_count >= ${job.todo_number} as "isDone"`.execute(trx);
  return rows;
}

/** An image or group that a person has marked. */
interface Marked {
  target: string;
  /** As many people as the job wants have done it. */
  isDone: boolean;
}
