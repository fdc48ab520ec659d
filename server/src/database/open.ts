import type { ClientConfig } from 'pg';
import type { Config } from '../config';
import { alone } from './alone';
import { connect, createDatabaseIfAbsent, type Db } from './connection';
import { migrate } from './migrate';
import { holdDatabase } from './session-lock';
import { FolderInUseError, lockFolder, runningEndpoint, startDatabase } from './supervisor';

export interface OpenDatabase {
  db: Db;
  /** How to reach it by a connection of one's own. */
  connection: ClientConfig;
  close: () => Promise<void>;
}

type DatabaseConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePool'>;
type Cleanup = () => Promise<void> | void;

const DATABASE_NAME = 'console';
/** Of the 60 connections that the database in the data folder has: the queue's and commands' are left. */
const MOST_OF_OWN = 45;

/**
 * The server's database, up to date: its own PostgreSQL in the data folder, or the operator's by DATABASE_URL. The
 * data folder is held against a second server either way. Throws, with nothing left running, when it cannot be had.
 */
export async function openDatabase(
  config: DatabaseConfig,
  onFatal: (reason: string) => void,
  prepare: (db: Db, options: ClientConfig) => Promise<unknown> = migrate,
): Promise<OpenDatabase> {
  const cleanups: Cleanup[] = [];
  const close = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    cleanups.push(lockFolder(config.dataDir).release);
    const options = config.databaseUrl
      ? { connectionString: config.databaseUrl }
      : await ownDatabase(config.dataDir, onFatal, cleanups);
    const most = config.databaseUrl ? config.databasePool : Math.min(config.databasePool, MOST_OF_OWN);
    const db = connect(options, { max: most });
    cleanups.push(() => db.destroy());
    await alone(options, () => prepare(db, options));
    return { db, connection: options, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The database for a command beside the server: of the one that runs on the data folder, else started for the
 * command's own time.
 */
export async function openForCommand(config: DatabaseConfig): Promise<OpenDatabase> {
  if (config.databaseUrl) return plain({ connectionString: config.databaseUrl });
  try {
    return await openDatabase(config, (reason) => {
      throw new Error(reason);
    });
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    return plain(runningEndpoint(config.dataDir, DATABASE_NAME));
  }
}

/** The database as it is, for a restore, which no server may work on meanwhile: FolderInUseError. */
export async function openToRestore(config: DatabaseConfig): Promise<OpenDatabase> {
  return openDatabase(
    config,
    (reason) => {
      throw new Error(reason);
    },
    async () => undefined,
  );
}

async function ownDatabase(dataDir: string, onFatal: (reason: string) => void, cleanups: Cleanup[]): Promise<ClientConfig> {
  await refuseHeldDatabase(dataDir);
  const running = await startDatabase({ dataDir, onGivenUp: onFatal });
  cleanups.push(running.stop);
  await createDatabaseIfAbsent(running.options('postgres'), DATABASE_NAME);
  const held = await holdDatabase(running.options(DATABASE_NAME), onFatal);
  cleanups.push(held.release);
  return running.options(DATABASE_NAME);
}

/**
 * A database that runs on the folder already may be a killed server's, to be stopped and started anew, or a living
 * one's whose lock file was deleted. The session lock tells.
 */
async function refuseHeldDatabase(dataDir: string): Promise<void> {
  try {
    const held = await holdDatabase(runningEndpoint(dataDir, DATABASE_NAME));
    await held.release();
  } catch (error) {
    if (error instanceof FolderInUseError) throw error;
  }
}

function plain(options: ClientConfig): OpenDatabase {
  const db = connect(options, { max: 2 });
  return { db, connection: options, close: () => db.destroy() };
}
