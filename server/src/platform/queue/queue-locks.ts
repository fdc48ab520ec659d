import { sql } from 'kysely';
import type { Db } from '../database/connection';

// The only file that uses private tables of graphile-worker. The library can unlock all jobs of a worker pool, but neither a
// single job nor a queue of a living pool (ADR 0026). `queue-locks.test.ts` fails when a release changes these tables.

/** Returns the worker pools that have locked a job or a queue. */
export async function listLockingPools(db: Db): Promise<string[]> {
  const { rows } = await sql<{ pool: string }>`
    select locked_by as pool from graphile_worker._private_jobs where locked_by is not null
    union select locked_by from graphile_worker._private_job_queues where locked_by is not null`.execute(db);
  return rows.map(({ pool }) => pool);
}

/** Unlocks jobs of the given pools, in the same way as the library returns jobs that it has fetched but not started. */
export async function unlockJobs(db: Db, pools: readonly string[], ids: readonly string[]): Promise<void> {
  await sql`
    with job as (
      update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = greatest(0, attempts - 1)
      where id = any(${ids}::bigint[]) and locked_by = any(${pools}::text[]) returning job_queue_id)
    update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
    from job where q.id = job.job_queue_id and q.locked_by = any(${pools}::text[])`.execute(db);
}

const isAbandonedBy = (pools: readonly string[]) => sql`
  q.locked_by = any(${pools}::text[])
  and not exists (select from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_by is not null)`;

/** Returns the ids of the queues that these pools have locked although none of their jobs is locked. */
export async function listAbandonedQueues(db: Db, pools: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker._private_job_queues q where ${isAbandonedBy(pools)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Unlocks the given queues, except queues that have a locked job by now. */
export async function unlockAbandonedQueues(db: Db, pools: readonly string[], ids: readonly string[]): Promise<void> {
  await sql`
    update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
    where id = any(${ids}::bigint[]) and ${isAbandonedBy(pools)}`.execute(db);
}
