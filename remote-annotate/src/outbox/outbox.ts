import type { Change } from '../editor/document/changes';
import { Emitter } from '../editor/document/emitter';
import { enqueueChanges } from './queue/enqueue';
import { enqueueWrite } from './queue/enqueue-write';
import { abandonImage, discardRejected, keepMine, retryRejected, takeTheirs } from './queue/resolve';
import { saveStateOf } from './queue/save-state';
import type { Clock } from './send/clock';
import type { Send } from './send/outcome';
import { Pump } from './send/pump';
import { EntryBook } from './store/entry-book';
import type { OutboxStore, OutboxTx } from './store/port';
import type { Leadership } from './tabs/leadership';
import { waitingNews, type News, type NewsChannel } from './tabs/news-channel';
import type { Write } from './writes/write';
import { scopeOf, type Entry, type OutboxEvent, type Owner, type SaveState, type ServerRef, type WaitReason } from './types';

/** What the outbox needs of the world. */
export interface OutboxPorts {
  readonly store: OutboxStore;
  readonly send: Send;
  readonly leadership: Leadership;
  readonly channel: NewsChannel;
  readonly clock: Clock;
  readonly random: () => number;
  readonly isOnline: () => boolean;
  /** Calls that the deployment was found to lack. */
  readonly lacking: Set<string>;
}

/** The unsent work of one user in one workspace. */
export class Outbox {
  readonly scope: string;
  /** Resolves when what was stored by earlier visits is known. */
  readonly ready: Promise<void>;
  private readonly book: EntryBook;
  private readonly events = new Emitter<readonly OutboxEvent[]>();
  private readonly changes = new Emitter<SaveState>();
  private readonly entryChanges = new Emitter<readonly Entry[]>();
  /** From start to stop. */
  private session: AbortController | null = null;
  private pump: Pump | null = null;
  private running: Promise<void> = Promise.resolve();
  private leads = false;
  private waiting: WaitReason | null = null;
  /** Gestures that are on their way into the store. */
  private entering = 0;
  /** Writes among them, and those of which the store is about to tell. */
  private enteringWrites: readonly Write[] = [];
  private readonly taken = new Set<Write>();
  private state: SaveState = { kind: 'checking', durable: true };

  constructor(
    readonly owner: Owner,
    private readonly ports: OutboxPorts,
  ) {
    this.scope = scopeOf(owner);
    this.book = new EntryBook(ports.store, this.scope, (stored, answered) => {
      // Before anybody looks at the entries without it: its effect stays until its row is read again.
      if (answered.length > 0)
        this.events.emit(answered.map(({ entry, answer }) => ({ type: 'answered', imageId: entry.imageId, entry, answer })));
      this.enteringWrites = this.enteringWrites.filter((write) => !this.taken.delete(write));
      this.entryChanges.emit(this.book.entries());
      if (stored) this.ports.channel.post({ type: 'delta', delta: stored });
      this.refresh();
      if (!this.book.durable) void this.runPump();
      this.pump?.poke();
    });
    ports.channel.listen((news) => this.hear(news));
    ports.channel.post({ type: 'hello' });
    this.ready = this.book.load();
  }

  /** Sends from now on, as soon as it is this tab's turn. Resolves when stopped. */
  async start(): Promise<void> {
    if (this.session) return;
    const session = new AbortController();
    this.session = session;
    this.setWaiting(null, false);
    await this.ports.leadership.lead(this.scope, session.signal, async () => {
      await this.ready;
      if (this.session !== session) return;
      this.leads = true;
      await this.book.reread();
      if (this.session !== session) return;
      this.pump?.poke();
      await this.runPump();
    });
  }

  /** Stops sending and lets another tab take over. What is entered meanwhile is kept for the next start. */
  stop(): void {
    this.session?.abort();
    this.session = null;
    this.pump?.stop();
    this.pump = null;
    this.leads = false;
    this.setWaiting('session', false);
  }

  /** Stores the changes of one gesture; resolves when they are safe. */
  enter(imageId: string, changes: readonly Change[]): Promise<void> {
    return this.write((tx) => enqueueChanges(tx, imageId, changes, this.stamp()));
  }

  /** Stores any other write (a label, a verification), to be sent in its turn; resolves when it is safe. */
  async enterWrite(write: Write): Promise<void> {
    this.enteringWrites = [...this.enteringWrites, write];
    this.entryChanges.emit(this.book.entries());
    try {
      await this.write(async (tx) => {
        await enqueueWrite(tx, write, this.stamp());
        this.taken.add(write);
        return [];
      });
    } finally {
      // One that came to nothing leaves no entry to be told of.
      this.taken.delete(write);
      if (this.enteringWrites.includes(write)) {
        this.enteringWrites = this.enteringWrites.filter((other) => other !== write);
        this.entryChanges.emit(this.book.entries());
      }
    }
  }

  /** Writes that were entered and are not among the entries yet, in their order: what comes next builds on them. */
  get unstoredWrites(): readonly Write[] {
    return this.enteringWrites;
  }

  /** All that is unsent, or that of one image, in the order of sending. */
  pending(imageId?: string): readonly Entry[] {
    const entries = this.book.entries();
    return imageId === undefined ? entries : entries.filter((entry) => entry.imageId === imageId);
  }

