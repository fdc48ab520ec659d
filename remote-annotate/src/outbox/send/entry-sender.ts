import type { EntryCache } from '../store/entry-cache';
import { isShapeEntry, type Entry, type OutboxEvent, type WaitReason } from '../entries/types';
import { getRetryDelay } from '../time/retry-delay';
import { chooseNextBatch, type Batch } from './batch';
import type { Clock } from '../time/clock';
import { deliverBulk } from './deliver-bulk';
import { classifyFailure, type Outcome, type Send } from './outcome';
import { seal, getTargetRow, type SealedEntry } from '../queue/seal';
import { splitBulk, sealBulk, type SealedBulk } from './seal-bulk';
import { storeOutcome } from './store-outcome';
import { getShapeCalls } from '../../shape-kinds/kind-calls';
import { getLayerId } from '../entries/work-id';

/** The functions that the sender needs from its environment. */
export interface SenderPorts {
  readonly send: Send;
  readonly clock: Clock;
  readonly random: () => number;
  readonly isOnline: () => boolean;
  /** Keys of the API calls that the server has rejected as unknown, shared by all outboxes of this tab. */
  readonly unsupportedCalls: Set<string>;
}

interface EntrySenderOptions extends SenderPorts {
  readonly cache: EntryCache;
  /** Whether this tab may send an entry. */
  readonly accepts: (entry: Entry) => boolean;
  readonly onEvents: (events: readonly OutboxEvent[]) => void;
  /** Reports why the last attempt failed, or null after a success. */
  readonly onWaiting: (reason: WaitReason | null) => void;
}

/** Sends entries in order, one call at a time, until stopped. */
export class EntrySender {
  private readonly abortController = new AbortController();
  /** The earliest time of the next attempt for each postponed entry, by entry id. */
  private readonly postponedUntil = new Map<string, number>();
  /** Ids of entries from rejected bulk calls. They are sent one by one, to find the faulty entry. */
  private readonly idsToSendAlone = new Set<string>();
  private failureCount = 0;
  private wakeUp: (() => void) | null = null;
  private hasNewEntries = false;
  private isRetryRequested = false;
  private isBackingOff = false;

  constructor(private readonly options: EntrySenderOptions) {}

  /** Sends entries until the sender is stopped. Resolves when the result of the last call is stored. */
  async run(): Promise<void> {
    while (!this.isStopped) {
      this.hasNewEntries = false;
      this.isRetryRequested = false;
      const batch = this.chooseNext();
      if (!batch) await this.waitForWork();
      else if (batch.type === 'single') await this.attemptSingle(batch.id);
      else await this.attemptBulk(batch);
    }
  }

  stop(): void {
    this.abortController.abort();
    this.wakeUp?.();
  }

  /** Signals new entries. Does not shorten the delay after a failure. */
  notifyNewEntries(): void {
    this.hasNewEntries = true;
    if (!this.isBackingOff) this.wakeUp?.();
  }

  /** Retries immediately. Called when the network is back, and when the user has clicked Retry or signed in again. */
  retryNow(): void {
    this.postponedUntil.clear();
    this.isRetryRequested = true;
    this.wakeUp?.();
  }

  private get isStopped(): boolean {
    return this.abortController.signal.aborted;
  }

  private chooseNext(): Batch | null {
    const { cache, clock, accepts, unsupportedCalls } = this.options;
    const currentTime = clock.now();
    return chooseNextBatch(cache.getEntries(), {
      isPostponed: (sealedEntry) => !accepts(sealedEntry) || (this.postponedUntil.get(sealedEntry.id) ?? 0) > currentTime,
      canJoinBulk: ({ id }) => !this.idsToSendAlone.has(id),
      hasBulk: ({ kind, imageId }) => getLayerId(imageId) === null && !unsupportedCalls.has(getShapeCalls(kind).bulkKey),
    });
  }

  private async attemptSingle(id: string): Promise<void> {
    const { cache, onEvents } = this.options;
    const sealedEntry = await cache.transact((tx) => seal(tx, id), { strict: true });
    if (!sealedEntry) {
      // Another tab has completed the entry, but its message has not arrived yet. Forget the entry.
      if (cache.getEntries().some((candidate) => candidate.id === id && !candidate.problem)) cache.forget(id);
      return;
    }
    const outcome = await this.sendEntry(sealedEntry);
    if (!outcome) return;
    onEvents(await cache.transact((tx) => storeOutcome(tx, sealedEntry, outcome)));
    await this.handleOutcomes([sealedEntry], [outcome]);
  }

