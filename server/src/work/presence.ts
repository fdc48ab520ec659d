import { sql } from 'kysely';
import type { Client, ClientConfig } from 'pg';
import type { Db } from '../database/connection';
import { keepSession } from '../database/kept-session';
import { KEY_PREFIX } from './queue';

/** Any fixed number: the class of the advisory locks by which worker pools show that they live. */
const PRESENCE = 7_302_115;
/** Keeps two servers from taking over the same dead one. */
const TAKE_OVER = 7_302_116;
const LOOK_MS = 1_000;
/** A living server whose connection was cut is back within a second. */
const LOOKS_UNTIL_DEAD = 3;

export interface PresenceOptions {
  onError?: (error: unknown) => void;
  /** How often it is looked for dead ones. */
  lookMs?: number;
}

/** The jobs that a pool of workers knows of, by id. */
export interface Hands {
  working: ReadonlySet<string>;
  /** Done, and not known to be settled in the database: what a cut connection has undone of that is tried again for long. */
  settling: Set<string>;
}

export interface Presence {
  /** Shows from now on that this pool of workers lives, and which jobs it really has in hand. */
  join: (pool: string, hands: Hands) => Promise<void>;
  /** The pool has ended: what it may have left locked is free. */
  leave: (pool: string) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Each pool of workers holds an advisory lock as long as its process lives; PostgreSQL lets go of it when that dies,
 * however it dies. Jobs of a pool without one are given back to the queue within seconds, and those of a living one never,
 * however long a call takes.
 */
export async function keepPresence(
  db: Db,
  config: ClientConfig,
  { onError = () => undefined, lookMs = LOOK_MS }: PresenceOptions = {},
): Promise<Presence> {
  const pools = new Map<string, Hands>();
  const [missed, lost, left] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const session = await keepSession(config, async (client) => {
    for (const pool of pools.keys()) await lock(client, pool);
  });
  let stopped = false;
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(async () => {
        if (stopped) return;
        await lookForDead(db, pools, missed);
        await lookForLost(db, pools, lost);
        await lookForLeftQueues(db, pools, left);
      })
      .catch(onError);
  }, lookMs);
  timer.unref();

  return {
    join: async (pool, hands) => {
      pools.set(pool, hands);
      // A lost connection locks it as soon as it is back.
      await lock(session.client(), pool).catch(() => undefined);
    },
    leave: async (pool) => {
      pools.delete(pool);
      await takeOver(db, [pool], 'ended').catch(onError);
      await session
        .client()
        .query('select pg_advisory_unlock_shared($1, hashtext($2))', [PRESENCE, pool])
        .catch(() => undefined);
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await looking;
      await session.close();
    },
  };
}

/** Shared, for a cut connection's own lock may outlive it by a while. */
async function lock(client: Client, pool: string): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [PRESENCE, pool]);
}

/** Counts for how many looks a pool with locked jobs has not been there, and takes over what has been too long. */
async function lookForDead(db: Db, own: ReadonlyMap<string, Hands>, missed: Map<string, number>): Promise<void> {
  const { rows } = await sql<{ pool: string }>`
    select distinct j.locked_by as pool
    from (select locked_by from graphile_worker._private_jobs union all select locked_by from graphile_worker._private_job_queues) j
    where j.locked_by is not null and not exists (
      select from pg_locks l
      where l.locktype = 'advisory' and l.classid::bigint = ${PRESENCE} and l.objid::bigint = hashtext(j.locked_by)::bigint & 4294967295
        and l.objsubid = 2 and l.database = (select oid from pg_database where datname = current_database()))`.execute(db);
  const dead = missedLongEnough(missed, new Set(rows.map((row) => row.pool).filter((pool) => !own.has(pool))));
  if (dead.length > 0) await takeOver(db, dead, 'died');
  for (const pool of dead) missed.delete(pool);
}

