import type { ShapeChange } from '../../editor/document/changes';
import { Emitter } from '../../editor/document/emitter';
import { enqueueChanges } from '../queue/enqueue';
import { enqueueWrite } from '../queue/enqueue-write';
import { abandonImage, discardRejected, overwriteServerVersion, retryRejected, acceptServerVersion } from '../queue/resolve';
import { getSaveState } from '../queue/save-state';
import { EntrySender, type SenderPorts } from '../send/entry-sender';
import { parseLayerWorkId } from '../entries/work-id';
import { EntryCache } from '../store/entry-cache';
import type { OutboxStore, OutboxTx } from '../store/port';
import type { LeaderElection } from '../tabs/leader-election';
import { toWaitingMessage, type TabMessage, type TabChannel } from '../tabs/tab-channel';
import type { Write } from '../entries/write';
import {
  getScope,
  type Entry,
  type OutboxEvent,
  type Owner,
  type SaveState,
  type ServerRef,
  type WaitReason,
} from '../entries/types';

/** The dependencies of the outbox. */
export interface OutboxPorts extends SenderPorts {
  readonly store: OutboxStore;
  readonly leaderElection: LeaderElection;
  readonly channel: TabChannel;
}

/** The unsent work of one user in one workspace. */
export class Outbox {
  readonly scope: string;
  /** Resolves when the entries stored by earlier visits are loaded. */
  readonly ready: Promise<void>;
  private readonly cache: EntryCache;
  private readonly eventEmitter = new Emitter<readonly OutboxEvent[]>();
  private readonly stateEmitter = new Emitter<SaveState>();
  private readonly entriesEmitter = new Emitter<readonly Entry[]>();
  /** Set while the outbox is started. Aborted when the outbox stops. */
  private session: AbortController | null = null;
  private sender: EntrySender | null = null;
  private senderRun: Promise<void> = Promise.resolve();
  private isLeader = false;
  private waitReason: WaitReason | null = null;
  /** Number of gestures that are being written to the store. */
  private storingCount = 0;
  /** Writes that are being stored, or that are stored but not yet in the entry list. */
  private writesBeingStored: readonly Write[] = [];
  /** Writes that the current transaction has added to the queue. */
  private readonly enqueuedWrites = new Set<Write>();
  private state: SaveState = { kind: 'checking', durable: true };

  constructor(
    readonly owner: Owner,
    private readonly ports: OutboxPorts,
  ) {
    this.scope = getScope(owner);
    this.cache = new EntryCache(ports.store, this.scope, (storedDelta, completedCalls) => {
      // Emit this event before the entry is removed from the list. The change then stays visible on the screen until its row is read again.
      if (completedCalls.length > 0)
        this.eventEmitter.emit(
          completedCalls.map(({ entry, response }) => ({ type: 'responded', imageId: entry.imageId, entry, response })),
        );
      this.writesBeingStored = this.writesBeingStored.filter((write) => !this.enqueuedWrites.delete(write));
      this.entriesEmitter.emit(this.cache.getEntries());
      if (storedDelta) this.ports.channel.post({ type: 'delta', delta: storedDelta });
      this.refreshState();
      if (!this.cache.durable) void this.runSender();
      this.sender?.notifyNewEntries();
    });
    ports.channel.listen((message) => this.handleMessage(message));
    ports.channel.post({ type: 'hello' });
    this.ready = this.cache.load();
  }

  /** Starts sending once this tab becomes the leader. Resolves when stopped. */
  async start(): Promise<void> {
    if (this.session) return;
    const session = new AbortController();
    this.session = session;
    this.setWaiting(null, false);
    await this.ports.leaderElection.lead(this.scope, session.signal, async () => {
      await this.ready;
      if (this.session !== session) return;
      this.isLeader = true;
      await this.cache.reread();
      if (this.session !== session) return;
      this.sender?.notifyNewEntries();
      await this.runSender();
    });
  }

  /** Stops sending and lets another tab take over. Changes entered afterwards are stored for the next start. */
  stop(): void {
    this.session?.abort();
    this.session = null;
    this.sender?.stop();
    this.sender = null;
    this.isLeader = false;
    this.setWaiting('session', false);
  }

  /** Stores the changes of one gesture. Resolves when they are stored. */
  enterChanges(imageId: string, changes: readonly ShapeChange[]): Promise<void> {
    return this.write((tx) => enqueueChanges(tx, imageId, changes, this.createStamp()));
  }

  /** Adds a change of other data than shapes, such as a label or a verification. Resolves when the change is stored. */
  async enterWrite(write: Write): Promise<void> {
    this.writesBeingStored = [...this.writesBeingStored, write];
    this.entriesEmitter.emit(this.cache.getEntries());
    try {
      await this.write(async (tx) => {
        await enqueueWrite(tx, write, this.createStamp());
        this.enqueuedWrites.add(write);
        return [];
      });
    } finally {
      // Remove the write here. A write that failed or was cancelled out creates no entry, so no change of the entries would remove it
      // later.
      this.enqueuedWrites.delete(write);
      if (this.writesBeingStored.includes(write)) {
        this.writesBeingStored = this.writesBeingStored.filter((pendingWrite) => pendingWrite !== write);
        this.entriesEmitter.emit(this.cache.getEntries());
      }
    }
  }

  /** Writes that were entered but are not yet in the entry list, in order. */
  get unstoredWrites(): readonly Write[] {
    return this.writesBeingStored;
  }

  /** Returns all unsent entries, or the unsent entries of one image, in the order of sending. */
  getPendingEntries(imageId?: string): readonly Entry[] {
    const entries = this.cache.getEntries();
    return imageId === undefined ? entries : entries.filter((entry) => entry.imageId === imageId);
  }

