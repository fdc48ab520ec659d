import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readCommandLine, isAlive } from './process-identity';
import { isOwnRuntimeFolder } from './runtime-folder';

/** Contents of postmaster.pid, which PostgreSQL writes into its data directory. */
interface PostmasterFile {
  pid: number;
  port: number;
  /** Empty if the database only listens on an IP address. */
  socketDir: string;
  host: string;
  ready: boolean;
}

/** Reads postmaster.pid of a cluster. Null if it does not exist. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const getLine = (number: number) => lines[number - 1]?.trim() ?? '';
    return {
      pid: Number(getLine(1)),
      port: Number(getLine(4)),
      socketDir: getLine(5),
      host: getLine(6),
      ready: getLine(8) === 'ready',
    };
  } catch {
    return null;
  }
}

/**
 * Stops the database that a killed server left running, and deletes a stale postmaster.pid. After a reboot, the id in it
 * may belong to another program, and PostgreSQL would refuse to start. The caller must have the folder's lock.
 */
export async function stopLeftover(cluster: string, timeoutMs = 60_000): Promise<void> {
  const leftoverProcess = readPostmasterFile(cluster);
  if (!leftoverProcess) return;
  if (!isAlive(leftoverProcess.pid) || !isPostgres(leftoverProcess.pid)) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
  } else {
    await stopPostmaster(leftoverProcess.pid, timeoutMs);
  }
  if (isOwnRuntimeFolder(leftoverProcess.socketDir)) rmSync(leftoverProcess.socketDir, { recursive: true, force: true });
}

/** Requests a fast shutdown, then an immediate shutdown if the fast one takes too long. The next start recovers from the log. */
export async function stopPostmaster(pid: number, timeoutMs: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalIfAlive(pid, signal);
    const deadline = Date.now() + timeoutMs;
    while (isAlive(pid) && Date.now() < deadline) await delay(20);
    if (!isAlive(pid)) return;
  }
  throw new Error(`The database process ${pid} does not stop.`);
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function isPostgres(pid: number): boolean {
  const program = readCommandLine(pid).split(' ')[0] ?? '';
  return basename(program).startsWith('postgres');
}
