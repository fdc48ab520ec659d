import type { QueryClient } from '@tanstack/react-query';
import type { Outbox } from '../outbox';
import { isShapeEntry, type CallEntry } from '../types';
import { kindOf, writeOf } from '../writes/kinds';
import type { Write } from '../writes/write';
import type { LaidOver } from '../writes/project';
import type { RowKind } from '../writes/rows';
import { Unread } from './unread';

/** A write with the rows that it shows on, objects by the server's id once that is known. */
export interface PendingWrite extends LaidOver {
  readonly entryId: string;
  /** The server has it; the row was not read again since. */
  readonly isAnswered: boolean;
  readonly rows: { readonly [K in RowKind]?: string };
}

/** What the projection needs of the outbox. */
export type PendingSource = Pick<Outbox, 'owner' | 'isLoaded' | 'pending' | 'unstoredWrites' | 'onEntries' | 'onEvent' | 'refOf'>;

const NONE: readonly PendingWrite[] = [];

/**
 * The writes of an outbox that rows of the query cache were read without: what is pending, refusals left out, and what
 * the server has answered but whose rows were not read again since.
 */
export class PendingWrites {
  private readonly unread: Unread;
  private readonly listeners = new Set<() => void>();
  private readonly snapshots = new Map<string, readonly PendingWrite[]>();
  private pending: readonly PendingWrite[] = NONE;

  /** @param onQuiet called when nothing that can be sent is pending any more, after something was */
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
      // Gone from the outbox by now.
      this.refresh();
    });
    outbox.onEntries(() => this.refresh());
    this.refresh();
  }

  /** Whether the writes of earlier visits are known. */
  get isLoaded(): boolean {
    return this.outbox.isLoaded;
  }

  /** The writes to lay over a row as a query holds it; the same array until they change. */
  over(kind: RowKind, id: string, queryHash: string): readonly PendingWrite[] {
    const known = kind === 'object' ? this.serverIdOf(id) : id;
    return this.stable(`${kind} ${id} ${queryHash}`, (write) => write.rows[kind] === known, queryHash);
  }

  /** Those of all rows of a kind that a query holds. */
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
    // Shown at once: a click that follows goes by what the one before it has changed.
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
