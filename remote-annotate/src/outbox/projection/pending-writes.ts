import type { QueryClient } from '@tanstack/react-query';
import type { Outbox } from '../service/outbox';
import { isShapeEntry, type CallEntry } from '../entries/types';
import { kindOf, writeOf } from '../writes/kinds';
import type { Write } from '../entries/write';
import type { LaidOver } from '../writes/project';
import type { RowKind } from '../writes/rows';
import { Unread } from './unread';

/** A pending write with the ids of the rows it affects. Objects are identified by the server's id once it is known. */
export interface PendingWrite extends LaidOver {
  readonly entryId: string;
  /** Whether the server has confirmed the write. Its row has not been read again since. */
  readonly isAnswered: boolean;
  readonly rows: { readonly [K in RowKind]?: string };
}

/** The part of the outbox that the projection uses. */
export type PendingSource = Pick<Outbox, 'owner' | 'isLoaded' | 'pending' | 'unstoredWrites' | 'onEntries' | 'onEvent' | 'refOf'>;

const NONE: readonly PendingWrite[] = [];

/**
 * The writes of an outbox that the rows in the query cache do not include yet. These are the pending writes without
 * rejected ones, and the confirmed writes whose rows have not been read again.
 */
export class PendingWrites {
  private readonly unread: Unread;
  private readonly listeners = new Set<() => void>();
  private readonly snapshots = new Map<string, readonly PendingWrite[]>();
  private pending: readonly PendingWrite[] = NONE;

  /** @param onQuiet called when the last pending write that can be sent has completed */
  constructor(
    private readonly outbox: PendingSource,
    client: QueryClient,
    private readonly onQuiet: () => void,
  ) {
    this.unread = new Unread(client, outbox.owner.workspaceId, () => this.tell());
    outbox.onEvent((event) => {
      if (event.type !== 'answered') return;
      const answered = this.read(event.entry);
      if (answered) this.unread.add({ ...answered, answer: event.answer, isAnswered: true });
      // The entry has already been removed from the outbox.
      this.refresh();
    });
    outbox.onEntries(() => this.refresh());
    this.refresh();
  }

  /** Whether the writes of earlier visits are loaded. */
  get isLoaded(): boolean {
    return this.outbox.isLoaded;
  }

  /** Returns the writes to apply to a row of a query's data. Returns the same array until they change. */
  over(kind: RowKind, id: string, queryHash: string): readonly PendingWrite[] {
    const known = kind === 'object' ? this.serverIdOf(id) : id;
    return this.stable(`${kind} ${id} ${queryHash}`, (write) => write.rows[kind] === known, queryHash);
  }

  /** Returns the writes to apply to all rows of a kind in a query's data. */
  overAll(kind: RowKind, queryHash: string): readonly PendingWrite[] {
    return this.stable(`${kind} ${queryHash}`, (write) => write.rows[kind] !== undefined, queryHash);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private stable(name: string, accept: (write: PendingWrite) => boolean, queryHash: string): readonly PendingWrite[] {
    const writes = [...this.unread.in(queryHash), ...this.pending].filter(accept);
    const before = this.snapshots.get(name) ?? NONE;
    const isSame = before.length === writes.length && before.every((write, index) => write === writes[index]);
    if (isSame) return before;
    if (writes.length === 0) this.snapshots.delete(name);
    else this.snapshots.set(name, writes);
    return writes.length === 0 ? NONE : writes;
  }

  private refresh(): void {
    const known = new Map(this.pending.map((write) => [write.entryId, write]));
    const hadSome = this.pending.length > 0;
    const stored = this.outbox.pending().flatMap((entry) => {
      if (isShapeEntry(entry) || entry.problem) return [];
      return this.read(entry) ?? [];
    });
    // Show unstored writes immediately: the next click depends on the result of the previous one.
    const unstored = this.outbox.unstoredWrites.map((write, index) => this.laid(write, `entering ${index}`));
    this.pending = [...stored, ...unstored].map((now) => {
      const before = known.get(now.entryId);
      return before && before.write === now.write && before.rows.object === now.rows.object ? before : now;
    });
    this.unread.rereadBut(this.pending);
    if (hadSome && this.pending.length === 0) this.onQuiet();
    this.tell();
  }

  private read(entry: CallEntry): PendingWrite | null {
    const write = writeOf(entry);
    return write && this.laid(write, entry.id);
  }

  private laid(write: Write, entryId: string): PendingWrite {
    const rows = kindOf(write).rows(write);
    const known = rows.object === undefined ? rows : { ...rows, object: this.serverIdOf(rows.object) };
    return { entryId, write, isAnswered: false, rows: known };
  }

  private serverIdOf(shapeId: string): string {
    return this.outbox.refOf(shapeId)?.serverId ?? shapeId;
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
