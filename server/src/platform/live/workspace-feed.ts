import type { LiveEvent } from '@console/shared-contract/api';
import type { TabChanges } from './read-changes';
import { limitEvent, type RowAccess } from './row-access';
import type { Subscriber } from './subscriber';

/** Minimum time between two messages of a stream. Most actions write several rows, and progress is written often. */
const MIN_FLUSH_INTERVAL_MS = 1_000;
/** Time to wait for further changes before the first message. */
const FIRST_FLUSH_DELAY_MS = 50;

/** Reads from the database what the messages of a workspace contain. */
export interface FeedReader {
  readChanges: (tabs: ReadonlyMap<number, string | null>) => Promise<TabChanges[]>;
  /** Returns the rows that users may see, for those users who are limited to the content of their jobs. */
  readRowAccess: (userIds: readonly string[], events: readonly LiveEvent[]) => Promise<ReadonlyMap<string, RowAccess>>;
}

/** Collects what changes in a workspace, and sends it to the streams of the workspace at most once a second. */
export class WorkspaceFeed {
  readonly subscribers = new Set<Subscriber>();
  private readonly tabs = new Map<number, string | null>();
  /** Messages by their subject, so that a later message replaces an earlier one. */
  private readonly messages = new Map<string, LiveEvent>();
  private timer: NodeJS.Timeout | null = null;
  private lastFlush = Number.NEGATIVE_INFINITY;
  private isReading = false;

  constructor(private readonly reader: FeedReader) {}

  addChangeSet(id: number, tab: string | null): void {
    // If two tabs have written the set, `tab` is null, so that the streams of both tabs get the message.
    this.tabs.set(id, this.tabs.has(id) && this.tabs.get(id) !== tab ? null : tab);
    this.schedule();
  }

  addMessage(key: string, message: LiveEvent): void {
    this.messages.set(key, message);
    this.schedule();
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  private schedule(): void {
    if (this.timer || this.isReading) return;
    const delayMs = Math.max(FIRST_FLUSH_DELAY_MS, this.lastFlush + MIN_FLUSH_INTERVAL_MS - performance.now());
    this.timer = setTimeout(() => void this.flush(), delayMs).unref();
  }

  private async flush(): Promise<void> {
    this.timer = null;
    this.lastFlush = performance.now();
    const messages = [...this.messages.values()];
    const tabs = new Map(this.tabs);
    this.messages.clear();
    this.tabs.clear();
    this.isReading = true;
    try {
      const tabChanges = tabs.size > 0 ? await this.reader.readChanges(tabs) : [];
      const events = [...tabChanges.flatMap(toTabEvents), ...messages.map((event): TabEvent => ({ event, tab: null }))];
      const userIds = new Set(Array.from(this.subscribers, ({ userId }) => userId));
      const access = await this.reader.readRowAccess(
        [...userIds],
        events.map(({ event }) => event),
      );
      for (const { userId, tab: ownTab, stream } of this.subscribers) {
        // Skip users whose stream was opened meanwhile: their access is unknown, and their client reads everything after it has connected.
        if (!userIds.has(userId)) continue;
        const rowAccess = access.get(userId);
        for (const { event, tab } of events) {
          const limitedEvent = rowAccess ? limitEvent(event, rowAccess) : event;
          if (limitedEvent && (tab === null || tab !== ownTab)) stream.send(limitedEvent);
        }
      }
    } catch {
      // The clients connect again, and then read everything that they show.
      for (const subscriber of this.subscribers) subscriber.stream.end('outage');
    } finally {
      this.isReading = false;
      if (this.messages.size > 0 || this.tabs.size > 0) this.schedule();
    }
  }
}

interface TabEvent {
  event: LiveEvent;
  /** The tab that caused the event. The stream of this tab does not get it. */
  tab: string | null;
}

function toTabEvents({ userId, tab, changes }: TabChanges): TabEvent[] {
  return changes.length > 0 ? [{ event: { event: 'change', user: userId, changes }, tab }] : [];
}