  /** Whether `getPendingEntries` includes the entries of earlier visits. */
  get isLoaded(): boolean {
    return this.cache.isLoaded;
  }

  /** Calls the listener after each change of the pending entries, from any tab. */
  onEntries(listener: (entries: readonly Entry[]) => void): () => void {
    return this.entriesEmitter.subscribe(listener);
  }

  /** Returns the server's id and version of a locally changed shape, once the server has acknowledged it. */
  getServerRef(shapeId: string): ServerRef | undefined {
    return this.cache.getRef(shapeId);
  }

  /** Returns the same object until the state changes. */
  get saveState(): SaveState {
    return this.state;
  }

  get hasUnsent(): boolean {
    return this.storingCount > 0 || this.cache.getEntries().length > 0;
  }

  /** Whether there is unsent work that closing the tab would lose. */
  get isVolatile(): boolean {
    return this.hasUnsent && !this.cache.durable;
  }

  subscribe(listener: (state: SaveState) => void): () => void {
    return this.stateEmitter.subscribe(listener);
  }

  /** Calls the listener with each event that documents must apply, from any tab. */
  onEvent(listener: (event: OutboxEvent) => void): () => void {
    return this.onEvents((events) => events.forEach(listener));
  }

  /** Like `onEvent`, but passes all events of one response together, because a bulk call completes up to a thousand entries. */
  onEvents(listener: (events: readonly OutboxEvent[]) => void): () => void {
    return this.eventEmitter.subscribe(listener);
  }

  overwriteServerVersion(id: string): Promise<void> {
    return this.write((tx) => overwriteServerVersion(tx, id));
  }

  acceptServerVersion(id: string): Promise<void> {
    return this.write((tx) => acceptServerVersion(tx, id));
  }

  retryRejected(id: string): Promise<void> {
    return this.write((tx) => retryRejected(tx, id));
  }

  discardRejected(id: string): Promise<void> {
    return this.write((tx) => discardRejected(tx, id));
  }

  /**
   * Discards the unsent work on a deleted image and on the layers (work of single users) of this image. The server would reject
   * every entry.
   */
  async abandonImage(imageId: string): Promise<void> {
    const workIds = this.getPendingEntries().map((entry) => entry.imageId);
    const layerIds = new Set(workIds.filter((id) => parseLayerWorkId(id)?.image === imageId));
    for (const id of [imageId, ...layerIds]) await this.write((tx) => abandonImage(tx, id));
  }

  /** Retries immediately instead of waiting for the next attempt. */
  retryNow(): void {
    this.sender?.retryNow();
    if (this.isLeader) void this.cache.reread();
    else this.ports.channel.post({ type: 'retry' });
  }

  private async write(runTransaction: (tx: OutboxTx) => Promise<OutboxEvent[]>): Promise<void> {
    this.storingCount += 1;
    this.refreshState();
    try {
      this.publish(await this.cache.transact(runTransaction, { strict: true }));
    } finally {
      this.storingCount -= 1;
      this.refreshState();
    }
  }

  /** Starts to send. Without storage, each tab sends its own entries. Otherwise, only the leading tab sends. */
  private runSender(): Promise<void> {
    if (this.sender || !this.session) return this.senderRun;
    this.sender = new EntrySender({
      ...this.ports,
      cache: this.cache,
      accepts: (entry) => this.isLeader || this.cache.isUnstored(entry.id),
      onEvents: (events) => this.publish(events),
      onWaiting: (reason) => this.setWaiting(reason, true),
    });
    this.senderRun = this.sender.run();
    return this.senderRun;
  }

  private handleMessage(message: TabMessage): void {
    if (message.type === 'delta') this.cache.applyRemoteDelta(message.delta);
    else if (message.type === 'events') this.eventEmitter.emit(message.events);
    else if (message.type === 'waiting') this.setWaiting(message.isFull ? 'space' : message.reason, false);
    else if (this.isLeader) this.respondToTab(message.type);
  }

  /**
   * Responds to a tab that has opened or requests a retry. Rereads the store, because a tab that was killed may not have
   * announced its entries.
   */
  private respondToTab(request: 'hello' | 'retry'): void {
    if (request === 'hello') this.ports.channel.post(toWaitingMessage(this.waitReason));
    else this.sender?.retryNow();
    void this.cache.reread();
  }

  private publish(events: readonly OutboxEvent[]): void {
    if (events.length === 0) return;
    this.ports.channel.post({ type: 'events', events });
    this.eventEmitter.emit(events);
  }

  private setWaiting(reason: WaitReason | null, shouldAnnounce: boolean): void {
    if (reason === this.waitReason) return;
    this.waitReason = reason;
    if (shouldAnnounce) this.ports.channel.post(toWaitingMessage(reason));
    this.refreshState();
  }

  private refreshState(): void {
    const entryState = getSaveState(this.cache.getEntries(), this.waitReason, this.cache.durable);
    const { durable } = entryState;
    const state: SaveState = entryState.kind === 'saved' && !this.isLoaded ? { kind: 'checking', durable } : entryState;
    const isIdle = state.kind === 'saved' || state.kind === 'checking';
    const newState: SaveState = isIdle && this.storingCount > 0 ? { kind: 'saving', count: this.storingCount, durable } : state;
    if (JSON.stringify(summarizeState(newState)) === JSON.stringify(summarizeState(this.state))) return;
    this.state = newState;
    this.stateEmitter.emit(newState);
  }

  private createStamp() {
    return { owner: this.owner, now: this.ports.clock.now() };
  }
}

/** Returns the parts of a state that the screen shows, to compare two states. */
function summarizeState(state: SaveState): unknown {
  if (state.kind !== 'attention') return state;
  return { ...state, items: state.items.map(({ id, revision }) => [id, revision]) };
}
