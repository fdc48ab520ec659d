import type { GoldFeedback } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { loadTemplates } from '../../data-access/shape-similarity/load-templates';
import { hasMemberPermission } from '../../platform/access/member-role';
import type { Db } from '../../platform/database/connection';
import { createFieldError } from '../../platform/errors';
import { getJobPage, type JobRow } from '../annotation/jobs/items/items';
import { createNotices } from '../notices/create-notices';
import { compareWithGold } from '../quality/gold/compare-work';
import type { GoldDifference } from '../quality/gold/differences';
import type { GoldDomain, ItemAnnotations } from '../quality/gold/gold-work';
import { loadGoldTasks } from '../quality/gold/load-task';
import { recordGoldRead } from '../quality/gold/store-gold';
import { messages } from './messages';

/** A gold item that a user has marked as done. Each feedback that the user gets on the item is a try. */
interface TriedItem {
  itemId: string;
  goldId: string;
  /** The differences of the scored work. */
  differences: readonly GoldDifference[];
  tries: number;
  /** Whether the last feedback was about the same work. A browser repeats the request after a lost response or in another tab. */
  isRepeated: boolean;
  appealed: boolean;
}

/**
 * Returns feedback on an item that a user has marked as done in a locked job. Null for ordinary items, for work without
 * differences, and after the last try. A repeated request about the same work returns the same feedback and does not count as a
 * try. Records that the user knows the gold-standard annotations. One statement reads everything, so the response time does not
 * reveal ordinary items.
 */
export async function giveFeedback(trx: Db, job: JobRow, target: string, userId: string): Promise<GoldFeedback | null> {
  const triedItem = job.gold_feedback > 0 ? await findTriedItem(trx, job.id, target, userId) : null;
  if (!triedItem || (triedItem.tries >= job.gold_feedback && !triedItem.isRepeated)) return null;
  const isFirstTry = triedItem.tries === 0;
  const differences = isFirstTry ? triedItem.differences : await compareCurrentWork(trx, triedItem, userId);
  if (isFirstTry && differences.length === 0) return null;
  if (!triedItem.isRepeated) await recordTry(trx, triedItem, userId);
  const tries = triedItem.isRepeated ? triedItem.tries : triedItem.tries + 1;
  return {
    // Feedback contains neither the expected label nor the expected shape.
    differences: differences.map(({ kind, box }) => ({ kind, box: box && [...box] })),
    tries_left: Math.max(0, job.gold_feedback - tries),
    appealed: triedItem.appealed,
  };
}

/** Reads the tables in the schema `public`, because the views for annotators hide which items are gold. */
async function findTriedItem(trx: Db, jobId: string, target: string, userId: string): Promise<TriedItem | null> {
  const { rows } = await sql<TriedItem>`
    select s.item_id as "itemId", s.gold_id as "goldId", s.differences, coalesce(t.tries, 0) as tries, coalesce(t.given >= k.taken, false) as "isRepeated",
      exists (select from gold_appeal a where a.gold_id = s.gold_id and a.user_id = s.user_id and a.job_id = s.job_id) as appealed
    from public.job_item i
    join item_work w on w.item_id = i.id and w.user_id = ${userId} and w.done_at is not null
    join item_snapshot k on k.item_id = i.id and k.user_id = w.user_id
    join public.gold_score s on s.gold_id = i.gold_id and s.user_id = w.user_id and s.job_id = i.job_id
    left join gold_try t on t.gold_id = s.gold_id and t.user_id = s.user_id and t.job_id = s.job_id
    where i.job_id = ${jobId} and coalesce(i.image_id, i.group_id) = ${target}`.execute(trx);
  return rows[0] ?? null;
}

interface ComparedWork {
  domain: GoldDomain;
  task: string;
  width: number;
  height: number;
  gold: ItemAnnotations;
  work: ItemAnnotations;
}

/** Compares corrected work with the gold annotations. The score of the first try does not change. */
async function compareCurrentWork(trx: Db, { itemId, goldId }: TriedItem, userId: string): Promise<readonly GoldDifference[]> {
  const { rows } = await sql<ComparedWork>`
    select g.domain, g.task_id as task, coalesce(t.img_width, 0) as width, coalesce(t.img_height, 0) as height,
      json_build_object('labels', g.labels, 'shapes', g.shapes, 'members', g.members) as gold,
      json_build_object('labels', k.labels, 'shapes', k.shapes, 'members', k.members) as work
    from public.gold_item g left join public.training_image t on t.id = g.image_id
    join item_snapshot k on k.item_id = ${itemId} and k.user_id = ${userId} where g.id = ${goldId}`.execute(trx);
  const row = rows[0];
  const task = row && (await loadGoldTasks(trx, [{ domain: row.domain, taskId: row.task }])).get(row.task);
  if (!row || !task) return [];
  const templates = await loadTemplates(trx, [...row.gold.shapes, ...row.work.shapes]);
  return compareWithGold(row.gold, row.work, task, row, templates).differences;
}

async function recordTry(trx: Db, { itemId, goldId }: TriedItem, userId: string): Promise<void> {
  await sql`
    insert into gold_try (gold_id, user_id, job_id, item_id, workspace_id, tries, labels, shapes, members)
    select ${goldId}, user_id, job_id, item_id, workspace_id, 1, labels, shapes, members from item_snapshot
    where item_id = ${itemId} and user_id = ${userId}
    on conflict (gold_id, user_id, job_id) do update set tries = gold_try.tries + 1, given = clock_timestamp()`.execute(trx);
  await recordGoldRead(trx, goldId, userId);
}

/**
 * Stores an appeal against the annotations of a gold item, and sends a notice to reviewers. Throws 400 unless the user got feedback on
 * the item, and for a second appeal.
 */
export async function storeAppeal(trx: Db, job: JobRow, target: string, userId: string, text: string): Promise<void> {
  const { rows } = await sql<{ goldId: string; task: string }>`
    select g.id as "goldId", g.task_id as task from public.job_item i
    join gold_try t on t.gold_id = i.gold_id and t.job_id = i.job_id and t.user_id = ${userId}
    join public.gold_item g on g.id = t.gold_id
    where i.job_id = ${job.id} and coalesce(i.image_id, i.group_id) = ${target}`.execute(trx);
  const jobItem = rows[0];
  if (!jobItem) throw createFieldError('item', messages.noFeedback);
  const insertedAppeal = await trx
    .insertInto('gold_appeal')
    .values({ gold_id: jobItem.goldId, job_id: job.id, user_id: userId, workspace_id: job.workspace_id, text })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!insertedAppeal) throw createFieldError('item', messages.alreadyAppealed);
  await createNotices(trx, {
    workspaceId: job.workspace_id,
    kind: 'appealed',
    actorId: userId,
    page: getJobPage(job),
    userIds: await listReviewers(trx, job.workspace_id),
    data: { name: job.name, task: jobItem.task },
  });
}

async function listReviewers(trx: Db, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.user_id as id from membership m join workspace w on w.id = m.workspace_id
    where m.workspace_id = ${workspaceId} and ${hasMemberPermission('review')}`.execute(trx);
  return rows.map(({ id }) => id);
}
