import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface LockOptions {
  pollMs: number;
  /** Age at which a lock of another machine, whose process cannot be checked, is taken over. */
  abandonedMs: number;
  /** Called once if another process has the lock. */
  onWait?: () => void;
}

function take(lock: string): boolean {
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function holderOf(lock: string): { pid: number; host: string } | undefined {
  try {
    return JSON.parse(readFileSync(path.join(lock, 'holder'), 'utf8')) as { pid: number; host: string };
  } catch {
    return undefined;
  }
}

function isAbandoned(lock: string, abandonedMs: number): boolean {
  const holder = holderOf(lock);
  if (holder?.host === hostname()) return !isAlive(holder.pid);
  try {
    return Date.now() - statSync(lock).mtimeMs > abandonedMs;
  } catch {
    return false;
  }
}

/** Runs the work while this process has the lock, which is a folder. Takes over the lock of a dead process. */
export async function withFolderLock<T>(
  lock: string,
  { pollMs, abandonedMs, onWait }: LockOptions,
  work: () => T | Promise<T>,
): Promise<T> {
  mkdirSync(path.dirname(lock), { recursive: true });
  let told = false;
  while (!take(lock)) {
    if (isAbandoned(lock, abandonedMs)) {
      rmSync(lock, { recursive: true, force: true });
      continue;
    }
    if (!told) onWait?.();
    told = true;
    await pause(pollMs);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
