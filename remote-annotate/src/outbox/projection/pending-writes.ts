import type { QueryClient } from '@tanstack/react-query';
import type { Outbox } from '../service/outbox';
import { isShapeEntry, type CallEntry } from '../entries/types';
import { getWriteKind, getWrite } from '../writes/kinds';
import type { Write } from '../entries/write';
import type { AppliedWrite } from '../writes/project';
import type { RowKind } from '../writes/rows';
import { UnreadWrites } from './unread-writes';

/** A pending write with the ids of the rows that it affects. The id of an object is its server id as soon as this id is known. */
export interface PendingWrite extends AppliedWrite {
  readonly entryId: string;
  /** Whether the server has confirmed the write. The cached row does not contain the write yet. */
  readonly isConfirmed: boolean;
  readonly rows: { readonly [K in RowKind]?: string };
}

/** The part of the outbox that `PendingWrites` uses. */
type PendingSource = Pick<
  Outbox,
  'owner' | 'isLoaded' | 'getPendingEntries' | 'unstoredWrites' | 'onEntries' | 'onEvent' | 'getServerRef'
>;

const NO_WRITES: readonly PendingWrite[] = [];

/**
 * The writes of an outbox that the cached rows do not contain yet. These are the unsent writes, except rejected writes, and the confirmed
 * writes whose rows have not been read again.
 */
export class PendingWrites {
  private readonly unreadWrites: UnreadWrites;
  private readonly listeners = new Set<() => void>();
  private readonly snapshots = new Map<string, readonly PendingWrite[]>();
  private pendingWrites: readonly PendingWrite[] = NO_WRITES;

  /** @param onIdle called when the last pending write that can be sent has completed */
  constructor(
    private readonly outbox: PendingSource,
    client: QueryClient,
    private readonly onIdle: () => void,
  ) {
    this.unreadWrites = new UnreadWrites(client, outbox.owner.workspaceId, () => this.notifyListeners());
    outbox.onEvent((event) => {
      if (event.type !== 'responded') return;
      const confirmedWrite = this.readWrite(event.entry);
      if (confirmedWrite) this.unreadWrites.add({ ...confirmedWrite, response: event.response, isConfirmed: true });
      // The entry has already been removed from the outbox.
      this.refreshWrites();
    });
    outbox.onEntries(() => this.refreshWrites());
    this.refreshWrites();
  }

  /** Whether the writes of earlier visits are loaded. */
  get isLoaded(): boolean {
    return this.outbox.isLoaded;
  }

  /** Returns the writes to apply to a row of a query's data. Returns the same array until they change. */
  getWritesOf(kind: RowKind, id: string, queryHash: string): readonly PendingWrite[] {
    const rowId = kind === 'object' ? this.getServerId(id) : id;
    return this.memoize(`${kind} ${id} ${queryHash}`, (write) => write.rows[kind] === rowId, queryHash);
  }

  /** Returns the writes to apply to all rows of a kind in a query's data. */
  getWritesOfAll(kind: RowKind, queryHash: string): readonly PendingWrite[] {
    return this.memoize(`${kind} ${queryHash}`, (write) => write.rows[kind] !== undefined, queryHash);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private memoize(name: string, accept: (write: PendingWrite) => boolean, queryHash: string): readonly PendingWrite[] {
    const writes = [...this.unreadWrites.getWritesFor(queryHash), ...this.pendingWrites].filter(accept);
    const previousWrites = this.snapshots.get(name) ?? NO_WRITES;
    const isSame = previousWrites.length === writes.length && previousWrites.every((write, index) => write === writes[index]);
    if (isSame) return previousWrites;
    if (writes.length === 0) this.snapshots.delete(name);
    else this.snapshots.set(name, writes);
    return writes.length === 0 ? NO_WRITES : writes;
  }

  private refreshWrites(): void {
    const previousById = new Map(this.pendingWrites.map((write) => [write.entryId, write]));
    const hadPending = this.pendingWrites.length > 0;
    const storedWrites = this.outbox.getPendingEntries().flatMap((entry) => {
      if (isShapeEntry(entry) || entry.problem) return [];
      return this.readWrite(entry) ?? [];
    });
    // Show writes before they are stored, because the next click depends on the result of the previous click.
    const unstoredWrites = this.outbox.unstoredWrites.map((write, index) => this.toPendingWrite(write, `entering ${index}`));
    this.pendingWrites = [...storedWrites, ...unstoredWrites].map((currentWrite) => {
      const previousWrite = previousById.get(currentWrite.entryId);
      const isSame = previousWrite?.write === currentWrite.write && previousWrite.rows.object === currentWrite.rows.object;
      return isSame ? previousWrite : currentWrite;
    });
    this.unreadWrites.rereadQueries(this.pendingWrites);
    if (hadPending && this.pendingWrites.length === 0) this.onIdle();
    this.notifyListeners();
  }

  private readWrite(entry: CallEntry): PendingWrite | null {
    const write = getWrite(entry);
    return write && this.toPendingWrite(write, entry.id);
  }

  private toPendingWrite(write: Write, entryId: string): PendingWrite {
    const rows = getWriteKind(write).rows(write);
    const serverRows = rows.object === undefined ? rows : { ...rows, object: this.getServerId(rows.object) };
    return { entryId, write, isConfirmed: false, rows: serverRows };
  }

  private getServerId(shapeId: string): string {
    return this.outbox.getServerRef(shapeId)?.serverId ?? shapeId;
  }

  private notifyListeners(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
