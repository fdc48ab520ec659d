import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { addJob, fairPriority } from './jobs';
import type { WorkKind } from './kind';

export interface NewWork {
  workspaceId: string;
  kind: string;
  /** Plain JSON. */
  input: unknown;
  /** On whose behalf; null once that user is gone. */
  userId: string | null;
}

/** The key of the job that a piece of long work waits by. */
export const KEY_PREFIX = 'work:';

/** Puts long work in the queue, within the transaction of what asks for it. Answers its id. */
export async function enqueueWork(trx: Db, { workspaceId, kind, input, userId }: NewWork): Promise<string> {
  const { id } = await trx
    .insertInto('long_work')
    .values({ workspace_id: workspaceId, kind, input: JSON.stringify(input), created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addWorkJob(trx, id, kind, workspaceId);
  return id;
}

/**
 * Gives a job to all that is unfinished and has none: what a release before the queue has left, or a queue that was
 * emptied by hand. Answers how many there were.
 */
export async function adoptUnfinished(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; kind: string; workspace_id: string }>`
      select id, kind, workspace_id from long_work w
      where state in ('queued', 'running') and not exists (select from graphile_worker.jobs j where j.key = ${KEY_PREFIX} || w.id)
      order by created for update skip locked`.execute(trx);
    for (const row of rows) await addWorkJob(trx, row.id, row.kind, row.workspace_id);
    return rows.length;
  });
}

/** Ends work that waits, and asks work that runs to end at its next step. What has ended stays as it is. */
export async function cancelWork(trx: Db, id: string, kinds: readonly Pick<WorkKind, 'name' | 'undone'>[]): Promise<void> {
  const { rows } = await sql<{ state: string; kind: string; input: unknown }>`
    update long_work set
      cancel_requested = true,
      finished = case when state = 'queued' then clock_timestamp() end,
      state = case when state = 'queued' then 'cancelled' else state end
    where id = ${id} and state in ('queued', 'running') returning state, kind, input`.execute(trx);
  const [work] = rows;
  if (work?.state !== 'cancelled') return;
  await sql`select graphile_worker.remove_job(${KEY_PREFIX + id})`.execute(trx);
  await kinds.find(({ name }) => name === work.kind)?.undone?.(trx, work, { state: 'cancelled' });
}

async function addWorkJob(trx: Db, id: string, kind: string, workspaceId: string): Promise<void> {
  const queue = `${kind} ${workspaceId}`;
  const priority = await fairPriority(trx, kind, queue);
  await addJob(trx, { task: kind, payload: { work: id }, key: KEY_PREFIX + id, queue, priority });
}
