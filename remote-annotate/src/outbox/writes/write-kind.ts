import type { CallEntry, StoredCall } from '../entries/types';
import type { RowKind, Rows } from './rows';
import type { Write } from '../entries/write';

/** For each kind of row that a write affects, a function that applies the write to a row. */
export type Effects<W> = { readonly [K in RowKind]?: (row: Rows[K], write: W, response?: unknown) => Rows[K] };

/** Defines how writes of one kind are stored, sent and shown. All functions are pure. */
export interface WriteKind<W extends Write> {
  /** The id of the image (or group) that the entry belongs to. */
  readonly imageId: (write: W) => string;
  /**
   * Identifies the changed data, such as a label of an image. Writes to the same target keep their order, and are merged while they are
   * unsent.
   */
  readonly target: (write: W) => string;
  /** The local id of the shape or row that must exist on the server before the write is sent. */
  readonly dependsOn?: (write: W) => string | null;
  /** Builds the request. Its local ids are replaced by server ids before it is sent. */
  readonly buildCall: (write: W) => StoredCall;
  /** Builds the request that an earlier release sends after a rollback. Needed if that release must not send the result of `buildCall`. */
  readonly earlierReleaseCall?: (write: W) => StoredCall;
  /** Returns the title of the message if the server rejects the write. It describes what was not changed. */
  readonly refusalMessage: (write: W) => string;
  /** Whether two states are equal. The default compares them as JSON. */
  readonly isEqual?: (a: W['before'], b: W['before']) => boolean;
  /** Whether two unsent writes to the same target must not be merged. */
  readonly mustStaySeparate?: (earlier: W, later: W) => boolean;
  /** Whether the write confirms all earlier changes of its image. If so, it is sent after these changes. */
  readonly isConfirmation?: (write: W) => boolean;
  /** How often a rejected write (4xx) is retried before the user has to decide. */
  readonly maxRepeats?: number;
  /** Whether an error status means that the server already has the desired state. */
  readonly isAlreadyApplied?: (write: W, status: number) => boolean;
  /**
   * Compares a write with an outdated version with the current row. Returns the write to send instead, `done` if the row already has the
   * new state, or `conflict`.
   */
  readonly resolveStale?: (write: W, current: unknown) => W | 'done' | 'conflict';
  /** Returns the write that overwrites a newer state by another user. */
  readonly overwrite?: (write: W) => W;
  /** Returns the local id and the server's id of the row that the server has created. */
  readonly getCreatedRow?: (write: W, response: unknown) => { readonly id: string; readonly serverId: string } | null;
  /** Returns the ids of the rows that the write changes, by kind of row. */
  readonly rows: (write: W) => { readonly [K in RowKind]?: string };
  readonly effects: Effects<W>;
  /** Reads the write from a call that release 1.0.0 has stored. Null if the call belongs to another kind. */
  readonly fromCall?: (call: StoredCall, entry: CallEntry) => W | null;
}

/** Returns the fields of a stored call's body. */
export function getBody(call: StoredCall): Readonly<Record<string, unknown>> {
  return (call.body ?? {}) as Readonly<Record<string, unknown>>;
}
