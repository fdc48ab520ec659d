import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 300;

function holder(lock: string): number | undefined {
  try {
    return Number(readFileSync(path.join(lock, 'pid'), 'utf8'));
  } catch {
    return undefined;
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

function take(lock: string): boolean {
  try {
    mkdirSync(lock);
    writeFileSync(path.join(lock, 'pid'), String(process.pid));
    return true;
  } catch {
    return false;
  }
}

/** Runs the work while no other process builds into the same folder; a lock whose holder has died is taken over. */
export async function withBuildLock<T>(buildDir: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(buildDir, { recursive: true });
  const lock = path.join(buildDir, '.lock');
  let told = false;
  let nameless = 0;
  while (!take(lock)) {
    const pid = holder(lock);
    // Between the folder and the pid in it another process may be at work for an instant, not for two looks.
    nameless = pid ? 0 : nameless + 1;
    if (nameless > 2 || (pid && !isAlive(pid))) {
      rmSync(lock, { recursive: true, force: true });
      continue;
    }
    if (!told) console.log('Another build is under way here; waiting for it ...');
    told = true;
    await pause(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
