import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, readStartTime } from './process-identity';

/** Thrown when another server already works on the data folder. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';
}

export interface FolderLock {
  release: () => void;
}

/** Content of the lock file. */
interface Owner {
  pid: number;
  /** Start time of the process. */
  mark: string;
}

/**
 * Locks the data folder for this process. Throws FolderInUseError if another server has the lock. A lock of a killed server is
 * replaced. If two servers replace it at once, the session lock in the database decides.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'server.lock');
  const currentOwner: Owner = { pid: process.pid, mark: readStartTime(process.pid) };
  const draftFile = `${path}.${process.pid}`;
  writeFileSync(draftFile, JSON.stringify(currentOwner), { mode: 0o644 });
  try {
    if (!claim(draftFile, path)) {
      refuseLiveOwner(folder, path);
      renameSync(path, `${path}.left`);
      if (!claim(draftFile, path)) refuseLiveOwner(folder, path);
    }
  } finally {
    rmSync(draftFile, { force: true });
    rmSync(`${path}.left`, { force: true });
  }
  return {
    release: () => {
      if (readOwner(path)?.pid === currentOwner.pid) rmSync(path, { force: true });
    },
  };
}

/** Only link() creates a complete file atomically and fails if the name exists. */
function claim(draftFile: string, path: string): boolean {
  try {
    linkSync(draftFile, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function refuseLiveOwner(folder: string, path: string): void {
  const owner = readOwner(path);
  if (!owner || !isAlive(owner.pid) || readStartTime(owner.pid) !== owner.mark) return;
  throw new FolderInUseError(
    `The data folder ${folder} is in use by another server (process ${owner.pid}). ` +
      'Stop that one first, or set DATA_DIR to another folder for this one.',
  );
}

function readOwner(path: string): Owner | null {
  try {
    const owner: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof owner !== 'object' || owner === null || !('pid' in owner) || !('mark' in owner)) return null;
    return { pid: Number(owner.pid), mark: String(owner.mark) };
  } catch {
    return null;
  }
}
