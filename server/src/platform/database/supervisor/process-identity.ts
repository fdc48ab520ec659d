import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Whether a process with this id is running, even if it belongs to another user. Zombies count as not running: in a
 * container whose first process does not reap children they stay forever.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return readStatFields(pid)?.[0] !== 'Z';
}

/**
 * Returns the start time of a process, which distinguishes it from a later process with the same id.
 * Empty if the system does not report it; then only the id is compared.
 */
export function readStartTime(pid: number): string {
  return readStatFields(pid)?.[19] ?? runPs(pid, 'lstart=');
}

/** Returns the command line of a process, or an empty string if it cannot be read. */
export function readCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
  } catch {
    return runPs(pid, 'command=');
  }
}

/** Returns the fields of /proc/PID/stat from the third field on. Null if the file does not exist. */
function readStatFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name in brackets may itself contain spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

function runPs(pid: number, field: string): string {
  if (process.platform === 'linux' || process.platform === 'win32') return '';
  try {
    return execFileSync('ps', ['-o', field, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
