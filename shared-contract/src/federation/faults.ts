import type { LOAD_FAULT_KINDS } from './constants';

export type LoadFaultKind = (typeof LOAD_FAULT_KINDS)[number];

/** Why a part of the console could not be loaded. `message` is for the report, not for the person. */
export interface LoadFault {
  kind: LoadFaultKind;
  message: string;
  remote: string;
  /** Empty when it is not known which version was meant. */
  version: string;
  /** Set where this tab takes the remote from elsewhere: the version or address that the override names. */
  override?: string;
}

/** Loading never throws: it ends in one of these. */
export type LoadResult<T> = { ok: true; value: T } | ({ ok: false } & LoadFault);

/** What can be wrong with a part on the screen: it was not loaded, or threw while it was drawn. */
export type RemotePartFaultKind = LoadFaultKind | 'render';

/**
 * What is reported. Beside the faults of parts: `event`, for code of a remote that threw later (a click, a timer, a
 * promise); `override`, for an override that was asked for and not used.
 */
export interface FaultReport extends Omit<LoadFault, 'kind'> {
  kind: RemotePartFaultKind | 'event' | 'override';
  /** The component reference or widget id that was asked for. */
  part: string;
  /** Milliseconds since the epoch. */
  at: number;
}
