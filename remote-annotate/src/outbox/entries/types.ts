import type { ApiCallKey } from '@console/shared-contract/api';
import type { KnownLabel, ServerState, Shape, ShapeId, ShapeKind } from '../../editor/model/types';
import type { Write } from './write';

/** An API call in its stored form, as plain JSON data. */
export interface StoredCall {
  readonly key: ApiCallKey;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The user and the workspace that an outbox belongs to. */
export interface Owner {
  readonly userId: string;
  readonly workspaceId: string;
}

/** The server's current row, converted to a shape. Null if the row was deleted. */
export type ServerShape = Shape | null;

/** A user in an API response. */
export interface UserReference {
  readonly id: string;
  readonly username: string;
}

export type Problem =
  /** `by` is the user who changed the row, if the server reports one. */
  | { readonly type: 'conflict'; readonly theirs: ServerShape; readonly by?: UserReference }
  /**
   * Status 0 means that the call could not be sent. `detail` is the server's message. For status 409, `by` is the user
   * who changed the row first.
   */
  | { readonly type: 'rejected'; readonly status: number; readonly detail: string; readonly by?: UserReference };

interface EntryBase {
  /** Id of the entry in this browser. It is never sent. */
  readonly id: string;
  readonly scope: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly imageId: string;
  /** Position of the entry in the order of sending, within the entries of one user in one workspace. */
  readonly seq: number;
  /** Increases with each change of the stored entry, so that a delayed message from another tab never overwrites a newer state. */
  readonly revision: number;
  /** Idempotency key. All requests with the same key must be identical, byte for byte. */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly attempts: number;
  /** The request as it was first sent. Null until then. Afterwards, the content of the entry can change only together with the key. */
  readonly sealed: StoredCall | null;
  /** If set, this entry and all later entries of the same shape wait for the user's decision. */
  readonly problem: Problem | null;
  /** The bulk call that last contained the entry. Ignore it if `sealed` is null. */
  readonly bulk?: BulkSeal;
}

/** The bulk call that contains an entry. The entry also has its own request in `sealed`, for releases that do not support bulk calls. */
export interface BulkSeal {
  /** Idempotency key of the call. */
  readonly key: string;
  /** Number of entries in the call. If fewer are left, the request cannot be repeated under this key. */
  readonly size: number;
}

/** A change of one shape. `before` is the state that the server is assumed to have. */
export interface ShapeEntry extends EntryBase {
  readonly op: 'create' | 'update' | 'delete';
  readonly kind: ShapeKind;
  readonly shapeId: ShapeId;
  /** Null for a creation. */
  readonly before: Shape | null;
  /** Null for a deletion. */
  readonly after: Shape | null;
  /** The deleted row, if this entry undoes a deletion. A release that cannot restore rows creates a new row from `after`. */
  readonly restores?: ServerState;
}

/** Any change other than a change of a shape. Local ids in the request are replaced by server ids when the entry is sent. */
export interface CallEntry extends EntryBase {
  readonly op: 'call';
  /** The change. Missing in entries that release 1.0.0 has stored. */
  readonly write?: Write;
  /** The same change as a request. After a rollback to release 1.0.0, that release sends this request. */
  readonly call: StoredCall;
  /** The shape, or other locally created row, that must exist on the server before the call is sent. */
  readonly shapeId: ShapeId | null;
  /** Title of the message if the server rejects the change. It describes what was not changed. */
  readonly title: string;
}

export type Entry = ShapeEntry | CallEntry;

/** The server's id of a local shape, and the version of its last acknowledged write. */
export interface ServerRef {
  readonly scope: string;
  readonly shapeId: ShapeId;
  readonly serverId: string;
  readonly version?: number;
}

/** An entry that waits for the user's decision. */
export type AttentionItem = Entry & { readonly problem: Problem };

/** `space`: the server is out of disk space. */
export type WaitReason = 'offline' | 'server' | 'space' | 'session';

/**
 * The state of the unsent work, as shown to the user. If `durable` is false, the work is only in memory, so it is lost when the tab is
 * closed.
 */
export type SaveState = { readonly durable: boolean } &
  /** `checking`: the entries of earlier visits are not loaded yet. */
  (
    | { readonly kind: 'checking' }
    | { readonly kind: 'saved' }
    | { readonly kind: 'saving'; readonly count: number }
    | { readonly kind: 'waiting'; readonly count: number; readonly reason: WaitReason }
    /** `count` is the number of other entries that are still being sent. */
    | { readonly kind: 'attention'; readonly items: readonly AttentionItem[]; readonly count: number }
  );

/** The result of sending an entry. All tabs apply it to their open documents. */
export type OutboxEvent =
  /** `shape` is the state that was written. It is missing if only the version has changed. */
  | {
      readonly type: 'acknowledged';
      readonly imageId: string;
      readonly shapeId: ShapeId;
      readonly serverId: string;
      readonly version?: number;
      readonly created?: string;
      readonly labels?: readonly KnownLabel[];
      readonly shape?: Shape;
    }
  | { readonly type: 'deleted'; readonly imageId: string; readonly shapeId: ShapeId; readonly serverId: string }
  /** The document must replace its shape with `shape`. Null means that the shape was deleted. */
  | {
      readonly type: 'replaced';
      readonly imageId: string;
      readonly shapeId: ShapeId;
      readonly serverId?: string;
      readonly shape: Shape | null;
    }
  | { readonly type: 'responded'; readonly imageId: string; readonly entry: CallEntry; readonly response: unknown };

export function getScope({ userId, workspaceId }: Owner): string {
  return `${userId}/${workspaceId}`;
}

export function isShapeEntry(entry: Entry): entry is ShapeEntry {
  return entry.op !== 'call';
}
