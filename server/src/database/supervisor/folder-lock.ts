import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, startMark } from './process-identity';

/** Thrown when another server already works on the data folder. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';
}

export interface FolderLock {
  release: () => void;
}

interface Owner {
  pid: number;
  mark: string;
}

/**
 * Takes the data folder for this process, or throws FolderInUseError.
 * A lock left by a killed server is taken over. Two servers racing for such a leftover are told apart by the
 * session lock in the database, which only one of them can hold.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'server.lock');
  const own: Owner = { pid: process.pid, mark: startMark(process.pid) };
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(own), { mode: 0o644 });
  try {
    if (!claim(draft, path)) {
      refuseLiveOwner(folder, path);
      renameSync(path, `${path}.left`);
      if (!claim(draft, path)) refuseLiveOwner(folder, path);
    }
  } finally {
    rmSync(draft, { force: true });
    rmSync(`${path}.left`, { force: true });
  }
  return {
    release: () => {
      if (readOwner(path)?.pid === own.pid) rmSync(path, { force: true });
    },
  };
}

/** link() is the one file operation that both creates whole and fails when the name is taken. */
function claim(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function refuseLiveOwner(folder: string, path: string): void {
  const owner = readOwner(path);
  if (!owner || !isAlive(owner.pid) || startMark(owner.pid) !== owner.mark) return;
  throw new FolderInUseError(
    `The data folder ${folder} is in use by another server (process ${owner.pid}). ` +
      'Stop that one first, or give this one a folder of its own with DATA_DIR.',
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
