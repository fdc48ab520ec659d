import type { LOAD_FAULT_KINDS } from './constants';

export type LoadFaultKind = (typeof LOAD_FAULT_KINDS)[number];

/** Why a part of the console could not be loaded. `message` is for the report, not for the person. */
export interface LoadFault {
  kind: LoadFaultKind;
  message: string;
  remote: string;
  /** Empty when it is not known which version was meant. */
  version: string;
}

/** Loading never throws: it ends in one of these. */
export type LoadResult<T> = { ok: true; value: T } | ({ ok: false } & LoadFault);

/** What is reported of a failure: that of a load, or of a component that was loaded and then threw. */
export interface FaultReport extends Omit<LoadFault, 'kind'> {
  kind: LoadFaultKind | 'render';
  /** The component reference or widget id that was asked for. */
  part: string;
  /** Milliseconds since the epoch. */
  at: number;
}