  /** Whether `pending` knows what earlier visits have left. */
  get isLoaded(): boolean {
    return this.book.isLoaded;
  }

  /** Told of each change of what is pending, whichever tab made it. */
  onEntries(listener: (entries: readonly Entry[]) => void): () => void {
    return this.entryChanges.subscribe(listener);
  }

  /** What the server calls a shape that was changed here, once that was acknowledged. */
  refOf(shapeId: string): ServerRef | undefined {
    return this.book.ref(shapeId);
  }

  /** The same object until it changes. */
  get saveState(): SaveState {
    return this.state;
  }

  get hasUnsent(): boolean {
    return this.entering > 0 || this.book.entries().length > 0;
  }

  /** Whether there is unsent work that closing the tab would lose. */
  get isVolatile(): boolean {
    return this.hasUnsent && !this.book.durable;
  }

  subscribe(listener: (state: SaveState) => void): () => void {
    return this.changes.subscribe(listener);
  }

  /** What documents must take over, whichever tab caused it. */
  onEvent(listener: (event: OutboxEvent) => void): () => void {
    return this.onEvents((events) => events.forEach(listener));
  }

  /** As `onEvent`, all that one answer has settled at once: a bulk call settles up to a thousand entries. */
  onEvents(listener: (events: readonly OutboxEvent[]) => void): () => void {
    return this.events.subscribe(listener);
  }

  keepMine(id: string): Promise<void> {
    return this.write((tx) => keepMine(tx, id));
  }

  takeTheirs(id: string): Promise<void> {
    return this.write((tx) => takeTheirs(tx, id));
  }

  retryRejected(id: string): Promise<void> {
    return this.write((tx) => retryRejected(tx, id));
  }

  discardRejected(id: string): Promise<void> {
    return this.write((tx) => discardRejected(tx, id));
  }

  /** Gives up what is unsent about a picture that was deleted; the server would refuse it piece by piece. */
  abandonImage(imageId: string): Promise<void> {
    return this.write((tx) => abandonImage(tx, imageId));
  }

  /** Tries at once in place of waiting for the next attempt. */
  retryNow(): void {
    this.pump?.retryNow();
    if (this.leads) void this.book.reread();
    else this.ports.channel.post({ type: 'retry' });
  }

  private async write(work: (tx: OutboxTx) => Promise<OutboxEvent[]>): Promise<void> {
    this.entering += 1;
    this.refresh();
    try {
      this.tell(await this.book.transact(work, { strict: true }));
    } finally {
      this.entering -= 1;
      this.refresh();
    }
  }

  /** Without storage each tab sends what it alone knows of; otherwise only the leading tab sends. */
  private runPump(): Promise<void> {
    if (this.pump || !this.session) return this.running;
    const { send, clock, random, isOnline, lacking } = this.ports;
    this.pump = new Pump({
      book: this.book,
      send,
      clock,
      random,
      isOnline,
      lacking,
      accepts: (entry) => this.leads || this.book.isUnstored(entry.id),
      onEvents: (events) => this.tell(events),
      onWaiting: (reason) => this.setWaiting(reason, true),
    });
    this.running = this.pump.run();
    return this.running;
  }

  private hear(news: News): void {
    if (news.type === 'delta') this.book.takeNews(news.delta);
    else if (news.type === 'events') this.events.emit(news.events);
    else if (news.type === 'waiting') this.setWaiting(news.isFull ? 'space' : news.reason, false);
    else if (this.leads) this.answer(news.type);
  }

  /** A tab is new, or is looked at: perhaps in the place of one that died and told nobody what it had stored. */
  private answer(asked: 'hello' | 'retry'): void {
    if (asked === 'hello') this.ports.channel.post(waitingNews(this.waiting));
    else this.pump?.retryNow();
    void this.book.reread();
  }

  private tell(events: readonly OutboxEvent[]): void {
    if (events.length === 0) return;
    this.ports.channel.post({ type: 'events', events });
    this.events.emit(events);
  }

  private setWaiting(reason: WaitReason | null, own: boolean): void {
    if (reason === this.waiting) return;
    this.waiting = reason;
    if (own) this.ports.channel.post(waitingNews(reason));
    this.refresh();
  }

  private refresh(): void {
    const known = saveStateOf(this.book.entries(), this.waiting, this.book.durable);
    const { durable } = known;
    const state: SaveState = known.kind === 'saved' && !this.isLoaded ? { kind: 'checking', durable } : known;
    const isIdle = state.kind === 'saved' || state.kind === 'checking';
    const next: SaveState = isIdle && this.entering > 0 ? { kind: 'saving', count: this.entering, durable } : state;
    if (JSON.stringify(summary(next)) === JSON.stringify(summary(this.state))) return;
    this.state = next;
    this.changes.emit(next);
  }

  private stamp() {
    return { owner: this.owner, now: this.ports.clock.now() };
  }
}

/** What of a state can be seen. */
function summary(state: SaveState): unknown {
  if (state.kind !== 'attention') return state;
  return { ...state, items: state.items.map(({ id, revision }) => [id, revision]) };
}
