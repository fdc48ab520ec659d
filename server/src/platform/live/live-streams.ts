import type { ClientConfig } from 'pg';
import type { Db } from '../database/connection';
import { HttpError, unavailable } from '../errors';
import { messages } from '../errors/messages';
import { ChannelListener } from './channel-listener';
import { LIVE_CHANNEL, parseNotification, type Notification } from './notification';
import { readChanges } from './read-changes';
import { readRowAccess } from './row-access';
import type { Subscriber } from './subscriber';
import { WorkspaceFeed, type FeedReader } from './workspace-feed';

/** Interval of the messages that keep a stream alive. Proxies close a connection that is silent for a minute. */
const HEARTBEAT_SECONDS = 20;
/** Maximum number of streams of one user on one server. A console has one stream for each visible tab. */
const MAX_STREAMS_PER_USER = 20;
/** Interval for checking the access of streams whose token expires without any change in the database. */
const ACCESS_CHECK_MS = 300_000;

/**
 * The open streams of this server to its clients. One database connection listens for the notifications of all servers. Streams are open
 * only while this connection listens. A client with an open stream therefore misses no change and needs no polling.
 */
export class LiveStreams {
  private readonly feeds = new Map<string, WorkspaceFeed>();
  private readonly listener: ChannelListener;
  private readonly heartbeat: NodeJS.Timeout;
  private readonly accessCheck: NodeJS.Timeout;
  private isDraining = false;

  constructor(
    private readonly db: Db,
    connection: ClientConfig,
  ) {
    this.listener = new ChannelListener(connection, LIVE_CHANNEL, {
      onNotification: (payload) => this.dispatch(parseNotification(payload)),
      onLost: () => this.endStreams(this.list(), 'outage'),
    });
    const keepAlive = () => this.list().forEach(({ stream }) => stream.keepAlive());
    this.heartbeat = setInterval(keepAlive, HEARTBEAT_SECONDS * 1_000).unref();
    this.accessCheck = setInterval(() => void this.checkAccess(this.list()), ACCESS_CHECK_MS).unref();
  }

  /** Number of open streams. */
  get count(): number {
    return this.list().length;
  }

  /** Starts to listen. Throws 429 if the user has too many streams, and 503 while the server stops or the database is unreachable. */
  async prepare(userId: string): Promise<void> {
    if (this.isDraining) throw unavailable();
    if (this.list().filter((subscriber) => subscriber.userId === userId).length >= MAX_STREAMS_PER_USER)
      throw new HttpError(429, messages.tooManyStreams, {}, { 'retry-after': '60' });
    try {
      await this.listener.start();
    } catch {
      throw unavailable();
    }
  }

  /** Sends messages to a stream until it is closed. Call `prepare` first. */
  add(subscriber: Subscriber): void {
    const { workspaceId, stream } = subscriber;
    const feed = this.feeds.get(workspaceId) ?? new WorkspaceFeed(this.createReader(workspaceId));
    this.feeds.set(workspaceId, feed);
    feed.subscribers.add(subscriber);
    stream.onClose(() => {
      feed.subscribers.delete(subscriber);
      if (feed.subscribers.size > 0 || this.feeds.get(workspaceId) !== feed) return;
      feed.close();
      this.feeds.delete(workspaceId);
    });
    if (this.isDraining) return stream.end('stopping');
    // The connection may have been lost, or the access withdrawn, between the check of the request and now.
    if (!this.listener.isListening) return stream.end('outage');
    stream.send({ event: 'connected', heartbeat_seconds: HEARTBEAT_SECONDS });
    void this.checkAccess([subscriber]);
  }

  /** Ends all streams and refuses new ones. A proxy sends the clients to another server. */
  drain(): void {
    this.isDraining = true;
    this.endStreams(this.list(), 'stopping');
  }

  async close(): Promise<void> {
    this.drain();
    clearInterval(this.heartbeat);
    clearInterval(this.accessCheck);
    await this.listener.close();
  }

  private createReader(workspaceId: string): FeedReader {
    return {
      readChanges: (tabs) => readChanges(this.db, tabs),
      readRowAccess: (userIds, events) => readRowAccess(this.db, workspaceId, userIds, events),
    };
  }

  private list(): Subscriber[] {
    return [...this.feeds.values()].flatMap(({ subscribers }) => [...subscribers]);
  }

  private endStreams(subscribers: readonly Subscriber[], reason: 'stopping' | 'outage' | 'access'): void {
    for (const { stream } of subscribers) stream.end(reason);
  }

  private dispatch(notification: Notification | null): void {
    switch (notification?.kind) {
      case 'change':
        // `tab` identifies the browser tab that made the change. `set` is the id of its change set.
        this.feeds.get(notification.workspace)?.addChangeSet(notification.set, notification.tab);
        break;
      case 'work': {
        const { id, work, status } = notification;
        this.feeds.get(notification.workspace)?.addMessage(`work ${id}`, { event: 'work', id, kind: work, status });
        break;
      }
      case 'presence': {
        const { id, entity } = notification;
        this.feeds.get(notification.workspace)?.addMessage(`presence ${id}`, { event: 'presence', kind: entity, id });
        break;
      }
      case 'notice':
        for (const { userId, stream } of this.list()) if (userId === notification.user) stream.send({ event: 'notice' });
        break;
      case 'access': {
        const { user, workspace } = notification;
        const affectedSubscribers = this.list().filter(({ userId, workspaceId }) => userId === user || workspaceId === workspace);
        for (const { stream } of affectedSubscribers) stream.send({ event: 'access' });
        void this.checkAccess(affectedSubscribers);
      }
    }
  }

  /** Ends the streams of users who may no longer read the workspace. */
  private async checkAccess(subscribers: readonly Subscriber[]): Promise<void> {
    for (const subscriber of subscribers) {
      try {
        if (!(await subscriber.hasAccess())) subscriber.stream.end('access');
      } catch {
        subscriber.stream.end('outage');
      }
    }
  }
}
