import { sql } from 'kysely';
import type { Db } from '../database/connection';

export interface NewWork {
  workspaceId: string;
  kind: string;
  /** Plain JSON. */
  input: unknown;
  /** On whose behalf; null once that user is gone. */
  userId: string | null;
}

/** A piece of long work as its handler gets it. */
export interface TakenWork {
  id: string;
  workspaceId: string;
  kind: string;
  input: unknown;
  userId: string | null;
}

/** A worker that says nothing for this long is taken for dead, and its work is given to another. */
const LEASE_SECONDS = 60;
const MOST_ATTEMPTS = 5;

/** Puts long work in the queue, within the transaction of what asks for it. Answers its id. */
export async function enqueueWork(trx: Db, { workspaceId, kind, input, userId }: NewWork): Promise<string> {
  const row = await trx
    .insertInto('long_work')
    .values({ workspace_id: workspaceId, kind, input: JSON.stringify(input), created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Takes the oldest work that waits or whose worker is dead, for kinds that can be done here; null when there is none. */
export async function takeWork(db: Db, kinds: readonly string[], worker: string): Promise<TakenWork | null> {
  const { rows } = await sql<{
    id: string;
    workspace_id: string;
    kind: string;
    input: unknown;
    created_by: string | null;
    attempts: number;
  }>`
    update long_work w
    set state = 'running', attempts = attempts + 1, worker = ${worker}, leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where id = (
      select id from long_work
      where kind = any(${kinds}::text[]) and (state = 'queued' or (state = 'running' and leased_until < clock_timestamp()))
      order by created limit 1 for update skip locked)
    returning id, workspace_id, kind, input, created_by, attempts`.execute(db);
  const row = rows[0];
  if (!row) return null;
  if (row.attempts > MOST_ATTEMPTS) {
    await endWork(db, row.id, { state: 'failed', error: 'It was tried several times and never ended.' });
    return takeWork(db, kinds, worker);
  }
  return { id: row.id, workspaceId: row.workspace_id, kind: row.kind, input: row.input, userId: row.created_by };
}

/** Gives back what was under way when a server died; for its start, when no other works on this database. */
export async function releaseWork(db: Db): Promise<void> {
  await db
    .updateTable('long_work')
    .set({ leased_until: sql<Date>`clock_timestamp()` })
    .where('state', '=', 'running')
    .execute();
}

/** Keeps the lease and says how far the work is. Answers whether it shall go on: not when it was cancelled. */
export async function reportProgress(db: Db, id: string, done: number, total: number | null): Promise<boolean> {
  const { rows } = await sql<{ cancel_requested: boolean }>`
    update long_work set progress_done = ${done}, progress_total = ${total}, leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id} and state = 'running' returning cancel_requested`.execute(db);
  return rows[0]?.cancel_requested === false;
}

/**
 * Remembers, in the transaction of a step, where the next attempt goes on: the work is never further than what it says.
 * A step that was done also shows that the attempt before did not die of this piece of work.
 */
export async function keepPlace(trx: Db, id: string, input: unknown, done: number, total: number): Promise<void> {
  await trx
    .updateTable('long_work')
    .set({ input: JSON.stringify(input), progress_done: done, progress_total: total, attempts: 1 })
    .where('id', '=', id)
    .execute();
}

/** Ends work that waits, and asks work that runs to end at its next step. What has ended stays as it is. */
export async function cancelWork(trx: Db, id: string): Promise<void> {
  await sql`
    update long_work set
      cancel_requested = true,
      finished = case when state = 'queued' then clock_timestamp() end,
      state = case when state = 'queued' then 'cancelled' else state end
    where id = ${id} and state in ('queued', 'running')`.execute(trx);
}

export type WorkEnd = { state: 'done'; result?: unknown } | { state: 'cancelled' } | { state: 'failed'; error: string };

export async function endWork(db: Db, id: string, end: WorkEnd): Promise<void> {
  await db
    .updateTable('long_work')
    .set({
      state: end.state,
      leased_until: null,
      finished: sql<Date>`clock_timestamp()`,
      error: end.state === 'failed' ? end.error : null,
      result: end.state === 'done' && end.result !== undefined ? JSON.stringify(end.result) : null,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}
