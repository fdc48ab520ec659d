import type { EntryBook } from '../store/entry-book';
import { isShapeEntry, type Entry, type OutboxEvent, type WaitReason } from '../entries/types';
import { backOff } from '../time/back-off';
import { nextBatch, type Batch } from './batch';
import type { Clock } from '../time/clock';
import { deliverBulk } from './deliver-bulk';
import { judge, type Outcome, type Send } from './outcome';
import { getShapeCalls } from '../../shape-kinds/product-calls';
import { seal, targetOf, type SealedEntry } from '../queue/seal';
import { dissolve, sealBulk, type SealedBulk } from './seal-bulk';
import { settle } from './settle';

export interface PumpOptions {
  readonly book: EntryBook;
  readonly send: Send;
  readonly clock: Clock;
  readonly random: () => number;
  readonly isOnline: () => boolean;
  /** Keys of the calls that the deployment does not support, shared by all outboxes of this tab. */
  readonly lacking: Set<string>;
  /** Which entries this tab may send. */
  readonly accepts: (entry: Entry) => boolean;
  readonly onEvents: (events: readonly OutboxEvent[]) => void;
  /** Reports why the last attempt failed, or null after a success. */
  readonly onWaiting: (reason: WaitReason | null) => void;
}

/** Sends entries in order, one call at a time, until stopped. */
export class Pump {
  private readonly abort = new AbortController();
  /** The earliest time of the next attempt for each postponed entry, by entry id. */
  private readonly putOff = new Map<string, number>();
  /** Entries of completely rejected bulk calls. Each is sent alone, to find the faulty one. */
  private readonly alone = new Set<string>();
  private failures = 0;
  private wakeUp: (() => void) | null = null;
  private hasNews = false;
  private isUrged = false;
  private backingOff = false;

  constructor(private readonly options: PumpOptions) {}

  /** Resolves when the pump is stopped and the result of the current call is stored. */
  async run(): Promise<void> {
    while (!this.stopped) {
      this.hasNews = false;
      this.isUrged = false;
      const batch = this.next();
      if (!batch) await this.idle();
      else if (batch.type === 'single') await this.attempt(batch.id);
      else await this.attemptBulk(batch);
    }
  }

  stop(): void {
    this.abort.abort();
    this.wakeUp?.();
  }

  /** Signals new entries. Does not shorten the delay after a failure. */
  poke(): void {
    this.hasNews = true;
    if (!this.backingOff) this.wakeUp?.();
  }

  /** Retries immediately: the network is back, the user clicked Retry, or the user signed in again. */
  retryNow(): void {
    this.putOff.clear();
    this.isUrged = true;
    this.wakeUp?.();
  }

  private get stopped(): boolean {
    return this.abort.signal.aborted;
  }

  private next(): Batch | null {
    const { book, clock, accepts, lacking } = this.options;
    const now = clock.now();
    return nextBatch(book.entries(), {
      isPutOff: (entry) => !accepts(entry) || (this.putOff.get(entry.id) ?? 0) > now,
      mayJoin: ({ id }) => !this.alone.has(id),
      hasBulk: (kind) => !lacking.has(getShapeCalls(kind).bulkKey),
    });
  }

  private async attempt(id: string): Promise<void> {
    const { book, onEvents } = this.options;
    const entry = await book.transact((tx) => seal(tx, id), { strict: true });
    if (!entry) {
      // Another tab has completed the entry, and its message has not arrived yet.
      if (book.entries().some((known) => known.id === id && !known.problem)) book.drop(id);
      return;
    }
    const outcome = await this.deliver(entry);
    if (!outcome) return;
    onEvents(await book.transact((tx) => settle(tx, entry, outcome)));
    await this.follow([entry], [outcome]);
  }

