import { readdirSync, readFileSync } from 'node:fs';

/** Maximum resident memory of the API process and its children without PostgreSQL, in bytes. */
export const MEMORY_LIMIT = 1_000_000_000;
const CHECK_INTERVAL_MS = 100;

interface ProcessInfo {
  parent: number;
  name: string;
  bytes: number;
}

/** Reads parent, name and memory of a process from /proc. Null if it has exited. */
function readProcess(pid: string): ProcessInfo | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const readField = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
    return {
      parent: Number(readField('PPid')),
      name: readField('Name'),
      bytes: Number.parseInt(readField('VmRSS') || '0', 10) * 1024,
    };
  } catch {
    return null;
  }
}

/** Sums the memory of a process and its descendants without PostgreSQL, in bytes. Zero if it has exited. */
function sumResidentMemory(root: number): number {
  const processes = new Map<number, ProcessInfo>();
  for (const name of readdirSync('/proc').filter((fileName) => /^\d+$/.test(fileName))) {
    const processInfo = readProcess(name);
    if (processInfo) processes.set(Number(name), processInfo);
  }
  const sumTree = (pid: number): number => {
    const rootProcess = processes.get(pid);
    if (!rootProcess || rootProcess.name.startsWith('postgres')) return 0;
    const children = [...processes].filter(([, { parent }]) => parent === pid);
    return children.reduce((sum, [child]) => sum + sumTree(child), rootProcess.bytes);
  };
  return sumTree(root);
}

interface MemoryWatch {
  /** Returns the maximum memory since the last call of this function, in bytes. */
  peak: () => number;
  stop: () => void;
}

/** Checks the memory of a process every 100 ms. Calls `onExceeded` at most once. Needs neither cgroups nor root. */
export function watchMemory(getPid: () => number, onExceeded: (bytes: number) => void): MemoryWatch {
  let peak = 0;
  let isExceeded = false;
  const timer = setInterval(() => {
    const bytes = sumResidentMemory(getPid());
    peak = Math.max(peak, bytes);
    if (bytes <= MEMORY_LIMIT || isExceeded) return;
    isExceeded = true;
    onExceeded(bytes);
  }, CHECK_INTERVAL_MS);
  return {
    peak: () => {
      const lastPeak = peak;
      peak = 0;
      return lastPeak;
    },
    stop: () => clearInterval(timer),
  };
}
