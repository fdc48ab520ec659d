import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { enqueueJob, computeFairPriority } from './jobs';
import type { WorkKind } from './kind';

interface NewWork {
  workspaceId: string;
  kind: string;
  /** Plain JSON. */
  input: unknown;
  /** The user who requested the work. Null if that user was deleted. */
  userId: string | null;
}

/** Prefix of the key of the queue job for background work. The id of the work follows. */
export const KEY_PREFIX = 'work:';

/** Adds background work to the queue, within the transaction of the caller. Returns its id. */
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
 * Creates queue jobs for unfinished work that has no job, because the queue was emptied manually or the work is older than the queue.
 * Returns the number of created jobs.
 */
export async function enqueueUnfinished(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; kind: string; workspace_id: string }>`
      select id, kind, workspace_id from long_work w
      where state in ('queued', 'running') and not exists (select from graphile_worker.jobs j where j.key = ${KEY_PREFIX} || w.id)
      order by created for update skip locked`.execute(trx);
    for (const row of rows) await addWorkJob(trx, row.id, row.kind, row.workspace_id);
    return rows.length;
  });
}

/** Cancels waiting work, and requests running work to stop at its next step. Finished work does not change. */
export async function cancelWork(
  trx: Db,
  id: string,
  kinds: readonly Pick<WorkKind, 'name' | 'onUnsuccessful'>[],
): Promise<void> {
  const { rows } = await sql<{ state: string; kind: string; input: unknown }>`
    update long_work set
      cancel_requested = true,
      finished = case when state = 'queued' then clock_timestamp() end,
      state = case when state = 'queued' then 'cancelled' else state end
    where id = ${id} and state in ('queued', 'running') returning state, kind, input`.execute(trx);
  const [work] = rows;
  if (work?.state !== 'cancelled') return;
  await sql`select graphile_worker.remove_job(${KEY_PREFIX + id})`.execute(trx);
  await kinds.find(({ name }) => name === work.kind)?.onUnsuccessful?.(trx, work, { state: 'cancelled' });
}

async function addWorkJob(trx: Db, id: string, kind: string, workspaceId: string): Promise<void> {
  const queue = `${kind} ${workspaceId}`;
  const priority = await computeFairPriority(trx, kind, queue);
  await enqueueJob(trx, { task: kind, payload: { work: id }, key: KEY_PREFIX + id, queue, priority });
}
