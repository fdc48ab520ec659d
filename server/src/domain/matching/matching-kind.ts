import { sql } from 'kysely';
import { deleteItems, insertItems } from '../annotation/jobs/items/items';
import type { Db } from '../../platform/database/connection';
import { deleteNegativeImages, insertNegativeImages } from '../detection/tasks/write';
import { countMatches, listFirstSeqs, lockReferencedRows } from '../../data-access/facets';
import { toWorkspaceImageFilter } from '../recognition/images/filter';
import { lockMatchingImages } from '../recognition/images/lock-matching';
import { lockMatching, type MatchQuery } from '../../data-access/rows/bulk-locks';
import { queryMatchingGroups } from '../similarity/groups/queries';
import type { WorkContext, WorkKind } from '../../platform/queue/kind';
import { MATCHING, MatchingInput, type GroupMatchingInput, type ImageMatchingInput } from './input';

/** Maximum number of items per transaction, so that other users wait only briefly for the same images. */
const BATCH_SIZE = 500;
const TARGET_DELETED = 'The job or task has been deleted meanwhile.';

/** A planned step: the input of the next step, and the function that does the work. Null: there is nothing left to do. */
type PlannedStep<Input> = { next: Input; total: number; apply: (trx: Db) => Promise<void> } | null;

/**
 * Adds the images or groups that match a filter to a job or task, or removes them. Works in steps: images newest first, groups by name.
 * Each step stores its progress in the same transaction, so an interrupted attempt continues where it stopped and nothing is done twice.
 */
const runMatching: WorkKind['run'] = async (context) => {
  const input = MatchingInput.parse(context.work.input);
  const matchedCount =
    'upTo' in input ? await runSteps(context, input, planImageStep) : await runSteps(context, input, planGroupStep);
  return { matched: matchedCount };
};

export const matchingKind: WorkKind = { name: MATCHING, concurrency: 2, run: runMatching, permission: 'manage' };

async function runSteps<Input extends { done: number; total?: number }>(
  { db, work, step, progress }: WorkContext,
  initialInput: Input,
  planStep: (db: Db, workspaceId: string, input: Input) => Promise<PlannedStep<Input>>,
): Promise<number> {
  let input = initialInput;
  await progress(input.done, input.total ?? null);
  for (;;) {
    const plannedStep = await planStep(db, work.workspaceId, input);
    if (!plannedStep) return input.done;
    const { next, total: matchCount } = plannedStep;
    await step({ done: next.done, total: matchCount, input: next }, (trx) => plannedStep.apply(trx));
    input = next;
  }
}

async function planImageStep(db: Db, workspaceId: string, input: ImageMatchingInput): Promise<PlannedStep<ImageMatchingInput>> {
  const filter = await toWorkspaceImageFilter(db, workspaceId, input.filter);
  if (!filter || input.upTo < 0) return null;
  const maxSeq = Math.min(filter.to ?? input.upTo, input.upTo);
  const remainingFilter = { ...filter, to: maxSeq };
  const seqs = await listFirstSeqs(db, remainingFilter, BATCH_SIZE);
  const lowestSeq = seqs.at(-1);
  if (lowestSeq === undefined) return null;
  const matchCount = input.total ?? (await countMatches(db, remainingFilter));
  return {
    total: matchCount,
    next: { ...input, total: matchCount, done: Math.min(input.done + seqs.length, matchCount), upTo: lowestSeq - 1 },
    apply: async (trx) => {
      const change = await lockImageTarget(trx, input);
      await change(await lockMatchingImages(trx, filter, seqs));
    },
  };
}

/** Locks the target and returns the function that changes a batch of images. Throws if the target has been deleted. */
async function lockImageTarget(
  trx: Db,
  { of: matchedKind, action, target }: ImageMatchingInput,
): Promise<(ids: string[]) => Promise<void>> {
  if (matchedKind === 'image job') {
    const job = await lockJob(trx, target);
    return (ids) => (action === 'add' ? insertItems : deleteItems)(trx, job, ids);
  }
  await lockReferencedRows(trx, 'detection_task', [target]);
  const task = await trx.selectFrom('detection_task').selectAll().where('id', '=', target).executeTakeFirst();
  if (!task) throw new Error(TARGET_DELETED);
  return (ids) => (action === 'add' ? insertNegativeImages : deleteNegativeImages)(trx, task, ids);
}

async function planGroupStep(db: Db, workspaceId: string, input: GroupMatchingInput): Promise<PlannedStep<GroupMatchingInput>> {
  const query = queryMatchingGroups(workspaceId, input.filter);
  const matchingQuery = { ...query, where: [...query.where, sql`g.created <= ${input.asked}::timestamptz`] };
  const matchCount = input.total ?? (await countGroups(db, matchingQuery));
  const [name, id] = input.after ?? [];
  const { rows } = await sql<{ id: string; name: string }>`
    select g.id, lower(g.name) as name from ${matchingQuery.from}
    where ${sql.join(matchingQuery.where, sql` and `)} ${name === undefined ? sql`` : sql`and (lower(g.name), g.id) > (${name}::text, ${id}::uuid)`}
    order by lower(g.name), g.id limit ${BATCH_SIZE}`.execute(db);
  const lastRow = rows.at(-1);
  if (!lastRow) return null;
  return {
    total: matchCount,
    next: {
      ...input,
      total: matchCount,
      done: Math.min(input.done + rows.length, matchCount),
      after: [lastRow.name, lastRow.id],
    },
    apply: async (trx) => {
      const job = await lockJob(trx, input.target);
      const groupIds = rows.map((row) => row.id);
      await (input.action === 'add' ? insertItems : deleteItems)(trx, job, await lockMatching(trx, matchingQuery, groupIds));
    },
  };
}

async function countGroups(db: Db, { from, where }: MatchQuery): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from ${from} where ${sql.join(where, sql` and `)}`.execute(db);
  return rows[0]?.n ?? 0;
}

async function lockJob(trx: Db, id: string) {
  await lockReferencedRows(trx, 'annotation_job', [id]);
  const job = await trx.selectFrom('annotation_job').selectAll().where('id', '=', id).executeTakeFirst();
  if (!job) throw new Error(TARGET_DELETED);
  return job;
}
