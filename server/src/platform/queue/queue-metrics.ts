import { sql } from 'kysely';
import { Gauge, type Metric } from 'prom-client';
import type { Db } from '../database/connection';
import { jobAttempts } from './observe-job';
import { countLivingPools } from './presence';

interface JobCount {
  task: string;
  state: string;
  n: number;
  oldestSeconds: number;
}

/** Creates the metrics of the queue. Gauges count jobs of all servers of the database, counters only count jobs of this server. */
export function createQueueMetrics(db: Db): Metric[] {
  const readJobs = shareRunning(() => countJobs(db));
  const jobsGauge = new Gauge({
    name: 'console_queue_jobs',
    help: 'Jobs in the queue of all servers by task and state: running, waiting, later (scheduled), or failed (not tried again)',
    labelNames: ['task', 'state'],
    registers: [],
    async collect() {
      const counts = await readJobs();
      this.reset();
      for (const { task, state, n: count } of counts) this.set({ task, state }, count);
    },
  });
  const oldestJobGauge = new Gauge({
    name: 'console_queue_oldest_waiting_job_seconds',
    help: 'Age of the job that has waited longest, by task',
    labelNames: ['task'],
    registers: [],
    async collect() {
      const counts = await readJobs();
      this.reset();
      for (const { task, state, oldestSeconds } of counts) if (state === 'waiting') this.set({ task }, oldestSeconds);
    },
  });
  const serversGauge = new Gauge({
    name: 'console_servers',
    help: 'Servers of the database that are alive',
    registers: [],
    async collect() {
      const count = await countLivingPools(db).catch(() => null);
      if (count === null) this.remove();
      else this.set(count);
    },
  });
  return [jobsGauge, oldestJobGauge, serversGauge, jobAttempts];
}

/** Lets two metrics of one response share a query. If the query fails, both are omitted instead of reporting zero. */
function shareRunning(readCounts: () => Promise<JobCount[]>): () => Promise<JobCount[]> {
  let runningRead: Promise<JobCount[]> | null = null;
  return () =>
    (runningRead ??= readCounts()
      .catch(() => [])
      .finally(() => {
        runningRead = null;
      }));
}

async function countJobs(db: Db): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select task_identifier as task, state, count(*)::int as n,
      greatest(0, extract(epoch from now() - min(run_at)))::float8 as "oldestSeconds"
    from graphile_worker.jobs, lateral (select case
      when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
      when run_at > now() then 'later' else 'waiting' end) s (state)
    group by 1, 2`.execute(db);
  return rows;
}
