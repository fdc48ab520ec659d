import type { GoldFeedback } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { loadTemplates } from '../../data-access/shape-similarity/load-templates';
import type { Db } from '../../platform/database/connection';
import { badField } from '../../platform/errors';
import type { JobRow } from '../annotation/jobs/items';
import { compareWithGold } from '../quality/gold/compare-work';
import type { GoldDifference } from '../quality/gold/differences';
import type { GoldDomain, Work } from '../quality/gold/gold-work';
import { loadGoldTasks } from '../quality/gold/load-task';
import { recordRead } from '../quality/gold/store-gold';
import { messages } from './messages';

interface TriedItem {
  item: string;
  gold: string;
  /** The differences of the scored work. */
  differences: readonly GoldDifference[];
  tries: number;
  appealed: boolean;
}

/**
 * Returns feedback on an item that a user has marked as done in a locked job. Null for ordinary items, for work without
 * differences, and after the last try. Records that the user knows the gold annotations. One statement reads everything, so the
 * response time does not reveal ordinary items.
 */
export async function giveFeedback(trx: Db, job: JobRow, imageId: string, userId: string): Promise<GoldFeedback | null> {
  const item = job.gold_feedback > 0 ? await findTriedItem(trx, job.id, imageId, userId) : null;
  if (!item || item.tries >= job.gold_feedback) return null;
  const isFirst = item.tries === 0;
  const differences = isFirst ? item.differences : await compareCurrentWork(trx, item, userId);
  if (isFirst && differences.length === 0) return null;
  await recordTry(trx, item, userId);
  return {
    // Feedback contains neither the expected label nor the expected shape.
    differences: differences.map(({ kind, box }) => ({ kind, box: [...box] })),
    tries_left: job.gold_feedback - item.tries - 1,
    appealed: item.appealed,
  };
}

/** Reads the tables, because the views for annotators hide which items are gold. */
async function findTriedItem(trx: Db, jobId: string, imageId: string, userId: string): Promise<TriedItem | null> {
  const { rows } = await sql<TriedItem>`
    select s.item_id as item, s.gold_id as gold, s.differences, coalesce(t.tries, 0) as tries,
      exists (select from gold_appeal a where a.gold_id = s.gold_id and a.user_id = s.user_id and a.job_id = s.job_id) as appealed
    from public.job_item i
    join item_work w on w.item_id = i.id and w.user_id = ${userId} and w.done_at is not null
    join item_snapshot k on k.item_id = i.id and k.user_id = w.user_id
    join public.gold_score s on s.gold_id = i.gold_id and s.user_id = w.user_id and s.job_id = i.job_id
    left join gold_try t on t.gold_id = s.gold_id and t.user_id = s.user_id and t.job_id = s.job_id
    where i.job_id = ${jobId} and i.image_id = ${imageId}`.execute(trx);
  return rows[0] ?? null;
}

interface ComparedWork {
  domain: GoldDomain;
  task: string;
  width: number;
  height: number;
  gold: Work;
  work: Work;
}

/** Compares corrected work with the gold annotations. The score of the first try does not change. */
async function compareCurrentWork(trx: Db, { item, gold }: TriedItem, userId: string): Promise<readonly GoldDifference[]> {
  const { rows } = await sql<ComparedWork>`
    select g.domain, g.task_id as task, t.img_width as width, t.img_height as height,
      json_build_object('labels', g.labels, 'shapes', g.shapes) as gold, json_build_object('labels', k.labels, 'shapes', k.shapes) as work
    from public.gold_item g join public.training_image t on t.id = g.image_id
    join item_snapshot k on k.item_id = ${item} and k.user_id = ${userId} where g.id = ${gold}`.execute(trx);
  const row = rows[0];
  const task = row && (await loadGoldTasks(trx, [{ domain: row.domain, taskId: row.task }])).get(row.task);
  if (!row || !task) return [];
  const templates = await loadTemplates(trx, [...row.gold.shapes, ...row.work.shapes]);
  return compareWithGold(row.gold, row.work, task, row, templates).differences;
}

async function recordTry(trx: Db, { item, gold }: TriedItem, userId: string): Promise<void> {
  await sql`
    insert into gold_try (gold_id, user_id, job_id, item_id, workspace_id, tries, labels, shapes)
    select ${gold}, user_id, job_id, item_id, workspace_id, 1, labels, shapes from item_snapshot
    where item_id = ${item} and user_id = ${userId}
    on conflict (gold_id, user_id, job_id) do update set tries = gold_try.tries + 1`.execute(trx);
  await recordRead(trx, gold, userId);
}

/** Stores an appeal against the annotations of a gold item. Throws 400 unless the user got feedback on it, and for a second appeal. */
export async function storeAppeal(trx: Db, job: JobRow, imageId: string, userId: string, text: string): Promise<void> {
  const { rows } = await sql<{ gold: string }>`
    select t.gold_id as gold from public.job_item i
    join gold_try t on t.gold_id = i.gold_id and t.job_id = i.job_id and t.user_id = ${userId}
    where i.job_id = ${job.id} and i.image_id = ${imageId}`.execute(trx);
  const gold = rows[0]?.gold;
  if (!gold) throw badField('item', messages.noFeedback);
  const inserted = await trx
    .insertInto('gold_appeal')
    .values({ gold_id: gold, job_id: job.id, user_id: userId, workspace_id: job.workspace_id, text })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw badField('item', messages.appealed);
}
