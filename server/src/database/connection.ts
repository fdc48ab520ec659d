import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool, TypeOverrides, types as pgTypes, type ClientBase, type ClientConfig, type PoolClient } from 'pg';
import type { Database } from './schema';

export type Db = Kysely<Database>;

const MOST_CONNECTIONS = 20;
const CONNECT_PATIENCE_MS = 15_000;
const FULL_PAUSE_MS = 100;

/** Counts come as int8, which the driver gives as text; none of ours nears 2^53. */
function typeParsers(): TypeOverrides {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(pgTypes.builtins.INT8, Number);
  return parsers;
}

export interface PoolOptions {
  /** Most connections at once. */
  max?: number;
  /** Hears of each statement sent, for tests that count them. */
  onStatement?: () => void;
}

/** A machine that went without a goodbye is noticed by these after 5 + 3 * 2 s; the system's own take two hours. */
const KEEPALIVES = 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3';
/** A session that waits for a lock does not read, and so would go on waiting, and then hold it, for a client that is dead. */
const CLIENT_CHECK = "set client_connection_check_interval = '2s'";

/**
 * Has PostgreSQL let go soon of what a session holds whose client is gone: rows and advisory locks that all servers of the
 * database would wait for.
 */
export async function letGoWhenGone(client: ClientBase): Promise<void> {
  // One by one: a server on a system that cannot do one of them goes without that one.
  for (const setting of [KEEPALIVES, CLIENT_CHECK]) await client.query(setting).catch(() => undefined);
}

/** The same from this side: a database whose machine is gone fails the statements that wait for it. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const;

/** A pool on one database, as the driver has it. */
export function makePool(config: ClientConfig, max: number): Pool {
  const pool = new Pool({
    ...KEEP_ALIVE,
    ...config,
    max,
    types: typeParsers(),
    connectionTimeoutMillis: CONNECT_PATIENCE_MS,
    application_name: 'annotation-console',
    // The pool waits for the promise, of which its types do not know.
    onConnect: letGoWhenGone as (client: ClientBase) => unknown,
  });
  // An idle connection that breaks (the database restarts) is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => undefined);
  // The same of one that breaks in the middle of a transaction, between two statements: the next of them fails.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/**
 * Waits for a connection where the database has none left, as the driver's pool does where it is full itself. Refused at
 * once instead, a call that takes several connections one after the other may hardly ever get through: the pool's few have
 * to be free at each of those moments.
 */
async function connectPatiently(pool: Pool): Promise<PoolClient> {
  for (const deadline = Date.now() + CONNECT_PATIENCE_MS; ;) {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isFull(error) || Date.now() > deadline) throw error;
      // Not all at once: each try is a process of the database.
      await delay(FULL_PAUSE_MS * (0.5 + Math.random()));
    }
  }
}

/** The database, or what it allows this account, has no connection left. */
function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53300';
}

/** A pool on one database. Close with `db.destroy()`. */
export function connect(config: ClientConfig, { max = MOST_CONNECTIONS, onStatement }: PoolOptions = {}): Db {
  const pool = makePool(config, max);
  const dialect = new PostgresDialect({ pool: { connect: () => connectPatiently(pool), end: () => pool.end() } });
  return new Kysely<Database>({ dialect, ...(onStatement ? { log: onStatement } : {}) });
}

/** Makes the database when it is not there yet. `admin` connects to another database of the same server. */
export async function createDatabaseIfAbsent(admin: ClientConfig, name: string): Promise<void> {
  await withClient(admin, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  });
}

/** Runs one piece of work on a connection of its own. */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...config, connectionTimeoutMillis: CONNECT_PATIENCE_MS });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
