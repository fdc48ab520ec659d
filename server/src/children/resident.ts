import { readFileSync } from 'node:fs';

const PAGE = 4096;

/** Resident memory of a process in bytes, read where the system has /proc; null elsewhere, and for a process that is gone. */
export function residentBytes(pid: number | undefined): number | null {
  try {
    const [, resident] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return Number(resident) * PAGE;
  } catch {
    return null;
  }
}
