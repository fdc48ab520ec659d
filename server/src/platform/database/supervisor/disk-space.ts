import { statfsSync } from 'node:fs';

/** PostgreSQL needs this much free space for its next log segments of 16 MB each, and to start after a crash. */
const MIN_FREE_BYTES = 32_000_000;

/** The disk of a folder: its size, and the bytes that an ordinary account can still write. */
interface DiskSpace {
  sizeBytes: number;
  freeBytes: number;
}

/** Returns the space on the disk of a folder. Null if the system does not report it. */
export function getDiskSpace(folder: string): DiskSpace | null {
  try {
    const { blocks, bavail, bsize } = statfsSync(folder);
    return { sizeBytes: blocks * bsize, freeBytes: bavail * bsize };
  } catch {
    return null;
  }
}

/**
 * Whether the disk of the folder is too full for PostgreSQL. PostgreSQL's own log does not show this, because it cannot be written either.
 */
export function isDiskFull(folder: string): boolean {
  const space = getDiskSpace(folder);
  return space !== null && space.freeBytes < MIN_FREE_BYTES;
}
