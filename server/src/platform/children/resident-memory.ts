import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** Returns the resident memory of a process in bytes. Null without /proc and for a process that has exited. */
export function readResidentBytes(pid: number | undefined): number | null {
  try {
    const [, residentPages] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return Number(residentPages) * PAGE_BYTES;
  } catch {
    return null;
  }
}
