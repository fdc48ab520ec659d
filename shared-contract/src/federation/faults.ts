import type { LOAD_FAULT_KINDS } from './constants';

export type LoadFaultKind = (typeof LOAD_FAULT_KINDS)[number];

/** Why a component of a remote could not be loaded. `message` is for the fault report and is not shown to the user. */
export interface LoadFault {
  kind: LoadFaultKind;
  message: string;
  remote: string;
  /** Empty if the requested version is unknown. */
  version: string;
  /** The version or URL that this tab uses in place of the registered version of the remote. Missing without an override. */
  override?: string;
  /** Id of the failed load in the diagnostics dialog of the host. Missing if nothing was loaded. */
  load?: string;
}

/** Result of a load. Loading never throws. */
export type LoadResult<T> = { ok: true; value: T } | ({ ok: false } & LoadFault);

/** Why a component of a remote is not shown: loading failed, or the component threw while it rendered. */
export type RemotePartFaultKind = LoadFaultKind | 'render';

/**
 * A fault of a remote, as reported to the host. `event`: code of the remote threw an error in an event handler, a timer or a promise.
 * `override`: the requested override could not be used.
 */
export interface FaultReport extends Omit<LoadFault, 'kind'> {
  kind: RemotePartFaultKind | 'event' | 'override';
  /** The requested component reference or widget id. */
  part: string;
  /** Milliseconds since the epoch. */
  at: number;
}
