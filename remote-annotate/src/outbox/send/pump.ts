import { nextSendable } from '../queue/sendable';
import type { EntryBook } from '../store/entry-book';
import { isShapeEntry, type Entry, type OutboxEvent, type WaitReason } from '../types';
import { backOff } from './back-off';
import type { Clock } from './clock';
import { judge, type Outcome, type Send } from './outcome';
import { readCall } from './shape-calls';
import { seal, targetOf, type SealedEntry } from './seal';
import { settle } from './settle';

export interface PumpOptions {
  readonly book: EntryBook;
  readonly send: Send;
  readonly clock: Clock;
  readonly random: () => number;
  readonly isOnline: () => boolean;
  /** Which entries this tab may send. */
  readonly accepts: (entry: Entry) => boolean;
  readonly onEvents: (events: readonly OutboxEvent[]) => void;
  /** Why the last attempt did not get through; null once one does. */
  readonly onWaiting: (reason: WaitReason | null) => void;
}

/** Sends entries one at a time, in order, until stopped. */
export class Pump {
  private readonly abort = new AbortController();
  /** When an entry that was put off may be tried again, by entry id. */
  private readonly putOff = new Map<string, number>();
  private failures = 0;
  private wakeUp: (() => void) | null = null;
  private hasNews = false;
  private isUrged = false;
  private backingOff = false;

  constructor(private readonly options: PumpOptions) {}

  /** Resolves when stopped, and when what was under way has been entered. */
  async run(): Promise<void> {
    while (!this.stopped) {
      this.hasNews = false;
      this.isUrged = false;
      const entry = this.next();
      if (entry) await this.attempt(entry);
      else await this.idle();
    }
  }

  stop(): void {
    this.abort.abort();
    this.wakeUp?.();
  }

  /** There is something new to send. A wait after a failure goes on. */
  poke(): void {
    this.hasNews = true;
    if (!this.backingOff) this.wakeUp?.();
  }

  /** Tries at once: the network is back, the person asks for it, or has signed in again. */
  retryNow(): void {
    this.putOff.clear();
    this.isUrged = true;
    this.wakeUp?.();
  }

  private get stopped(): boolean {
    return this.abort.signal.aborted;
  }

  private next(): Entry | undefined {
    const now = this.options.clock.now();
    return nextSendable(
      this.options.book.entries(),
      (entry) => !this.options.accepts(entry) || (this.putOff.get(entry.id) ?? 0) > now,
    );
  }

  private async attempt({ id }: Entry): Promise<void> {
    const { book, onEvents } = this.options;
    const entry = await book.transact((tx) => seal(tx, id), { strict: true });
    if (!entry) {
      // Another tab has settled it, and its news is on the way.
      if (book.entries().some((known) => known.id === id && !known.problem)) book.drop(id);
      return;
    }
    const outcome = await this.deliver(entry);
    if (!outcome) return;
    onEvents(await book.transact((tx) => settle(tx, entry, outcome)));
    await this.follow(entry, outcome);
  }

  /** Null when stopped under way: the entry stays sealed, and the next to send it repeats the same request. */
  private async deliver(entry: SealedEntry): Promise<Outcome | null> {
    const { send } = this.options;
    const options = { workspaceId: entry.workspaceId, signal: this.abort.signal };
    try {
      return { kind: 'done', answer: await send(entry.sealed, { ...options, idempotencyKey: entry.key }) };
    } catch (error) {
      if (this.stopped) return null;
      return judge(entry, error, () =>
        isShapeEntry(entry)
          ? send(readCall(entry.kind, targetOf(entry, this.options.book.ref(entry.shapeId)).serverId), options)
          : Promise.reject(error),
      );
    }
  }

  private async follow(entry: SealedEntry, outcome: Outcome): Promise<void> {
    const { clock, random, isOnline, onWaiting } = this.options;
    if (outcome.kind === 'no-session') {
      onWaiting('session');
      await this.backOffFor(null);
      return;
    }
    if (outcome.kind !== 'retry') {
      this.failures = 0;
      this.putOff.delete(entry.id);
      onWaiting(this.putOff.size > 0 ? 'server' : null);
      return;
    }
    onWaiting(outcome.offline && !isOnline() ? 'offline' : 'server');
    if (!outcome.everything) {
      this.putOff.set(entry.id, clock.now() + backOff(entry.attempts, random));
      return;
    }
    this.failures += 1;
    await this.backOffFor(backOff(this.failures, random));
  }

  /** @param ms null: until urged */
  private async backOffFor(ms: number | null): Promise<void> {
    if (this.isUrged) return;
    this.backingOff = true;
    await this.sleep(ms);
    this.backingOff = false;
  }

  /** Until something is new, or an entry that was put off is due. */
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
