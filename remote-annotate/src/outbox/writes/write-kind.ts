import type { CallEntry, StoredCall } from '../entries/types';
import type { RowKind, Rows } from './rows';
import type { Write } from '../entries/write';

/** What a write makes of each row that it shows on. */
export type Effects<W> = { readonly [K in RowKind]?: (row: Rows[K], write: W, answer?: unknown) => Rows[K] };

/** What follows from a write of one kind. All functions are pure. */
export interface WriteKind<W extends Write> {
  /** The picture (or group) whose entries it stands among. */
  readonly imageId: (write: W) => string;
  /** What is written: writes of one target keep their order, and are joined while they are unsent. */
  readonly target: (write: W) => string;
  /** The shape, or the row made by an earlier write, that must be on the server first; by its id here. */
  readonly needs?: (write: W) => string | null;
  /** The request. Ids made here are replaced by the server's when it is sent. */
  readonly call: (write: W) => StoredCall;
  /** A request that the release before this one may send after a rollback, where `call` is none. */
  readonly plainCall?: (write: W) => StoredCall;
  /** What was not done, for the person who decides about a refusal. */
  readonly refusal: (write: W) => string;
  /** Whether two states are the same, where that is not equality. */
  readonly same?: (a: W['before'], b: W['before']) => boolean;
  /** Whether one write cannot say what both do. */
  readonly isApart?: (earlier: W, later: W) => boolean;
  /** Vouches for the earlier work on its picture, and is sent after all of it. */
  readonly isClosing?: (write: W) => boolean;
  /** Times that a refusal (4xx) is asked again before the person is. */
  readonly repeats?: number;
  /** Whether an answer other than 2xx says that it is so already. */
  readonly isSettledBy?: (write: W, status: number) => boolean;
  /** Judges a stale version by the row as it is now: done, to be sent again as another write, or a conflict. */
  readonly judgeStale?: (write: W, current: unknown) => W | 'done' | 'conflict';
  /** Keeps the person's state over one that somebody else has written meanwhile. */
  readonly overwrite?: (write: W) => W;
  /** The row that the server has made: its id here and there. */
  readonly made?: (write: W, answer: unknown) => { readonly id: string; readonly serverId: string } | null;
  /** The rows that it shows on, by kind and id. */
  readonly rows: (write: W) => { readonly [K in RowKind]?: string };
  readonly effects: Effects<W>;
  /** Reads the write from a call that the release before this one has stored; null: it is another's. */
  readonly fromCall: (call: StoredCall, entry: CallEntry) => W | null;
}

/** Fields of a stored call's body. */
export function bodyOf(call: StoredCall): Readonly<Record<string, unknown>> {
  return (call.body ?? {}) as Readonly<Record<string, unknown>>;
}