/**
 * Gives back what this process has locked and does not know of: the answer to the fetch of a job was lost with its
 * connection. Nobody else could tell, for its pool lives.
 */
async function lookForLost(db: Db, own: ReadonlyMap<string, Hands>, lost: Map<string, number>): Promise<void> {
  const settling = [...own.values()].map((hands) => [hands.settling, [...hands.settling]] as const);
  const { rows } = await sql<{ id: string; pool: string }>`
    select id::text, locked_by as pool from graphile_worker.jobs where locked_by = any(${[...own.keys()]}::text[])`.execute(db);
  const locked = new Set(rows.map(({ id }) => id));
  for (const [set, before] of settling) for (const id of before) if (!locked.has(id)) set.delete(id);
  const isKnown = ({ id, pool }: { id: string; pool: string }) => {
    const hands = own.get(pool);
    return !hands || hands.working.has(id) || hands.settling.has(id);
  };
  const ids = missedLongEnough(lost, new Set(rows.filter((row) => !isKnown(row)).map(({ id }) => id)));
  if (ids.length === 0) return;
  await sql`
    with job as (
      update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = greatest(0, attempts - 1)
      where id = any(${ids}::bigint[]) and locked_by = any(${[...own.keys()]}::text[]) returning job_queue_id)
    update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
    from job where q.id = job.job_queue_id`.execute(db);
  for (const id of ids) lost.delete(id);
}

/**
 * Lets go of queues that this process has locked without a job in them: the queue's own way to settle a job finds its queue
 * by the job's row, and so locks it for good when that row is gone already, as after an end that was taken for lost.
 */
async function lookForLeftQueues(db: Db, own: ReadonlyMap<string, Hands>, left: Map<string, number>): Promise<void> {
  const isLeft = sql`
    q.locked_by = any(${[...own.keys()]}::text[])
    and not exists (select from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_by is not null)`;
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker._private_job_queues q where ${isLeft}`.execute(db);
  const ids = missedLongEnough(left, new Set(rows.map(({ id }) => id)));
  if (ids.length === 0) return;
  await sql`
    update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
    where id = any(${ids}::bigint[]) and ${isLeft}`.execute(db);
  for (const id of ids) left.delete(id);
}

/** Counts a look at which these were not to be seen; answers those for which it is enough. */
function missedLongEnough(looks: Map<string, number>, absent: ReadonlySet<string>): string[] {
  for (const name of looks.keys()) if (!absent.has(name)) looks.delete(name);
  for (const name of absent) looks.set(name, (looks.get(name) ?? 0) + 1);
  return [...looks].filter(([, count]) => count >= LOOKS_UNTIL_DEAD).map(([name]) => name);
}

/** Gives the jobs of pools back to the queue, and wakes it. A death is counted against the work that it was over. */
export async function takeOver(db: Db, pools: readonly string[], how: 'died' | 'ended'): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${TAKE_OVER})`.execute(trx);
    const { rows } = await sql<{ id: string; key: string | null }>`
      select id::text, key from graphile_worker.jobs where locked_by = any(${pools}::text[])`.execute(trx);
    const work = rows.flatMap(({ key }) => (key?.startsWith(KEY_PREFIX) ? [key.slice(KEY_PREFIX.length)] : []));
    if (how === 'died')
      await sql`update long_work set attempts = attempts + 1 where id = any(${work}::uuid[]) and state = 'running'`.execute(trx);
    await sql`select graphile_worker.force_unlock_workers(${pools}::text[])`.execute(trx);
    if (rows.length === 0) return;
    // The queue's own count is of what failed; its limit must not be reached by servers that come and go.
    await sql`select graphile_worker.reschedule_jobs(${rows.map((row) => row.id)}::bigint[], attempts => 0)`.execute(trx);
    await sql`select pg_notify('jobs:insert', json_build_object('r', random(), 'count', ${rows.length}::int)::text)`.execute(trx);
  });
}
