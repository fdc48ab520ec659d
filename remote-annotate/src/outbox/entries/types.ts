import type { ApiCallKey } from '@console/shared-contract/api';
import type { KnownLabel, ServerState, Shape, ShapeId, ShapeKind } from '../../editor/model/types';
import type { Write } from './write';

/** A call of the API in the form that is stored: names and values only. */
export interface StoredCall {
  readonly key: ApiCallKey;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** What an outbox belongs to. */
export interface Owner {
  readonly userId: string;
  readonly workspaceId: string;
}

/** The row as the server has it now, in the document's terms; null: the row is gone. */
export type Theirs = Shape | null;

/** A person as an answer names them. */
export interface Person {
  readonly id: string;
  readonly username: string;
}

export type Problem =
  /** `by`: who changed it, where the server says so. */
  | { readonly type: 'conflict'; readonly theirs: Theirs; readonly by?: Person }
  /** Status 0: the call could not be made at all. `detail` is the server's own word. `by`: who was there first, of a 409. */
  | { readonly type: 'rejected'; readonly status: number; readonly detail: string; readonly by?: Person };

interface EntryBase {
  /** Identity in the stores; never sent. */
  readonly id: string;
  readonly scope: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly imageId: string;
  /** Order of sending within the scope. */
  readonly seq: number;
  /** Grows with each write of the entry, so that a tab's late news never overwrites newer ones. */
  readonly revision: number;
  /** Idempotency key: one key is one request, byte for byte. */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly attempts: number;
  /** The request as it was first sent. From then on the entry takes no further change under the same key. */
  readonly sealed: StoredCall | null;
  /** Set: the entry waits for the person's decision, and so do the later ones of the same shape. */
  readonly problem: Problem | null;
  /** The call that carried the entry with others when it was last sent. Counts only beside `sealed`. */
  readonly bulk?: BulkSeal;
}

/** One call of many entries. Every entry in it has its own request in `sealed` too, for a sender that knows no bulk calls. */
export interface BulkSeal {
  /** Idempotency key of the call. */
  readonly key: string;
  /** How many entries it carries: with one gone it is another request. */
  readonly size: number;
}

/** A change of one shape. `before` is the state that the server is believed to have. */
export interface ShapeEntry extends EntryBase {
  readonly op: 'create' | 'update' | 'delete';
  readonly kind: ShapeKind;
  readonly shapeId: ShapeId;
  /** Null for a create. */
  readonly before: Shape | null;
  /** Null for a delete. */
  readonly after: Shape | null;
  /** Of a create: the row that it brings back. A sender that cannot restore makes a new one of `after`. */
  readonly restores?: ServerState;
}

/** Any other write. Ids made here, in its params and body, are put in as the server's when it is sent. */
export interface CallEntry extends EntryBase {
  readonly op: 'call';
  /** What it writes; absent in an entry of the release that knew calls alone. */
  readonly write?: Write;
  /** The same as a request: after a rollback that release sends it. */
  readonly call: StoredCall;
  /** The shape, or other row made here, that must be on the server before the call can be made. */
  readonly shapeId: ShapeId | null;
  /** What was not done, for the person who has to decide about its failure. */
  readonly title: string;
}

export type Entry = ShapeEntry | CallEntry;

/** What the server calls a shape that was drawn here, and the version of its last acknowledged write. */
export interface ServerRef {
  readonly scope: string;
  readonly shapeId: ShapeId;
  readonly serverId: string;
  readonly version?: number;
}

/** An entry that waits for the person. */
export type AttentionItem = Entry & { readonly problem: Problem };

/** `space`: the server has no room to write in at the moment. */
export type WaitReason = 'offline' | 'server' | 'space' | 'session';

/** What the person sees of their unsent work. `durable` false: this browser cannot keep it past the closing of the tab. */
export type SaveState = { readonly durable: boolean } &
  /** What earlier visits have left is not known yet. */
  (
    | { readonly kind: 'checking' }
    | { readonly kind: 'saved' }
    | { readonly kind: 'saving'; readonly count: number }
    | { readonly kind: 'waiting'; readonly count: number; readonly reason: WaitReason }
    /** `count` is of what is still on its way besides `items`. */
    | { readonly kind: 'attention'; readonly items: readonly AttentionItem[]; readonly count: number }
  );

/** What has happened to an entry, for the documents that are open in any tab. */
export type OutboxEvent =
  /** `shape` is what was written; absent where only the version has grown. */
  | {
      readonly type: 'acknowledged';
      readonly imageId: string;
      readonly shapeId: ShapeId;
      readonly serverId: string;
      readonly version?: number;
      readonly labels?: readonly KnownLabel[];
      readonly shape?: Shape;
    }
  | { readonly type: 'deleted'; readonly imageId: string; readonly shapeId: ShapeId; readonly serverId: string }
  /** The document must show `shape` in place of its own; null: the shape is gone. */
  | {
      readonly type: 'replaced';
      readonly imageId: string;
      readonly shapeId: ShapeId;
      readonly serverId?: string;
      readonly shape: Shape | null;
    }
  | { readonly type: 'answered'; readonly imageId: string; readonly entry: CallEntry; readonly answer: unknown };

export function scopeOf({ userId, workspaceId }: Owner): string {
  return `${userId}/${workspaceId}`;
}

export function isShapeEntry(entry: Entry): entry is ShapeEntry {
  return entry.op !== 'call';
}
