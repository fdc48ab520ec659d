import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandLine, isAlive } from './process-identity';
import { isOwnRuntimeFolder } from './runtime-folder';

/** What PostgreSQL writes about itself into its data directory. */
export interface PostmasterFile {
  pid: number;
  port: number;
  /** Empty where it listens on an address only. */
  socketDir: string;
  host: string;
  ready: boolean;
}

/** Reads postmaster.pid of a cluster; null when there is none. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const line = (number: number) => lines[number - 1]?.trim() ?? '';
    return { pid: Number(line(1)), port: Number(line(4)), socketDir: line(5), host: line(6), ready: line(8) === 'ready' };
  } catch {
    return null;
  }
}

/**
 * Stops the database that a killed server left running, and clears a postmaster.pid that names a process which is
 * none (after a reboot the id may be another program's, and PostgreSQL would refuse to start).
 * The caller holds the folder's lock.
 */
export async function stopLeftover(cluster: string, patienceMs = 60_000): Promise<void> {
  const left = readPostmasterFile(cluster);
  if (!left) return;
  if (!isAlive(left.pid) || !isPostgres(left.pid)) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
  } else {
    await stopPostmaster(left.pid, patienceMs);
  }
  if (isOwnRuntimeFolder(left.socketDir)) rmSync(left.socketDir, { recursive: true, force: true });
}

/** Fast shutdown first; immediate shutdown (recovered from the log on the next start) when that takes too long. */
export async function stopPostmaster(pid: number, patienceMs: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalIfAlive(pid, signal);
    const deadline = Date.now() + patienceMs;
    while (isAlive(pid) && Date.now() < deadline) await delay(20);
    if (!isAlive(pid)) return;
  }
  throw new Error(`The database process ${pid} does not end.`);
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function isPostgres(pid: number): boolean {
  const program = commandLine(pid).split(' ')[0] ?? '';
  return basename(program).startsWith('postgres');
}
