import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, type LogEvent } from 'kysely';
import { Client, Pool, TypeOverrides, types as pgTypes, type ClientBase, type ClientConfig, type PoolClient } from 'pg';
import { getTracer } from '../tracing/tracer';
import type { Database } from './schema';

export type Db = Kysely<Database>;

const MAX_CONNECTIONS = 20;
const CONNECT_TIMEOUT_MS = 15_000;
const RETRY_PAUSE_MS = 100;

/** Parses int8 values, such as counts, as numbers. The driver returns text, but none of our values comes near 2^53. */
function createTypeParsers(): TypeOverrides {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(pgTypes.builtins.INT8, Number);
  return parsers;
}

interface PoolOptions {
  /** Maximum number of concurrent connections. */
  max?: number;
  /** Called for each statement, for tests that count them. */
  onStatement?: () => void;
}

/** Detects an unreachable client after 11 s (5 + 3 * 2). The system's defaults take two hours. */
const KEEPALIVE_SETTINGS = 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3';
/**
 * A session that waits for a lock does not read from its socket. Without this check, it would acquire the lock for a client that has died.
 */
const CLIENT_CHECK_SETTING = "set client_connection_check_interval = '2s'";

/**
 * Makes PostgreSQL end a session soon after its client has died. Otherwise all servers of the database would wait for
 * its row locks and advisory locks.
 */
export async function detectDeadClient(client: ClientBase): Promise<void> {
  // Each setting has its own statement, so that a system that does not support one setting can still use the other settings.
  for (const setting of [KEEPALIVE_SETTINGS, CLIENT_CHECK_SETTING]) await client.query(setting).catch(() => undefined);
}

/** Keep-alive of the client: if the database's machine dies, pending statements fail. */
export const KEEP_ALIVE_OPTIONS = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const;

/**
 * Prefix of a statement that nearly every request runs. PostgreSQL parses and plans such a statement once per connection instead of each
 * time. Only for statements with a constant text and explicit columns: a changed result type would make the stored plan fail.
 */
export const PREPARED = '/* prepared */';

/** Gives the statements that start with `PREPARED` a name, so that the driver prepares them on their first use. */
function prepareFrequentStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  // Pass on all arguments: the pool passes a callback after the values.
  client.query = ((statement: unknown, values?: unknown, ...others: unknown[]) =>
    typeof statement === 'string' && statement.startsWith(PREPARED)
      ? query({ name: createHash('sha1').update(statement).digest('hex'), text: statement }, values, ...others)
      : query(statement, values, ...others)) as PoolClient['query'];
}

/** Creates a driver pool for one database. Idle connections are closed after ten seconds, or stay open with `keepIdle`. */
export function createPool(config: ClientConfig, max: number, keepsIdle = false): Pool {
  const pool = new Pool({
    ...KEEP_ALIVE_OPTIONS,
    ...config,
    max,
    ...(keepsIdle ? { idleTimeoutMillis: 0 } : {}),
    types: createTypeParsers(),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'annotation-console',
    // The pool awaits the promise although its types declare no return value.
    onConnect: detectDeadClient as (client: ClientBase) => unknown,
  });
  // The pool replaces a broken idle connection. Without a listener, the error event would end the process.
  pool.on('error', () => undefined);
  // A connection may also break between two statements of a transaction. The next statement then fails.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    prepareFrequentStatements(client);
  });
  return pool;
}

/**
 * Waits if the database has no free connection, as the driver's pool does if the pool is full. Without waiting, a call that needs several
 * connections one after the other would rarely succeed, because each one could be refused.
 */
async function waitForConnection(pool: Pool): Promise<PoolClient> {
  for (const deadline = Date.now() + CONNECT_TIMEOUT_MS; ;) {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isConnectionLimitError(error) || Date.now() > deadline) throw error;
      // Spread the attempts of all waiting calls, because each attempt starts a process of the database.
      await delay(RETRY_PAUSE_MS * (0.5 + Math.random()));
    }
  }
}

/** Whether the connection limit of the database or of this account is reached. */
function isConnectionLimitError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53300';
}

const pools = new WeakMap<Db, Pool>();

/** The connections of a pool, and the requests and work that wait for a connection. */
interface PoolUsage {
  max: number;
  used: number;
  idle: number;
  waiting: number;
}

/** Returns how the pool of a query builder is used. Null for a transaction. */
export function getPoolUsage(db: Db): PoolUsage | null {
  const pool = pools.get(db);
  if (!pool) return null;
  const { totalCount, idleCount, waitingCount, options } = pool;
  return { max: options.max, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/** Creates a query builder with a pool for one database. Close with `db.destroy()`. */
export function connect(config: ClientConfig, { max = MAX_CONNECTIONS, onStatement }: PoolOptions = {}): Db {
  const pool = createPool(config, max);
  const dialect = new PostgresDialect({ pool: { connect: () => waitForConnection(pool), end: () => pool.end() } });
  const log = onStatement ?? createStatementLog();
  const db: Db = new Kysely<Database>({ dialect, ...(log && { log }) });
  pools.set(db, pool);
  return db;
}

/** Records statements in traces. Null if traces are off, because measuring each statement takes time. */
function createStatementLog(): ((event: LogEvent) => void) | null {
  const tracer = getTracer();
  if (!tracer) return null;
  return ({ query, queryDurationMillis, ...event }) =>
    tracer.recordStatement({
      sql: query.sql,
      durationMs: queryDurationMillis,
      error: event.level === 'error' ? event.error : undefined,
    });
}

/** A check of the database on its own connection. */
export interface DatabaseProbe {
  /** Rejects if the database does not respond in time. */
  check: () => Promise<void>;
  close: () => Promise<void>;
}

/** Creates a probe. It replaces its connection after a failure, because after a failover the old connection may stay silent for minutes. */
export function createDatabaseProbe(config: ClientConfig, timeoutMs: number): DatabaseProbe {
  const pool = createPool({ ...config, query_timeout: timeoutMs }, 1, true);
  return {
    check: async () => {
      const client = await waitForConnection(pool);
      try {
        await client.query('select 1');
      } catch (error) {
        client.release(true);
        throw error;
      }
      client.release();
    },
    close: () => pool.end(),
  };
}

/** Creates the database if it does not exist. `admin` connects to another database of the same server. */
export async function createDatabaseIfAbsent(admin: ClientConfig, name: string): Promise<void> {
  await withClient(admin, async (client) => {
    const result = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (result.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  });
}

/** Runs `work` on a new connection and closes it afterwards. */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // Without a listener, the error event of a lost connection would end the process. The running statement fails, too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
