import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of the API and all that it has started, without PostgreSQL, in bytes. */
export const MEMORY_LIMIT = 1_000_000_000;
const WATCH_MS = 100;

interface ProcessFigures {
  parent: number;
  name: string;
  bytes: number;
}

/** What /proc tells of a process; null when it has ended meanwhile. */
function figuresOf(pid: string): ProcessFigures | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
    return { parent: Number(field('PPid')), name: field('Name'), bytes: Number.parseInt(field('VmRSS') || '0', 10) * 1024 };
  } catch {
    return null;
  }
}

/** The sum of the process and its descendants, without PostgreSQL and what that starts. Zero when it has ended. */
export function residentMemory(root: number): number {
  const all = new Map<number, ProcessFigures>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const figures = figuresOf(name);
    if (figures) all.set(Number(name), figures);
  }
  const sumOf = (pid: number): number => {
    const own = all.get(pid);
    if (!own || own.name.startsWith('postgres')) return 0;
    const children = [...all].filter(([, { parent }]) => parent === pid);
    return children.reduce((sum, [child]) => sum + sumOf(child), own.bytes);
  };
  return sumOf(root);
}

export interface MemoryWatch {
  /** The most that was seen since the last call of this function, in bytes. */
  peak: () => number;
  stop: () => void;
}

/** Looks every 100 ms, without cgroups and without root; `onExceeded` is called once, with the bytes. */
export function watchMemory(pidOf: () => number, onExceeded: (bytes: number) => void): MemoryWatch {
  let highest = 0;
  let exceeded = false;
  const timer = setInterval(() => {
    const bytes = residentMemory(pidOf());
    highest = Math.max(highest, bytes);
    if (bytes <= MEMORY_LIMIT || exceeded) return;
    exceeded = true;
    onExceeded(bytes);
  }, WATCH_MS);
  return {
    peak: () => {
      const seen = highest;
      highest = 0;
      return seen;
    },
    stop: () => clearInterval(timer),
  };
}
