import type { CallEntry, StoredCall } from '../entries/types';
import type { RowKind, Rows } from './rows';
import type { Write } from '../entries/write';

/** For each kind of row that a write affects, a function that applies the write to a row. */
export type Effects<W> = { readonly [K in RowKind]?: (row: Rows[K], write: W, response?: unknown) => Rows[K] };

/** Defines how writes of one kind are stored, sent and shown. All functions are pure. */
export interface WriteKind<W extends Write> {
  /** The id of the image (or group) that the entry belongs to. */
  readonly imageId: (write: W) => string;
  /** Identifies what is written. Writes of one target keep their order and are merged while they are unsent. */
  readonly target: (write: W) => string;
  /** The local id of the shape or row that must exist on the server before the write is sent. */
  readonly dependsOn?: (write: W) => string | null;
  /** Builds the request. Local ids are replaced by server ids when it is sent. */
  readonly buildCall: (write: W) => StoredCall;
  /**
   * Builds the request that an earlier release may send after a rollback to it. Set it if that release must not send the result of
   * `buildCall`.
   */
  readonly earlierReleaseCall?: (write: W) => StoredCall;
  /** Describes what was not changed, for the user who decides about a rejection. */
  readonly refusalMessage: (write: W) => string;
  /** Whether two states are equal. The default compares them as JSON. */
  readonly isEqual?: (a: W['before'], b: W['before']) => boolean;
  /** Whether two writes of one target cannot be merged into one. */
  readonly mustStaySeparate?: (earlier: W, later: W) => boolean;
  /** Whether the write confirms the earlier work on its image. It is then sent after all of that work. */
  readonly isConfirmation?: (write: W) => boolean;
  /** How often a rejected write (4xx) is retried before the user has to decide. */
  readonly maxRepeats?: number;
  /** Whether an error status means that the server already has the desired state. */
  readonly isAlreadyApplied?: (write: W, status: number) => boolean;
  /**
   * Resolves an outdated version by comparing with the current row: the write is already done, another write is sent instead, or
   * there is a conflict.
   */
  readonly resolveStale?: (write: W, current: unknown) => W | 'done' | 'conflict';
  /** Returns the write that overwrites a newer state by another user. */
  readonly overwrite?: (write: W) => W;
  /** Returns the local id and the server's id of the row that the server has created. */
  readonly getCreatedRow?: (write: W, response: unknown) => { readonly id: string; readonly serverId: string } | null;
  /** The ids of the rows that show the write, by row kind. */
  readonly rows: (write: W) => { readonly [K in RowKind]?: string };
  readonly effects: Effects<W>;
  /** Reads the write from a call that release 1.0.0 has stored. Null if the call belongs to another kind. */
  readonly fromCall?: (call: StoredCall, entry: CallEntry) => W | null;
}

/** Returns the fields of a stored call's body. */
export function getBody(call: StoredCall): Readonly<Record<string, unknown>> {
  return (call.body ?? {}) as Readonly<Record<string, unknown>>;
}
