import type { ClientConfig } from 'pg';
import type { Config } from '../config';
import { runExclusively } from './run-exclusively';
import { connect, createDatabaseIfAbsent, type Db } from './connection';
import { migrate } from './migrate';
import { requireUsableDatabase } from './require-usable-database';
import { lockDatabase } from './session-lock';
import { FolderInUseError, lockFolder, findRunningDatabase, startDatabase } from './supervisor';

export interface DatabaseHandle {
  db: Db;
  /** Options for a separate connection. */
  connection: ClientConfig;
  close: () => Promise<void>;
}

type DatabaseConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePool'>;
interface OpenOptions {
  /** Called when the database cannot be used any more. */
  onFatal: (reason: string) => void;
  /** Called once, before the embedded database starts or the operator's database is connected. The caller can do other work meanwhile. */
  onLaunch?: () => void;
  /** Runs while no other server of the same database prepares it. Default: migrates the database. */
  prepare?: (db: Db, options: ClientConfig) => Promise<unknown>;
}
type Cleanup = () => Promise<void> | void;

const DATABASE_NAME = 'console';
/**
 * Maximum number of connections for requests and background work. The embedded database allows 60; the others are for the job queue and for
 * commands.
 */
const MAX_EMBEDDED_CONNECTIONS = 45;

/**
 * Opens and migrates the server's database: an embedded PostgreSQL in the data folder, or the operator's (DATABASE_URL).
 * Either way the data folder is locked against a second server. If it throws, nothing is left running.
 */
export async function openDatabase(
  config: DatabaseConfig,
  { onFatal, onLaunch = () => undefined, prepare = migrate }: OpenOptions,
): Promise<DatabaseHandle> {
  const cleanups: Cleanup[] = [];
  const close = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    cleanups.push(lockFolder(config.dataDir).release);
    if (config.databaseUrl) onLaunch();
    const options = config.databaseUrl
      ? { connectionString: config.databaseUrl }
      : await openEmbeddedDatabase(config.dataDir, { onFatal, onLaunch }, cleanups);
    if (config.databaseUrl) await requireUsableDatabase(options);
    const maxConnections = config.databaseUrl ? config.databasePool : Math.min(config.databasePool, MAX_EMBEDDED_CONNECTIONS);
    const db = connect(options, { max: maxConnections });
    cleanups.push(() => db.destroy());
    await runExclusively(options, () => prepare(db, options));
    return { db, connection: options, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the database for a command: connects to a running server's database, or starts it for the duration of the command. */
export async function openForCommand(config: DatabaseConfig): Promise<DatabaseHandle> {
  if (config.databaseUrl) return createHandle({ connectionString: config.databaseUrl });
  try {
    return await openDatabase(config, { onFatal: throwReason });
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    return createHandle(findRunningDatabase(config.dataDir, DATABASE_NAME));
  }
}

/** Opens the database without a migration, for a restore. Throws FolderInUseError while a server is running. */
export async function openForRestore(config: DatabaseConfig): Promise<DatabaseHandle> {
  return openDatabase(config, { onFatal: throwReason, prepare: async () => undefined });
}

function throwReason(reason: string): never {
  throw new Error(reason);
}

async function openEmbeddedDatabase(
  dataDir: string,
  { onFatal, onLaunch }: Required<Pick<OpenOptions, 'onFatal' | 'onLaunch'>>,
  cleanups: Cleanup[],
): Promise<ClientConfig> {
  await requireUnlockedDatabase(dataDir);
  const runningDatabase = await startDatabase({ dataDir, onLaunch, onRestartFailed: onFatal });
  cleanups.push(runningDatabase.stop);
  const options = runningDatabase.options(DATABASE_NAME);
  const lock = await lockDatabase(options, onFatal).catch(async (error: unknown) => {
    if (!isMissingDatabase(error)) throw error;
    await createDatabaseIfAbsent(runningDatabase.options('postgres'), DATABASE_NAME);
    return lockDatabase(options, onFatal);
  });
  cleanups.push(lock.release);
  return options;
}

/** Whether initdb has created the cluster, but not yet our database. */
function isMissingDatabase(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '3D000';
}

/**
 * Throws FolderInUseError if a running server uses the database, even if its lock file was deleted. The session lock distinguishes a
 * running server from a killed server whose database continues to run.
 */
async function requireUnlockedDatabase(dataDir: string): Promise<void> {
  try {
    const lock = await lockDatabase(findRunningDatabase(dataDir, DATABASE_NAME));
    await lock.release();
  } catch (error) {
    if (error instanceof FolderInUseError) throw error;
  }
}

function createHandle(options: ClientConfig): DatabaseHandle {
  const db = connect(options, { max: 2 });
  return { db, connection: options, close: () => db.destroy() };
}
