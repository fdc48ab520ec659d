import type { ShapeId } from '../../editor/model/types';
import { isShapeEntry, type CallEntry, type Entry, type ServerRef } from '../entries/types';
import { isEmptyDelta, DeltaRecorder, writeDelta, type Delta } from './delta';
import { MemoryTables } from './memory-tables';
import type { OutboxStore, OutboxTx, TransactOptions } from './port';

/** A completed entry that is an API request instead of a shape change, with the response of the server. */
interface CompletedCall {
  readonly entry: CallEntry;
  readonly response: unknown;
}

/**
 * This tab's in-memory copy of the stored entries of one scope (a user in a workspace). All changes go through this copy. If the browser
 * cannot store data (disk full, storage forbidden), entries exist only in memory and `durable` is false. Each later change tries to store
 * them again.
 */
export class EntryCache {
  private readonly tables = new MemoryTables();
  /** The changes that could not be stored. Null while storage works. */
  private unstoredChanges: DeltaRecorder | null = null;
  /** The last queued transaction. The next transaction starts after it. */
  private lastTransaction: Promise<unknown> = Promise.resolve();
  private isLoading = true;
  /** Changes by other tabs that arrived before the stored entries were loaded. */
  private earlyDeltas: Delta[] = [];

  constructor(
    private readonly store: OutboxStore,
    private readonly scope: string,
    /** Called after each change. `storedDelta` contains the stored changes, which other tabs must apply to their copies. */
    private readonly onChange: (storedDelta: Delta | null, completedCalls: readonly CompletedCall[]) => void,
  ) {}

  get durable(): boolean {
    return this.unstoredChanges === null;
  }

  /** Loads the stored entries. Never rejects. */
  async load(): Promise<void> {
    try {
      const { entries, refs } = await this.store.load(this.scope);
      this.tables.apply({ puts: entries, removed: [], refs, removedRefs: [] });
    } catch {
      this.unstoredChanges ??= new DeltaRecorder();
    }
    this.isLoading = false;
    for (const delta of this.earlyDeltas.splice(0)) this.tables.apply(delta);
    this.onChange(null, []);
  }

  /** Reads the store again, to find entries that a killed tab has stored but not announced. Never rejects. */
  reread(): Promise<void> {
    const reread = this.lastTransaction.then(async () => {
      const { entries, refs } = await this.store.load(this.scope);
      const newEntries = entries.filter(({ id, revision }) => (this.tables.getEntry(id)?.revision ?? -1) < revision);
      if (newEntries.length === 0) return;
      this.tables.apply({ puts: newEntries, removed: [], refs, removedRefs: [] });
      this.onChange(null, []);
    });
    // Ignore the failure. The next change will also fail, continue in memory, and report the failure.
    this.lastTransaction = reread.catch(() => undefined);
    return this.lastTransaction.then(() => undefined);
  }

  /** Whether the entries stored by earlier visits are loaded. */
  get isLoaded(): boolean {
    return !this.isLoading;
  }

  getEntries(): readonly Entry[] {
    return this.tables.list();
  }

  getRef(shapeId: ShapeId): ServerRef | undefined {
    return this.tables.getRef(shapeId);
  }

  /** Whether only this tab has the entry, so that no other tab can send it. */
  isUnstored(id: string): boolean {
    return this.unstoredChanges?.hasEntry(id) ?? false;
  }

  /** Applies the changes that another tab has stored. */
  applyRemoteDelta(delta: Delta): void {
    if (this.isLoading) {
      this.earlyDeltas.push(delta);
      return;
    }
    const completedCalls = this.getCompletedCalls(delta);
    this.tables.apply(delta);
    this.onChange(null, completedCalls);
  }

  /** Removes an entry from this copy after it was removed from the store. */
  forget(id: string): void {
    this.tables.apply({ puts: [], removed: [id], refs: [], removedRefs: [] });
    this.onChange(null, []);
  }

  /** Runs `runTransaction` in a transaction, after all earlier transactions. Rejects only with errors of `runTransaction` itself. */
  transact<T>(runTransaction: (tx: OutboxTx) => Promise<T>, options?: TransactOptions): Promise<T> {
    const transaction = this.lastTransaction.then(() => this.runInStore(runTransaction, options));
    this.lastTransaction = transaction.catch(() => undefined);
    return transaction;
  }

  private async runInStore<T>(runTransaction: (tx: OutboxTx) => Promise<T>, options?: TransactOptions): Promise<T> {
    if (this.unstoredChanges) return this.runInMemory(this.unstoredChanges, runTransaction);
    const recorder = new DeltaRecorder();
    let isCallerError = false;
    try {
      const result = await this.store.transact(
        this.scope,
        async (tx) => {
          try {
            return await runTransaction(recorder.record(tx));
          } catch (error) {
            // IndexedDB reports storage failures as DOMException.
            isCallerError = !(error instanceof DOMException);
            throw error;
          }
        },
        options,
      );
      this.commit(recorder.delta, true);
      return result;
    } catch (error) {
      // Errors of `runTransaction` belong to the caller. All other errors mean that the storage failed.
      if (isCallerError) throw error;
      this.unstoredChanges = new DeltaRecorder();
      return this.runInMemory(this.unstoredChanges, runTransaction);
    }
  }

  private async runInMemory<T>(unstoredChanges: DeltaRecorder, runTransaction: (tx: OutboxTx) => Promise<T>): Promise<T> {
    const recorder = new DeltaRecorder();
    const result = await runTransaction(recorder.record(this.tables.beginTransaction()));
    unstoredChanges.add(recorder.delta);
    this.commit(recorder.delta, false);
    await this.tryStoring(unstoredChanges.delta);
    return result;
  }

  private async tryStoring(unstoredDelta: Delta): Promise<void> {
    try {
      await this.store.transact(this.scope, (tx) => writeDelta(unstoredDelta, tx), { strict: true });
      this.unstoredChanges = null;
      this.onChange(unstoredDelta, []);
    } catch {
      // Storing still fails, so keep the entries in memory. The save state shows this to the user.
    }
  }

  private commit(delta: Delta, isStored: boolean): void {
    if (isEmptyDelta(delta)) return;
    const completedCalls = this.getCompletedCalls(delta);
    this.tables.apply(delta);
    this.onChange(isStored ? delta : null, completedCalls);
  }

  private getCompletedCalls({ answered: responses = new Map() }: Delta): CompletedCall[] {
    return [...responses].flatMap(([id, { answer }]) => {
      const entry = this.tables.getEntry(id);
      return entry && !isShapeEntry(entry) ? [{ entry, response: answer }] : [];
    });
  }
}