  private async attemptBulk(batch: Exclude<Batch, { type: 'single' }>): Promise<void> {
    const { book, send, onEvents } = this.options;
    const bulk = await book.transact((tx) => sealBulk(tx, batch), { strict: true });
    if (!bulk) return this.attempt(batch.ids[0]!);
    const { workspaceId } = bulk.entries[0]!;
    const options = { workspaceId, signal: this.abort.signal };
    const delivery = await deliverBulk(
      bulk,
      (call, idempotencyKey) => send(call, { ...options, idempotencyKey }),
      (entry) => send(getShapeCalls(entry.kind).toRead(targetOf(entry, book.ref(entry.shapeId)).serverId), options),
    );
    if (this.stopped) return;
    if (delivery.type === 'refused' && (await this.dissolve(bulk, delivery.status))) return;
    const outcomes = delivery.type === 'answered' ? delivery.outcomes : bulk.entries.map(() => delivery.outcome);
    onEvents(
      await book.transact(async (tx) => {
        const events: OutboxEvent[] = [];
        for (const [index, entry] of bulk.entries.entries()) events.push(...(await settle(tx, entry, outcomes[index]!)));
        return events;
      }),
    );
    await this.follow(bulk.entries, outcomes);
  }

  /** Switches the entries to single calls. Returns false for a single entry that the server rejected. */
  private async dissolve(bulk: SealedBulk, status: number): Promise<boolean> {
    const isLacking = status === 404 || status === 405;
    if (isLacking) this.options.lacking.add(getShapeCalls(bulk.entries[0]!.kind).bulkKey);
    else if (bulk.entries.length === 1) return false;
    bulk.entries.forEach(({ id }) => this.alone.add(id));
    await this.options.book.transact((tx) => dissolve(tx, bulk), { strict: true });
    return true;
  }

  /** Sends the entry. Returns null if stopped meanwhile: the entry stays sealed, and the next sender repeats the same request. */
  private async deliver(entry: SealedEntry): Promise<Outcome | null> {
    const { send } = this.options;
    const options = { workspaceId: entry.workspaceId, signal: this.abort.signal };
    try {
      return { kind: 'done', answer: await send(entry.sealed, { ...options, idempotencyKey: entry.key }) };
    } catch (error) {
      if (this.stopped) return null;
      return judge(entry, error, () =>
        isShapeEntry(entry)
          ? send(getShapeCalls(entry.kind).toRead(targetOf(entry, this.options.book.ref(entry.shapeId)).serverId), options)
          : Promise.reject(error),
      );
    }
  }

  private async follow(entries: readonly SealedEntry[], outcomes: readonly Outcome[]): Promise<void> {
    const { clock, random, isOnline, onWaiting } = this.options;
    if (outcomes.some(({ kind }) => kind === 'no-session')) {
      onWaiting('session');
      await this.backOffFor(null);
      return;
    }
    let waiting: Extract<Outcome, { kind: 'retry' }> | null = null;
    for (const [index, entry] of entries.entries()) {
      const outcome = outcomes[index]!;
      if (outcome.kind === 'repeat') this.putOff.set(entry.id, clock.now() + outcome.afterMs);
      else if (outcome.kind !== 'retry') this.putOff.delete(entry.id);
      else if (!outcome.everything) this.putOff.set(entry.id, clock.now() + backOff(entry.attempts, random));
      if (outcome.kind === 'retry' && !waiting?.everything) waiting = outcome;
    }
    if (!waiting) {
      this.failures = 0;
      onWaiting(this.putOff.size > 0 ? 'server' : null);
      return;
    }
    if (waiting.isFull) onWaiting('space');
    else onWaiting(waiting.offline && !isOnline() ? 'offline' : 'server');
    if (!waiting.everything) return;
    this.failures += 1;
    await this.backOffFor(backOff(this.failures, random));
  }

  /** @param ms delay in milliseconds; null waits until `retryNow` or `stop` */
  private async backOffFor(ms: number | null): Promise<void> {
    if (this.isUrged) return;
    this.backingOff = true;
    await this.sleep(ms);
    this.backingOff = false;
  }

  /** Waits until there is a new entry or a postponed entry is due. */
  private async idle(): Promise<void> {
    if (this.hasNews || this.isUrged) return;
    const now = this.options.clock.now();
    const times = [...this.putOff.values()].filter((time) => time > now);
    await this.sleep(times.length === 0 ? null : Math.min(...times) - now);
  }

  private async sleep(ms: number | null): Promise<void> {
    if (this.stopped) return;
    await new Promise<void>((resolve) => {
      const cancel = ms === null ? () => undefined : this.options.clock.after(ms, resolve);
      this.wakeUp = () => {
        cancel();
        resolve();
      };
    });
    this.wakeUp = null;
  }
}
