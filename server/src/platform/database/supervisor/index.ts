import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { isDiskFull } from './disk-space';
import { getBinaries } from './binaries';
import { createCluster, hasCluster, toClientOptions, spawnPostgres, readLogTail, waitUntilReady } from './cluster';
import { prepareLayout } from './layout';
import { findUnprivilegedAccount } from './os-account';
import { readPostmasterFile, stopLeftover, stopPostmaster } from './postmaster';
import { createRuntimeFolder } from './runtime-folder';

export { getDiskSpace, isDiskFull } from './disk-space';
export { FolderInUseError, lockFolder, type FolderLock } from './folder-lock';

export interface SupervisorOptions {
  /** The caller must have the lock of this folder. */
  dataDir: string;
  /** False disables fsync. For tests only. */
  durable?: boolean;
  /** Called once while the database is created or started. */
  onLaunch?: () => void;
  /** Called once if the database cannot be restarted for a reason other than a full disk. */
  onRestartFailed?: (reason: string) => void;
}

export interface RunningDatabase {
  /** Driver options for one database of the cluster. */
  options: (database: string) => ClientConfig;
  stop: () => Promise<void>;
}

const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 60_000;
const START_ATTEMPTS = 60;
const ATTEMPT_PAUSE_MS = 500;
/** Pauses before the restarts of a database that exits repeatedly within a minute. */
const RESTART_PAUSES_MS = [0, 500, 1_000, 2_000, 5_000];
const RESTART_WINDOW_MS = 60_000;
const DISK_FULL_PAUSE_MS = 1_000;

/** Returns driver options for the database that another process runs on this data folder. Throws if none is running. */
export function findRunningDatabase(dataDir: string, database: string): ClientConfig {
  const layout = prepareLayout(dataDir);
  const file = readPostmasterFile(layout.cluster);
  if (!file?.ready) throw new Error(`No database runs on ${dataDir} at the moment; try again.`);
  return toClientOptions({ host: file.socketDir || file.host, port: file.port }, layout.password, database);
}

/**
 * Starts PostgreSQL in the data folder and restarts it when it exits, until `stop` is called. Recovers the database if it was killed
 * earlier. Throws with the end of the database's log if it cannot be started.
 */
export async function startDatabase({
  dataDir,
  durable = true,
  onLaunch,
  onRestartFailed,
}: SupervisorOptions): Promise<RunningDatabase> {
  const account = findUnprivilegedAccount();
  const layout = prepareLayout(dataDir);
  const binaries = getBinaries(account);
  await stopLeftover(layout.cluster);
  const runtime = await createRuntimeFolder(account);
  let child: ChildProcess;
  let isStopping = false;
  let restartTimes: number[] = [];

  const launch = async (): Promise<ChildProcess> => {
    for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
      const launchedProcess = spawnPostgres(layout, binaries, account, runtime, durable);
      if (await waitUntilReady(launchedProcess, layout.cluster, READY_TIMEOUT_MS)) return launchedProcess;
      // A database that was killed during recovery, for example because memory ran out, can be started again.
      const wasKilled = launchedProcess.signalCode !== null;
      if (!wasKilled && !/pre-existing shared memory block|is being used|already exists/.test(readLogTail(layout.log))) break;
      await delay(ATTEMPT_PAUSE_MS);
    }
    if (isDiskFull(dataDir)) throw new Error(`The database did not start: there is no space left in ${dataDir}.`);
    throw new Error(`The database did not start. The end of ${layout.log}:\n${readLogTail(layout.log)}`);
  };

  const watchProcess = (postgres: ChildProcess) => {
    // The database must not keep a finished server process alive, and must not end with it. `stop` or the next start ends the database.
    postgres.unref();
    postgres.once('exit', () => {
      if (!isStopping) void restart();
    });
  };

  /** Like `launch`, but waits while the disk is full. */
  const relaunch = async (): Promise<ChildProcess> => {
    for (;;) {
      try {
        return await launch();
      } catch (error) {
        if (isStopping || !isDiskFull(dataDir)) throw error;
        await delay(DISK_FULL_PAUSE_MS);
      }
    }
  };

  const restart = async () => {
    restartTimes = [...restartTimes.filter((restartedAt) => restartedAt > Date.now() - RESTART_WINDOW_MS), Date.now()];
    await delay(RESTART_PAUSES_MS[Math.min(restartTimes.length, RESTART_PAUSES_MS.length) - 1]);
    try {
      child = await relaunch();
      if (isStopping) await stopPostmaster(child.pid ?? 0, STOP_TIMEOUT_MS);
      else watchProcess(child);
    } catch (error) {
      onRestartFailed?.(error instanceof Error ? error.message : String(error));
    }
  };

  try {
    const launchPromise = hasCluster(layout) ? launch() : createCluster(layout, binaries, account, runtime).then(launch);
    onLaunch?.();
    child = await launchPromise;
  } catch (error) {
    runtime.remove();
    throw error;
  }
  watchProcess(child);

  return {
    options: (database) => toClientOptions(runtime.endpoint, layout.password, database),
    stop: async () => {
      isStopping = true;
      if (child.exitCode === null && child.signalCode === null && child.pid) await stopPostmaster(child.pid, STOP_TIMEOUT_MS);
      runtime.remove();
    },
  };
}
