import { sql } from 'kysely';
import { dropItems, putItems } from '../annotate/jobs/items';
import type { Db } from '../database/connection';
import { deleteNegativeImages, insertNegativeImages } from '../detection/tasks/write';
import { lockReferencedRows, searchFacets, type FacetFilter } from '../facets';
import { toWorkspaceImageFilter } from '../recognition/images/filter';
import { lockMatching, type MatchQuery } from '../rows/bulk-locks';
import { groupsMatching } from '../similarity/groups/queries';
import type { WorkContext, WorkKind } from '../work/kind';
import { MATCHING, MatchingOrder, type GroupOrder, type ImageOrder } from './order';

/** Items of one transaction: short enough that others who want the same images do not wait noticeably. */
const STEP = 500;
const GONE = 'What this was for has been deleted meanwhile.';
const NO_MEMBER = 'Whoever asked for this is no longer a member of the workspace.';

/** What one step has dealt with; null when nothing is left. */
type Step<Order> = { next: Order; total: number; work: (trx: Db) => Promise<void> } | null;

/**
 * Adds or removes all that matches a filter, in steps from the newest to the oldest (groups: by name). The place is kept
 * with each step's rows, so an attempt that was killed is taken up where it stopped, and nothing is done twice.
 */
const doMatching: WorkKind['run'] = async (context) => {
  const { db, work } = context;
  await requireMember(db, work.workspaceId, work.userId);
  const order = MatchingOrder.parse(work.input);
  const done = 'upTo' in order ? await runSteps(context, order, imageStep) : await runSteps(context, order, groupStep);
  return { matched: done };
};

export const matchingKind: WorkKind = { name: MATCHING, atOnce: 2, run: doMatching };

async function runSteps<Order extends { done: number; total?: number }>(
  { db, work, step, progress }: WorkContext,
  first: Order,
  stepOf: (db: Db, workspaceId: string, order: Order) => Promise<Step<Order>>,
): Promise<number> {
  let order = first;
  await progress(order.done, order.total ?? null);
  for (;;) {
    const found = await stepOf(db, work.workspaceId, order);
    if (!found) return order.done;
    const { next, total } = found;
    await step({ done: next.done, total, input: next }, (trx) => found.work(trx));
    order = next;
  }
}

async function imageStep(db: Db, workspaceId: string, order: ImageOrder): Promise<Step<ImageOrder>> {
  const filter = await toWorkspaceImageFilter(db, workspaceId, order.filter);
  if (!filter || order.upTo < 0) return null;
  const to = Math.min(filter.to ?? order.upTo, order.upTo);
  const { count, seqs } = await searchFacets(db, { ...filter, to }, 0, STEP);
  const lowest = seqs.at(-1);
  if (lowest === undefined) return null;
  const total = order.total ?? count;
  return {
    total,
    next: { ...order, total, done: Math.min(order.done + seqs.length, total), upTo: lowest - 1 },
    work: async (trx) => {
      const change = await imageChange(trx, order);
      await change(await lockImagesMatching(trx, filter, seqs));
    },
  };
}

/** Holds the target and answers what is to be done with images. Throws when the target is gone. */
async function imageChange(trx: Db, { of, action, target }: ImageOrder): Promise<(ids: string[]) => Promise<void>> {
  if (of === 'image job') {
    const job = await heldJob(trx, target);
    return (ids) => (action === 'add' ? putItems : dropItems)(trx, job, ids);
  }
  await lockReferencedRows(trx, 'detection_task', [target]);
  const task = await trx.selectFrom('detection_task').selectAll().where('id', '=', target).executeTakeFirst();
  if (!task) throw new Error(GONE);
  return (ids) => (action === 'add' ? insertNegativeImages : deleteNegativeImages)(trx, task, ids);
}

/**
 * As `lockMatching`, for images that a filter over facets has found: writers of facets hold the images' locks too. Returns the
 * images that exist and match once they are locked, newest first.
 */
async function lockImagesMatching(trx: Db, filter: FacetFilter, seqs: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; seq: number }>`
    select id, seq from training_image where workspace_id = ${filter.workspaceId} and seq = any(${seqs}::int[])
    order by id for no key update`.execute(trx);
  const found = sql<{ seq: number }>`select unnest(${seqs}::int[]) as seq`;
  const matching = await searchFacets(trx, { ...filter, terms: [...filter.terms, { seqs: found }] }, 0, seqs.length);
  const ids = new Map(rows.map((row) => [row.seq, row.id]));
  return matching.seqs.flatMap((seq) => ids.get(seq) ?? []);
}

async function groupStep(db: Db, workspaceId: string, order: GroupOrder): Promise<Step<GroupOrder>> {
  const all = groupsMatching(workspaceId, order.filter);
  const matching = { ...all, where: [...all.where, sql`g.created <= ${order.asked}::timestamptz`] };
  const total = order.total ?? (await countGroups(db, matching));
  const [name, id] = order.after ?? [];
  const { rows } = await sql<{ id: string; name: string }>`
    select g.id, lower(g.name) as name from ${matching.from}
    where ${sql.join(matching.where, sql` and `)} ${name === undefined ? sql`` : sql`and (lower(g.name), g.id) > (${name}::text, ${id}::uuid)`}
    order by lower(g.name), g.id limit ${STEP}`.execute(db);
  const last = rows.at(-1);
  if (!last) return null;
  return {
    total,
    next: { ...order, total, done: Math.min(order.done + rows.length, total), after: [last.name, last.id] },
    work: async (trx) => {
      const job = await heldJob(trx, order.target);
      const found = rows.map((row) => row.id);
      await (order.action === 'add' ? putItems : dropItems)(trx, job, await lockMatching(trx, matching, found));
    },
  };
}

async function countGroups(db: Db, { from, where }: MatchQuery): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from ${from} where ${sql.join(where, sql` and `)}`.execute(db);
  return rows[0]?.n ?? 0;
}

async function heldJob(trx: Db, id: string) {
  await lockReferencedRows(trx, 'annotation_job', [id]);
  const job = await trx.selectFrom('annotation_job').selectAll().where('id', '=', id).executeTakeFirst();
  if (!job) throw new Error(GONE);
  return job;
}

async function requireMember(db: Db, workspaceId: string, userId: string | null): Promise<void> {
  const member =
    userId &&
    (await db
      .selectFrom('membership')
      .select('user_id')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .executeTakeFirst());
  if (!member) throw new Error(NO_MEMBER);
}
