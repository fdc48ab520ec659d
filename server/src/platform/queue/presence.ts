import { sql } from 'kysely';
import type { Client, ClientConfig } from 'pg';
import type { Db } from '../database/connection';
import { openPersistentSession } from '../database/persistent-session';
import { KEY_PREFIX } from './queue';
import { listAbandonedQueues, listLockingPools, unlockJobs, unlockAbandonedQueues } from './queue-locks';

/** Arbitrary fixed class of the advisory locks that show which worker pools are alive. Each server has one pool. */
const PRESENCE_LOCK_CLASS = 7_302_115;
/** Prevents two servers from taking over the same dead pool. */
const TAKE_OVER_LOCK_KEY = 7_302_116;
const CHECK_INTERVAL_MS = 1_000;
/**
 * Number of consecutive checks that must miss a pool before it counts as dead. A living server whose connection was lost is back within a
 * second.
 */
const MIN_MISSED_CHECKS = 3;

interface PresenceOptions {
  onError?: (error: unknown) => void;
  /** Interval of the checks for dead pools. */
  checkIntervalMs?: number;
}

/** The ids of the jobs that a worker pool knows. */
interface PoolJobs {
  working: ReadonlySet<string>;
  /**
   * Finished jobs that may not be marked as completed in the database yet. After a lost connection, the library tries again to mark them.
   */
  completing: Set<string>;
}

export interface PoolPresence {
  /** Marks this worker pool as alive and registers the jobs that it is running. */
  join: (pool: string, jobs: PoolJobs) => Promise<void>;
  /** Call this when the pool has ended. It releases jobs that the pool has left locked. */
  leave: (pool: string) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Each worker pool has an advisory lock as long as its process lives. PostgreSQL releases the lock when the process dies. Jobs of a pool
 * without a lock return to the queue within seconds. Jobs of a living pool never return, however long they take.
 */
export async function startPresence(
  db: Db,
  config: ClientConfig,
  { onError = () => undefined, checkIntervalMs = CHECK_INTERVAL_MS }: PresenceOptions = {},
): Promise<PoolPresence> {
  const pools = new Map<string, PoolJobs>();
  const [missingPoolCounter, lostJobCounter, abandonedQueueCounter] = [createCounter(), createCounter(), createCounter()];
  const session = await openPersistentSession(config, async (client) => {
    for (const pool of pools.keys()) await lockPool(client, pool);
  });
  let isStopped = false;
  let pendingCheck: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    pendingCheck = pendingCheck
      .then(async () => {
        if (isStopped) return;
        await takeOverDeadPools(db, pools, missingPoolCounter);
        await releaseLostJobs(db, pools, lostJobCounter);
        await releaseAbandonedQueues(db, pools, abandonedQueueCounter);
      })
      .catch(onError);
  }, checkIntervalMs);
  timer.unref();

  return {
    join: async (pool, jobs) => {
      pools.set(pool, jobs);
      // If the connection is lost, the reopened session takes the lock.
      await lockPool(session.client(), pool).catch(() => undefined);
    },
    leave: async (pool) => {
      pools.delete(pool);
      await takeOver(db, [pool], 'ended').catch(onError);
      await session
        .client()
        .query('select pg_advisory_unlock_shared($1, hashtext($2))', [PRESENCE_LOCK_CLASS, pool])
        .catch(() => undefined);
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await pendingCheck;
      await session.close();
    },
  };
}

/** Takes the shared advisory lock of a pool. It is shared, because the lock of a lost connection may persist for a while. */
async function lockPool(client: Client, pool: string): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [PRESENCE_LOCK_CLASS, pool]);
}

/** Returns the number of living worker pools in all servers of the database. Each server has one pool. */
export async function countLivingPools(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct l.objid)::int as n from pg_locks l
    where l.locktype = 'advisory' and l.classid::bigint = ${PRESENCE_LOCK_CLASS} and l.objsubid = 2 and l.granted
      and l.database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Counts in how many checks a pool with locked jobs was missing, and takes over the jobs of pools that are dead. */
async function takeOverDeadPools(
  db: Db,
  localPools: ReadonlyMap<string, PoolJobs>,
  missingPoolCounter: ConditionCounter,
): Promise<void> {
  const remotePools = (await listLockingPools(db)).filter((pool) => !localPools.has(pool));
  const deadPools = missingPoolCounter(await filterWithoutLock(db, remotePools));
  if (deadPools.length > 0) await takeOver(db, deadPools, 'died');
}