  private async attemptBulk(batch: Exclude<Batch, { type: 'single' }>): Promise<void> {
    const { cache, send, onEvents } = this.options;
    const bulk = await cache.transact((tx) => sealBulk(tx, batch), { strict: true });
    if (!bulk) return this.attemptSingle(batch.ids[0]!);
    const { workspaceId } = bulk.entries[0]!;
    const callOptions = { workspaceId, signal: this.abortController.signal };
    const delivery = await deliverBulk(
      bulk,
      (call, idempotencyKey) => send(call, { ...callOptions, idempotencyKey }),
      (entry) =>
        send(
          getShapeCalls(entry.kind, entry.imageId).toRead(getTargetRow(entry, cache.getRef(entry.shapeId)).serverId),
          callOptions,
        ),
    );
    if (this.isStopped) return;
    if (delivery.type === 'rejected' && (await this.splitBulk(bulk, delivery.status))) return;
    const outcomes = delivery.type === 'completed' ? delivery.outcomes : bulk.entries.map(() => delivery.outcome);
    onEvents(
      await cache.transact(async (tx) => {
        const events: OutboxEvent[] = [];
        for (const [index, entry] of bulk.entries.entries()) events.push(...(await storeOutcome(tx, entry, outcomes[index]!)));
        return events;
      }),
    );
    await this.handleOutcomes(bulk.entries, outcomes);
  }

  /** Splits a rejected bulk call into single calls. Returns false for a call with a single entry. */
  private async splitBulk(bulk: SealedBulk, status: number): Promise<boolean> {
    const isUnsupported = status === 404 || status === 405;
    if (isUnsupported) this.options.unsupportedCalls.add(getShapeCalls(bulk.entries[0]!.kind).bulkKey);
    else if (bulk.entries.length === 1) return false;
    bulk.entries.forEach(({ id }) => this.idsToSendAlone.add(id));
    await this.options.cache.transact((tx) => splitBulk(tx, bulk), { strict: true });
    return true;
  }

  /** Sends the entry. Returns null if the sender was stopped in the meantime. The request stays stored, and the next sender repeats it. */
  private async sendEntry(sealedEntry: SealedEntry): Promise<Outcome | null> {
    const { send } = this.options;
    const callOptions = { workspaceId: sealedEntry.workspaceId, signal: this.abortController.signal };
    try {
      return { kind: 'done', response: await send(sealedEntry.sealed, { ...callOptions, idempotencyKey: sealedEntry.key }) };
    } catch (error) {
      if (this.isStopped) return null;
      return classifyFailure(sealedEntry, error, () =>
        isShapeEntry(sealedEntry)
          ? send(
              getShapeCalls(sealedEntry.kind, sealedEntry.imageId).toRead(
                getTargetRow(sealedEntry, this.options.cache.getRef(sealedEntry.shapeId)).serverId,
              ),
              callOptions,
            )
          : Promise.reject(error),
      );
    }
  }

  private async handleOutcomes(entries: readonly SealedEntry[], outcomes: readonly Outcome[]): Promise<void> {
    const { clock, random, isOnline, onWaiting } = this.options;
    if (outcomes.some(({ kind }) => kind === 'no-session')) {
      onWaiting('session');
      await this.waitBeforeRetry(null);
      return;
    }
    let retryOutcome: Extract<Outcome, { kind: 'retry' }> | null = null;
    for (const [index, entry] of entries.entries()) {
      const outcome = outcomes[index]!;
      if (outcome.kind === 'repeat') this.postponedUntil.set(entry.id, clock.now() + outcome.afterMs);
      else if (outcome.kind !== 'retry') this.postponedUntil.delete(entry.id);
      else if (!outcome.affectsAll) this.postponedUntil.set(entry.id, clock.now() + getRetryDelay(entry.attempts, random));
      if (outcome.kind === 'retry' && !retryOutcome?.affectsAll) retryOutcome = outcome;
    }
    if (!retryOutcome) {
      this.failureCount = 0;
      onWaiting(this.postponedUntil.size > 0 ? 'server' : null);
      return;
    }
    if (retryOutcome.isFull) onWaiting('space');
    else onWaiting(retryOutcome.offline && !isOnline() ? 'offline' : 'server');
    if (!retryOutcome.affectsAll) return;
    this.failureCount += 1;
    await this.waitBeforeRetry(getRetryDelay(this.failureCount, random));
  }

  /** @param ms delay in milliseconds; null waits until `retryNow` or `stop` */
  private async waitBeforeRetry(ms: number | null): Promise<void> {
    if (this.isRetryRequested) return;
    this.isBackingOff = true;
    await this.waitUntilWoken(ms);
    this.isBackingOff = false;
  }

  /** Waits until there is a new entry or a postponed entry is due. */
  private async waitForWork(): Promise<void> {
    if (this.hasNewEntries || this.isRetryRequested) return;
    const currentTime = this.options.clock.now();
    const dueTimes = [...this.postponedUntil.values()].filter((time) => time > currentTime);
    await this.waitUntilWoken(dueTimes.length === 0 ? null : Math.min(...dueTimes) - currentTime);
  }

  private async waitUntilWoken(ms: number | null): Promise<void> {
    if (this.isStopped) return;
    await new Promise<void>((resolve) => {
      const cancel = ms === null ? () => undefined : this.options.clock.callAfter(ms, resolve);
      this.wakeUp = () => {
        cancel();
        resolve();
      };
    });
    this.wakeUp = null;
  }
}
