import { sql } from 'kysely';
import type { Db } from '../database/connection';

/** A job of the queue: a task's name with what it is about. */
export interface NewJob {
  task: string;
  /** Plain JSON. */
  payload: object;
  /** Another job of the same key takes the place of one that waits. */
  key: string;
  /** Jobs of one queue are done one at a time. */
  queue?: string;
  /** Lower ones first. */
  priority?: number;
  inSeconds?: number;
}

/** Puts a job in the queue, within the transaction of what asks for it. */
export async function addJob(trx: Db, { task, payload, key, queue, priority = 0, inSeconds = 0 }: NewJob): Promise<void> {
  // The flag lets a worker pass over tasks that have their share of this server already: see lanes.ts.
  await sql`
    select 1 from graphile_worker.add_job(
      identifier => ${task}, payload => ${JSON.stringify(payload)}::json, queue_name => ${queue ?? null}, job_key => ${key},
      priority => ${priority}, flags => array[${task}]::text[], run_at => now() + make_interval(secs => ${inSeconds}))`.execute(
    trx,
  );
}

/**
 * The place in the line of a task for one more job of this queue: behind the others of its own queue, beside the first of
 * all the rest. So whoever asks for one thing does not wait behind whoever asked for a thousand.
 */
export async function fairPriority(trx: Db, task: string, queue: string): Promise<number> {
  const { rows } = await sql<{ priority: number }>`
    select least(32767, coalesce(max(priority) filter (where queue_name = ${queue}) + 1, min(priority), 0))::int as priority
    from graphile_worker.jobs where task_identifier = ${task} and locked_at is null and run_at <= now()`.execute(trx);
  return rows[0]?.priority ?? 0;
}
