import type { LoadFaultKind } from '@console/shared-contract/federation';

/**
 * Phases of loading a page or widget of a remote, in order. `entry`: fetch and run the entry script;
 * `start`: start the module container with the shared packages;
 * `code`: fetch and run the module with its chunks; `display`: render it for the first time;
 * `ready`: wait until the remote reports that the page displays data.
 */
export const LOAD_PHASES = ['entry', 'start', 'code', 'display', 'ready'] as const;
export type LoadPhase = (typeof LOAD_PHASES)[number];

/** One attempt to load a part of a remote, such as a page. */
export interface LoadRecord {
  /** Identifies the load on the error card, in the fault report and in the browser's performance recording. */
  id: string;
  remote: string;
  version: string;
  /** For example `./images#ImagesPage`. */
  part: string;
  /** Milliseconds since the start of the page, as in `performance.now()`. */
  startTime: number;
  /** Duration of each phase in milliseconds. Phases that an earlier load has completed are missing. */
  durations: Partial<Record<LoadPhase, number>>;
  /** Missing while the load is pending. */
  result?: 'ok' | LoadFaultKind;
}

const MAX_RECORDS = 100;
const records: LoadRecord[] = [];

/** Returns the latest loads of this tab, oldest first. */
export const listLoads = (): readonly LoadRecord[] => records;

export function startLoad(load: Pick<LoadRecord, 'remote' | 'version' | 'part'>): LoadRecord {
  const record = { ...load, id: Math.random().toString(36).slice(2, 10), startTime: performance.now(), durations: {} };
  records.push(record);
  records.splice(0, records.length - MAX_RECORDS);
  return record;
}

/** Sets the duration of a phase and shows it in the browser's performance recording. Returns the end of the phase. */
export function recordPhase(record: LoadRecord, phase: LoadPhase, start: number, end = performance.now()): number {
  record.durations[phase] = end - start;
  // jsdom does not implement `performance.measure`.
  performance.measure?.(`${record.remote} ${record.part}: ${phase}`, { start, end, detail: { load: record.id } });
  return end;
}
