import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { isFull } from './space';
import { binariesFor } from './binaries';
import { clientOptions, initialiseCluster, spawnPostgres, tailOfLog, waitUntilReady } from './cluster';
import { layoutFor } from './layout';
import { unprivilegedAccount } from './os-account';
import { readPostmasterFile, stopLeftover, stopPostmaster } from './postmaster';
import { makeRuntimeFolder } from './runtime-folder';

export { bytesLeft, isFull } from './space';
export { FolderInUseError, lockFolder, type FolderLock } from './folder-lock';

export interface SupervisorOptions {
  /** The caller holds the lock of this folder. */
  dataDir: string;
  /** false: no fsync; for tests only. */
  durable?: boolean;
  /** Called once when the database cannot be started again, for another reason than want of space. */
  onGivenUp?: (reason: string) => void;
}

export interface RunningDatabase {
  /** Driver options for one database of the cluster. */
  options: (database: string) => ClientConfig;
  stop: () => Promise<void>;
}

const READY_PATIENCE_MS = 120_000;
const STOP_PATIENCE_MS = 60_000;
const START_ATTEMPTS = 60;
const ATTEMPT_PAUSE_MS = 500;
/** Between starts of a database that keeps ending: from the second within a minute on. */
const RESTART_PAUSES_MS = [0, 500, 1_000, 2_000, 5_000];
const RESTART_WINDOW_MS = 60_000;
const FULL_PAUSE_MS = 1_000;

/** Driver options for the database that another process runs on this data folder. Throws when none runs. */
export function runningEndpoint(dataDir: string, database: string): ClientConfig {
  const layout = layoutFor(dataDir);
  const file = readPostmasterFile(layout.cluster);
  if (!file?.ready) throw new Error(`No database runs on ${dataDir} at the moment; try again.`);
  return clientOptions({ host: file.socketDir || file.host, port: file.port }, layout.password, database);
}

/**
 * Starts PostgreSQL in the data folder, whatever an earlier kill left there, and keeps it running until `stop`.
 * Throws with the end of the database's log when it cannot be started.
 */
export async function startDatabase({ dataDir, durable = true, onGivenUp }: SupervisorOptions): Promise<RunningDatabase> {
  const account = unprivilegedAccount();
  const layout = layoutFor(dataDir);
  const binaries = binariesFor(account);
  await stopLeftover(layout.cluster);
  const runtime = await makeRuntimeFolder(account);
  let child: ChildProcess;
  let stopping = false;
  let restarts: number[] = [];

  const launch = async (): Promise<ChildProcess> => {
    for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
      const started = spawnPostgres(layout, binaries, account, runtime, durable);
      if (await waitUntilReady(started, layout.cluster, READY_PATIENCE_MS)) return started;
      // Killed from outside while it recovers, as by want of memory, it has nothing against starting.
      const wasKilled = started.signalCode !== null;
      if (!wasKilled && !/pre-existing shared memory block|is being used|already exists/.test(tailOfLog(layout.log))) break;
      await delay(ATTEMPT_PAUSE_MS);
    }
    if (isFull(dataDir)) throw new Error(`The database did not start: there is no space left in ${dataDir}.`);
    throw new Error(`The database did not start. The end of ${layout.log}:\n${tailOfLog(layout.log)}`);
  };

  const watch = (watched: ChildProcess) => {
    // The database must not keep a finished server alive, nor end with it: `stop` or the next start ends it.
    watched.unref();
    watched.once('exit', () => {
      if (!stopping) void restart();
    });
  };

  /** As `launch`, and waits for room where there is none. */
  const relaunch = async (): Promise<ChildProcess> => {
    for (;;) {
      try {
        return await launch();
      } catch (error) {
        if (stopping || !isFull(dataDir)) throw error;
        await delay(FULL_PAUSE_MS);
      }
    }
  };

  const restart = async () => {
    restarts = [...restarts.filter((at) => at > Date.now() - RESTART_WINDOW_MS), Date.now()];
    await delay(RESTART_PAUSES_MS[Math.min(restarts.length, RESTART_PAUSES_MS.length) - 1]);
    try {
      child = await relaunch();
      if (stopping) await stopPostmaster(child.pid ?? 0, STOP_PATIENCE_MS);
      else watch(child);
    } catch (error) {
      onGivenUp?.(error instanceof Error ? error.message : String(error));
    }
  };

  try {
    initialiseCluster(layout, binaries, account, runtime);
    child = await launch();
  } catch (error) {
    runtime.remove();
    throw error;
  }
  watch(child);

  return {
    options: (database) => clientOptions(runtime.endpoint, layout.password, database),
    stop: async () => {
      stopping = true;
      if (child.exitCode === null && child.signalCode === null && child.pid) await stopPostmaster(child.pid, STOP_PATIENCE_MS);
      runtime.remove();
    },
  };
}
