import { sql } from 'kysely';
import { loadTemplates } from '../../../data-access/shape-similarity/load-templates';
import type { Db } from '../../../platform/database/connection';
import { compareWithGold } from './compare-work';
import type { GoldDomain, ItemAnnotations } from './gold-work';
import { loadGoldTasks } from './load-task';

interface ScoredItem {
  item_id: string;
  job_id: string;
  workspace_id: string;
  user_id: string;
  gold_id: string;
  revision: number;
  weight: number;
  domain: GoldDomain;
  task_id: string;
  gold_labels: ItemAnnotations['labels'];
  gold_shapes: ItemAnnotations['shapes'];
  gold_members: NonNullable<ItemAnnotations['members']>;
  members: NonNullable<ItemAnnotations['members']>;
  labels: ItemAnnotations['labels'];
  shapes: ItemAnnotations['shapes'];
  /** Null for groups. */
  img_width: number | null;
  img_height: number | null;
}

/**
 * SQL of the work on gold-standard items. It consists of snapshots of finished work, or of the work before the first feedback, because a
 * correction must not improve the score. Tries of an earlier, retired gold item of the same image do not count. The tables are named with
 * their schema, because annotators would otherwise read a view that hides which items are gold.
 */
const scoredItems = sql`
  select k.item_id, k.job_id, k.workspace_id, k.user_id, g.id as gold_id, g.revision, g.weight, g.domain, g.task_id,
    g.labels as gold_labels, g.shapes as gold_shapes, g.members as gold_members, k.labels, k.shapes, k.members, t.img_width, t.img_height
  from (
      select item_id, job_id, workspace_id, user_id, labels, shapes, members, taken, null::uuid as gold_id, false as is_tried from item_snapshot s
      where not exists (select from gold_try y where y.item_id = s.item_id and y.user_id = s.user_id)
      union all select item_id, job_id, workspace_id, user_id, labels, shapes, members, null, gold_id, true from gold_try
    ) k join public.job_item i on i.id = k.item_id join gold_item g on g.id = i.gold_id and g.id = coalesce(k.gold_id, g.id)
    left join public.training_image t on t.id = g.image_id
  where (k.is_tried
    or not exists (select from gold_exposure e where e.gold_id = g.id and e.user_id = k.user_id and e.created < k.taken))`;

/**
 * Compares the stored work of a user on gold items of the job among these images or groups, and stores the scores. Call it after
 * the snapshots are stored. Work of users who knew the gold annotations is not scored.
 */
export async function scoreGoldItems(trx: Db, jobId: string, targets: readonly string[], userId: string): Promise<void> {
  const { rows } = await sql<ScoredItem>`
    ${scoredItems} and k.job_id = ${jobId} and k.user_id = ${userId} and ${isAmongTargets(targets)}`.execute(trx);
  await storeScores(trx, rows);
}

/** Compares all stored work with the current revision of a gold item. */
export async function scoreGoldItem(trx: Db, goldId: string): Promise<number> {
  const { rows } = await sql<ScoredItem>`${scoredItems} and g.id = ${goldId}`.execute(trx);
  await storeScores(trx, rows);
  return rows.length;
}

/** SQL condition: the item `i` is one of these images or groups. */
const isAmongTargets = (targets: readonly string[]) => sql`coalesce(i.image_id, i.group_id) = any(${targets}::uuid[])`;

/** Deletes the scores of the user on these images or groups, after the completion marks were removed. Scores with feedback remain. */
export async function deleteGoldScores(trx: Db, jobId: string, targets: readonly string[], userId: string): Promise<void> {
  await sql`
    delete from gold_score s using public.job_item i
    where i.id = s.item_id and s.job_id = ${jobId} and ${isAmongTargets(targets)} and s.user_id = ${userId}
      and not exists (select from gold_try y where y.item_id = s.item_id and y.user_id = s.user_id)`.execute(trx);
}

async function storeScores(trx: Db, items: readonly ScoredItem[]): Promise<void> {
  if (items.length === 0) return;
  const tasks = await loadGoldTasks(
    trx,
    items.map(({ domain, task_id }) => ({ domain, taskId: task_id })),
  );
  const templates = await loadTemplates(
    trx,
    items.flatMap((item) => [...item.gold_shapes, ...item.shapes]),
  );
  const scores = items.flatMap((item) => {
    const task = tasks.get(item.task_id);
    if (!task) return [];
    const { counts, labelCounts, differences } = compareWithGold(
      { labels: item.gold_labels, shapes: item.gold_shapes, members: item.gold_members },
      item,
      task,
      { width: item.img_width ?? 0, height: item.img_height ?? 0 },
      templates,
    );
    const { gold_id, user_id, job_id, item_id, workspace_id, revision, weight } = item;
    return [
      {
        gold_id,
        user_id,
        job_id,
        item_id,
        workspace_id,
        revision,
        weight,
        counts: JSON.stringify(counts),
        label_counts: JSON.stringify(labelCounts),
        differences: JSON.stringify(differences),
      },
    ];
  });
  if (scores.length === 0) return;
  await trx
    .insertInto('gold_score')
    .values(scores)
    .onConflict((conflict) =>
      conflict.columns(['gold_id', 'user_id', 'job_id']).doUpdateSet((eb) => ({
        revision: eb.ref('excluded.revision'),
        item_id: eb.ref('excluded.item_id'),
        weight: eb.ref('excluded.weight'),
        counts: eb.ref('excluded.counts'),
        label_counts: eb.ref('excluded.label_counts'),
        differences: eb.ref('excluded.differences'),
      })),
    )
    .execute();
}