/** Returns the pools whose advisory lock does not exist. */
async function filterWithoutLock(db: Db, pools: readonly string[]): Promise<string[]> {
  if (pools.length === 0) return [];
  const { rows } = await sql<{ pool: string }>`
    select pool from unnest(${pools}::text[]) pool where not exists (
      select from pg_locks l
      where l.locktype = 'advisory' and l.classid::bigint = ${PRESENCE_LOCK_CLASS} and l.objid::bigint = hashtext(pool)::bigint & 4294967295
        and l.objsubid = 2 and l.database = (select oid from pg_database where datname = current_database()))`.execute(db);
  return rows.map(({ pool }) => pool);
}

/**
 * Releases jobs that are locked by this process but unknown to it, because a connection was lost while a job was fetched. Other
 * servers cannot detect such jobs, because the pool of this process is alive.
 */
async function releaseLostJobs(
  db: Db,
  localPools: ReadonlyMap<string, PoolJobs>,
  lostJobCounter: ConditionCounter,
): Promise<void> {
  const completingIds = [...localPools.values()].map((jobs) => [jobs.completing, [...jobs.completing]] as const);
  const { rows } = await sql<{ id: string; pool: string }>`
    select id::text, locked_by as pool from graphile_worker.jobs where locked_by = any(${[...localPools.keys()]}::text[])`.execute(
    db,
  );
  const lockedIds = new Set(rows.map(({ id }) => id));
  for (const [ids, idsBefore] of completingIds) for (const id of idsBefore) if (!lockedIds.has(id)) ids.delete(id);
  const isKnown = ({ id, pool }: { id: string; pool: string }) => {
    const jobs = localPools.get(pool);
    return !jobs || jobs.working.has(id) || jobs.completing.has(id);
  };
  const ids = lostJobCounter(rows.filter((row) => !isKnown(row)).map(({ id }) => id));
  if (ids.length > 0) await unlockJobs(db, [...localPools.keys()], ids);
}

/**
 * Releases queues that this process has locked without a running job. The library unlocks a queue by the row of its completed
 * job. If that row is already deleted, for example after a retried completion, the queue would stay locked forever.
 */
async function releaseAbandonedQueues(
  db: Db,
  localPools: ReadonlyMap<string, PoolJobs>,
  abandonedQueueCounter: ConditionCounter,
): Promise<void> {
  const pools = [...localPools.keys()];
  const ids = abandonedQueueCounter(await listAbandonedQueues(db, pools));
  if (ids.length > 0) await unlockAbandonedQueues(db, pools, ids);
}

/** Receives the ids that meet a condition in the current check. Returns the ids that have met it in enough consecutive checks. */
type ConditionCounter = (ids: readonly string[]) => string[];

function createCounter(): ConditionCounter {
  let counts = new Map<string, number>();
  return (ids) => {
    counts = new Map(ids.map((id) => [id, (counts.get(id) ?? 0) + 1]));
    return ids.filter((id) => (counts.get(id) ?? 0) >= MIN_MISSED_CHECKS);
  };
}

/** Returns the jobs of pools to the queue and wakes the workers. If the pools died, this counts as a failure of the running work. */
export async function takeOver(db: Db, pools: readonly string[], cause: 'died' | 'ended'): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${TAKE_OVER_LOCK_KEY})`.execute(trx);
    const { rows } = await sql<{ id: string; key: string | null }>`
      select id::text, key from graphile_worker.jobs where locked_by = any(${pools}::text[])`.execute(trx);
    const workIds = rows.flatMap(({ key }) => (key?.startsWith(KEY_PREFIX) ? [key.slice(KEY_PREFIX.length)] : []));
    if (cause === 'died')
      await sql`update long_work set attempts = attempts + 1 where id = any(${workIds}::uuid[]) and state = 'running'`.execute(
        trx,
      );
    await sql`select graphile_worker.force_unlock_workers(${pools}::text[])`.execute(trx);
    if (rows.length === 0) return;
    // The queue counts failed attempts. Restarts of servers must not use up its limit.
    await sql`select graphile_worker.reschedule_jobs(${rows.map((row) => row.id)}::bigint[], attempts => 0)`.execute(trx);
    await sql`select pg_notify('jobs:insert', json_build_object('r', random(), 'count', ${rows.length}::int)::text)`.execute(trx);
  });
}
