import { statfsSync } from 'node:fs';

/** PostgreSQL needs this much free space for its next log segments of 16 MB each, and to start after a crash. */
const MIN_FREE_BYTES = 32_000_000;

/** Returns the bytes that an ordinary account can still write in a folder. Null if the system does not report it. */
export function getFreeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/**
 * Whether the disk of the folder is too full for PostgreSQL. PostgreSQL's own log does not show this, because it cannot be
 * written either.
 */
export function isDiskFull(folder: string): boolean {
  const freeBytes = getFreeBytes(folder);
  return freeBytes !== null && freeBytes < MIN_FREE_BYTES;
}
