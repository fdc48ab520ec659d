import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from '../../../platform/database/supervisor/process-identity';

export interface LockOptions {
  pollIntervalMs: number;
  /**
   * Age at which a lock from another machine is taken over. This machine cannot check whether a process of another machine still exists.
   */
  maxAgeMs: number;
  /** Called once if another process has the lock. */
  onWait?: () => void;
}

function tryLock(lock: string): boolean {
  try {
    mkdirSync(lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // The folder is not writable or its disk is full, so waiting would never end.
    throw error;
  }
  try {
    writeFileSync(path.join(lock, 'holder'), JSON.stringify({ pid: process.pid, host: hostname() }));
    return true;
  } catch (error) {
    rmSync(lock, { recursive: true, force: true });
    throw error;
  }
}

function readHolder(lock: string): { pid: number; host: string } | undefined {
  try {
    return JSON.parse(readFileSync(path.join(lock, 'holder'), 'utf8')) as { pid: number; host: string };
  } catch {
    return undefined;
  }
}

function isAbandoned(lock: string, maxAgeMs: number): boolean {
  const holder = readHolder(lock);
  if (holder?.host === hostname()) return !isAlive(holder.pid);
  try {
    return Date.now() - statSync(lock).mtimeMs > maxAgeMs;
  } catch {
    return false;
  }
}

/** Runs the work while this process has the lock, which is a folder. Takes over the lock of a dead process. */
export async function withFolderLock<T>(
  lock: string,
  { pollIntervalMs, maxAgeMs, onWait }: LockOptions,
  work: () => T | Promise<T>,
): Promise<T> {
  mkdirSync(path.dirname(lock), { recursive: true });
  let hasReportedWait = false;
  while (!tryLock(lock)) {
    if (isAbandoned(lock, maxAgeMs)) {
      rmSync(lock, { recursive: true, force: true });
      continue;
    }
    if (!hasReportedWait) onWait?.();
    hasReportedWait = true;
    await pause(pollIntervalMs);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
