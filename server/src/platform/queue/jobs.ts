import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { getTracer } from '../tracing/tracer';

/** A job for the queue: the name of a task and its payload. */
export interface NewJob {
  task: string;
  /** Plain JSON. */
  payload: object;
  /** A new job replaces a waiting job with the same key. */
  key: string;
  /** Name of a queue, such as that of a workspace. Jobs with the same queue run one at a time. */
  queue?: string;
  /** Lower numbers run first. */
  priority?: number;
  delaySeconds?: number;
}

/** The field of a payload with the id of the request that caused the job. The log of the job contains it. */
export const REQUEST_ID_FIELD = 'request_id';
/** The field of a payload with the W3C `traceparent` of the span that caused the job. */
export const TRACEPARENT_FIELD = 'traceparent';

/** Adds a job to the queue, within the transaction of the caller. The job gets the request id that the transaction has declared, if any. */
export async function enqueueJob(trx: Db, { task, payload, key, queue, priority = 0, delaySeconds = 0 }: NewJob): Promise<void> {
  // The task is also set as a flag of the job. A worker can then skip tasks that have reached their limit on this server (task-limits.ts).
  await sql`
    select 1 from graphile_worker.add_job(
      identifier => ${task}, payload => ${addRequestContext(payload)}, queue_name => ${queue ?? null}, job_key => ${key},
      priority => ${priority}, flags => array[${task}]::text[], run_at => now() + make_interval(secs => ${delaySeconds}))`.execute(
    trx,
  );
}

/** The payload as JSON, with the request id that `declareWriter` has set for this transaction, and the running span. */
function addRequestContext(payload: object) {
  const requestId = sql`nullif(current_setting('console.writer', true), '')::jsonb ->> 'request'`;
  const payloadWithTrace = { ...payload, [TRACEPARENT_FIELD]: getTracer()?.getTraceparent() };
  return sql`
    (${JSON.stringify(payloadWithTrace)}::jsonb || jsonb_strip_nulls(jsonb_build_object(${sql.lit(REQUEST_ID_FIELD)}, ${requestId})))::json`;
}

/**
 * Computes the priority of a new job: it runs after the waiting jobs of its own queue, but as early as the first jobs of other
 * queues. Each workspace has its own queue, so that a single request does not wait for a thousand requests of another workspace.
 */
export async function computeFairPriority(trx: Db, task: string, queue: string): Promise<number> {
  const { rows } = await sql<{ priority: number }>`
    select least(32767, coalesce(max(priority) filter (where queue_name = ${queue}) + 1, min(priority), 0))::int as priority
    from graphile_worker.jobs where task_identifier = ${task} and locked_at is null and run_at <= now()`.execute(trx);
  return rows[0]?.priority ?? 0;
}
