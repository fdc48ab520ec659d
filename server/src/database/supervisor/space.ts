import { statfsSync } from 'node:fs';

/** With less than this PostgreSQL cannot be sure of its next pieces of log, 16 MB each, nor start again after a crash. */
const LEAST_BYTES = 32_000_000;

/** Bytes that may still be written in a folder by an ordinary account; null where the system does not tell. */
export function bytesLeft(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Whether what fails on this folder fails for want of space: its log cannot be asked, which has none either. */
export function isFull(folder: string): boolean {
  const left = bytesLeft(folder);
  return left !== null && left < LEAST_BYTES;
}
