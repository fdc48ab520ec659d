import type { ShapeId } from '../../editor/model/types';
import { isShapeEntry, type CallEntry, type Entry, type ServerRef } from '../entries/types';
import { isEmptyDelta, Recorder, replay, type Delta } from './delta';
import { MemoryTables } from './memory-tables';
import type { OutboxStore, OutboxTx, TransactOptions } from './port';

/** A call that the server has answered. */
export interface AnsweredCall {
  readonly entry: CallEntry;
  readonly answer: unknown;
}

/**
 * The entries of one scope as this tab knows them: a copy in memory of what is stored, through which every write goes.
 * Where the browser refuses to store (disk full, storage forbidden), the copy alone carries on and `durable` is false;
 * each later write tries to store all that is missing.
 */
export class EntryBook {
  private readonly tables = new MemoryTables();
  private unstored: Recorder | null = null;
  private tail: Promise<unknown> = Promise.resolve();
  private loading = true;
  private early: Delta[] = [];

  constructor(
    private readonly store: OutboxStore,
    private readonly scope: string,
    /** Called after each change, with what this tab itself has stored, for the other tabs, and what has left with an answer. */
    private readonly onChange: (stored: Delta | null, answered: readonly AnsweredCall[]) => void,
  ) {}

  get durable(): boolean {
    return this.unstored === null;
  }

  /** Reads what is stored. Never rejects. */
  async load(): Promise<void> {
    try {
      const { entries, refs } = await this.store.load(this.scope);
      this.tables.apply({ puts: entries, removed: [], refs, removedRefs: [] });
    } catch {
      this.unstored ??= new Recorder();
    }
    this.loading = false;
    for (const delta of this.early.splice(0)) this.tables.apply(delta);
    this.onChange(null, []);
  }

  /** Reads what tabs have stored that died before they could tell of it. Never rejects. */
  reread(): Promise<void> {
    const run = this.tail.then(async () => {
      const { entries, refs } = await this.store.load(this.scope);
      const puts = entries.filter(({ id, revision }) => (this.tables.entry(id)?.revision ?? -1) < revision);
      if (puts.length === 0) return;
      this.tables.apply({ puts, removed: [], refs, removedRefs: [] });
      this.onChange(null, []);
    });
    // What cannot be read is written to memory from the next write on, which says so.
    this.tail = run.catch(() => undefined);
    return this.tail.then(() => undefined);
  }

  /** Whether what was stored by earlier visits is known. */
  get isLoaded(): boolean {
    return !this.loading;
  }

  entries(): readonly Entry[] {
    return this.tables.list();
  }

  ref(shapeId: ShapeId): ServerRef | undefined {
    return this.tables.ref(shapeId);
  }

  /** Whether only this tab has the entry, so that no other can send it. */
  isUnstored(id: string): boolean {
    return this.unstored?.holds(id) ?? false;
  }

  /** What another tab has stored. */
  takeNews(delta: Delta): void {
    if (this.loading) {
      this.early.push(delta);
      return;
    }
    const answered = this.answeredBy(delta);
    this.tables.apply(delta);
    this.onChange(null, answered);
  }

  /** Forgets an entry that the store no longer has. */
  drop(id: string): void {
    this.tables.apply({ puts: [], removed: [id], refs: [], removedRefs: [] });
    this.onChange(null, []);
  }

  /** Runs work on the entries, all or nothing, one after the other. Rejects only with what `work` itself throws. */
  transact<T>(work: (tx: OutboxTx) => Promise<T>, options?: TransactOptions): Promise<T> {
    const run = this.tail.then(() => this.run(work, options));
    this.tail = run.catch(() => undefined);
    return run;
  }

  private async run<T>(work: (tx: OutboxTx) => Promise<T>, options?: TransactOptions): Promise<T> {
    if (this.unstored) return this.runInMemory(this.unstored, work);
    const recorder = new Recorder();
    let workFailed = false;
    try {
      const result = await this.store.transact(
        this.scope,
        async (tx) => {
          try {
            return await work(recorder.record(tx));
          } catch (error) {
            workFailed = !(error instanceof DOMException);
            throw error;
          }
        },
        options,
      );
      this.commit(recorder.delta, true);
      return result;
    } catch (error) {
      // The work's own refusal is the caller's; everything else is the storage's failure.
      if (workFailed) throw error;
      this.unstored = new Recorder();
      return this.runInMemory(this.unstored, work);
    }
  }

  private async runInMemory<T>(unstored: Recorder, work: (tx: OutboxTx) => Promise<T>): Promise<T> {
    const recorder = new Recorder();
    const result = await work(recorder.record(this.tables.begin()));
    unstored.add(recorder.delta);
    this.commit(recorder.delta, false);
    await this.tryToStore(unstored.delta);
    return result;
  }

  private async tryToStore(missing: Delta): Promise<void> {
    try {
      await this.store.transact(this.scope, (tx) => replay(missing, tx), { strict: true });
      this.unstored = null;
      this.onChange(missing, []);
    } catch {
      // Still refused: memory carries on, and the person sees it.
    }
  }

  private commit(delta: Delta, stored: boolean): void {
    if (isEmptyDelta(delta)) return;
    const answered = this.answeredBy(delta);
    this.tables.apply(delta);
    this.onChange(stored ? delta : null, answered);
  }

  private answeredBy({ answered = new Map() }: Delta): AnsweredCall[] {
    return [...answered].flatMap(([id, { answer }]) => {
      const entry = this.tables.entry(id);
      return entry && !isShapeEntry(entry) ? [{ entry, answer }] : [];
    });
  }
}
