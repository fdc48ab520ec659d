import type { JobHelpers, Task } from 'graphile-worker';
import { Counter } from 'prom-client';
import { inSpan } from '../tracing/tracer';
import { REQUEST_ID_FIELD, TRACEPARENT_FIELD } from './jobs';

/** `retried`: this attempt has ended with an error, and the queue will start another attempt. */
type JobOutcome = 'done' | 'failed' | 'cancelled' | 'retried';

/** The end of one attempt at a job. */
export interface JobReport {
  task: string;
  outcome: JobOutcome;
  /** 1 for the first attempt. */
  attempt: number;
  durationMs: number;
  /** The background work of the job; null for maintenance tasks. */
  workId: string | null;
  /** The request that caused the job; null for jobs of the server itself. */
  requestId: string | null;
  /** The error of this attempt. Undefined for expected failures of background work, whose reason is stored with the work. */
  error?: unknown;
}

/** Attempts that have ended on this server. */
export const jobAttempts = new Counter({
  name: 'console_queue_job_attempts_total',
  help: 'Attempts at jobs that have ended on this server, by task and outcome: done, failed, cancelled, or retried',
  labelNames: ['task', 'outcome'],
  registers: [],
});

/** Returns the id of the request that caused a job, or null. */
export function getRequestId(payload: unknown): string | null {
  return getTextField(payload, REQUEST_ID_FIELD);
}

/** Counts, reports and traces how each attempt at a task ends. If `run` returns nothing, the outcome is `done`. */
export function observeTask(
  task: string,
  run: (payload: unknown, job: JobHelpers['job']) => Promise<JobOutcome | void>,
  onJob: (report: JobReport) => void = () => undefined,
): Task {
  const runAttempt = async (payload: unknown, job: JobHelpers['job']): Promise<JobOutcome> => {
    const startedAt = performance.now();
    const reportAttempt = (outcome: JobOutcome, error?: unknown) => {
      jobAttempts.inc({ task, outcome });
      onJob({
        task,
        outcome,
        error,
        attempt: job.attempts,
        durationMs: Math.round(performance.now() - startedAt),
        workId: getTextField(payload, 'work'),
        requestId: getRequestId(payload),
      });
    };
    try {
      const outcome = (await run(payload, job)) ?? 'done';
      reportAttempt(outcome);
      return outcome;
    } catch (error) {
      reportAttempt(job.attempts >= job.max_attempts ? 'failed' : 'retried', error);
      throw error;
    }
  };
  return async (payload, { job }) => {
    const traceparent = getTextField(payload, TRACEPARENT_FIELD) ?? undefined;
    const attributes = { 'console.job.kind': task, 'console.job.attempt': job.attempts };
    // Background work that fails or is cancelled does not throw, so its span also has the outcome.
    await inSpan(
      { name: `job ${task}`, kind: 'consumer', traceparent, attributes },
      () => runAttempt(payload, job),
      (outcome) => ({ 'console.job.outcome': outcome }),
    );
  };
}

function getTextField(payload: unknown, name: string): string | null {
  const value: unknown = typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>)[name] : null;
  return typeof value === 'string' ? value : null;
}
