import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool, TypeOverrides, types as pgTypes, type ClientConfig } from 'pg';
import type { Database } from './schema';

export type Db = Kysely<Database>;

const MOST_CONNECTIONS = 20;
const CONNECT_PATIENCE_MS = 15_000;

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

/** A pool on one database, as the driver has it. */
export function makePool(config: ClientConfig, max: number): Pool {
  const pool = new Pool({
    ...config,
    max,
    types: typeParsers(),
    connectionTimeoutMillis: CONNECT_PATIENCE_MS,
    application_name: 'annotation-console',
  });
  // An idle connection that breaks (the database restarts) is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => undefined);
  // The same of one that breaks in the middle of a transaction, between two statements: the next of them fails.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** A pool on one database. Close with `db.destroy()`. */
export function connect(config: ClientConfig, { max = MOST_CONNECTIONS, onStatement }: PoolOptions = {}): Db {
  const dialect = new PostgresDialect({ pool: makePool(config, max) });
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
