import 'fake-indexeddb/auto';
import { waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { AnnotationDocument } from '../../editor/document/annotation-document';
import { SHAPE_KINDS, shapeKinds } from '../../shape-kinds/kind-registry';
import type { Shape } from '../../editor/model/types';
import { connectDocument } from '../document/connect-document';
import { Outbox, type OutboxPorts } from '../service/outbox';
import type { Clock } from '../time/clock';
import { createIdbStore } from '../store/idb-store';
import type { OutboxStore } from '../store/port';
import type { LeaderElection } from '../tabs/leader-election';
import type { TabMessage, TabChannel } from '../tabs/tab-channel';
import { getScope, type Owner } from '../entries/types';
import { FakeServer } from './fake-server';
import { getShapeCalls } from '../../shape-kinds/kind-calls';

export const OWNER: Owner = { userId: 'ann', workspaceId: 'demo' };
export const IMAGE = 'image-1';
const BULK_KEYS = SHAPE_KINDS.map((kind) => getShapeCalls(kind).bulkKey);

/** A clock that advances only on request. */
export class ManualClock implements Clock {
  private time = Date.UTC(2026, 0, 1);
  private timers = new Map<symbol, { readonly dueAt: number; readonly call: () => void }>();

  now = () => this.time;

  callAfter(ms: number, call: () => void): () => void {
    const timer = Symbol();
    this.timers.set(timer, { dueAt: this.time + ms, call });
    return () => this.timers.delete(timer);
  }

  /** Milliseconds until the next timer is due; null if none is set. */
  get msUntilNext(): number | null {
    const times = [...this.timers.values()].map(({ dueAt }) => dueAt - this.time);
    return times.length === 0 ? null : Math.min(...times);
  }

  advance(ms: number): void {
    this.time += ms;
    for (const [timer, { dueAt, call }] of [...this.timers]) {
      if (dueAt > this.time) continue;
      this.timers.delete(timer);
      call();
    }
  }
}

/** Simulates Web Locks. Each scope (a user in a workspace) has one lock, which one tab holds. Other tabs wait in a queue. */
class FakeLocks {
  /** For each scope, a promise that resolves when the last tab in the queue has released the lock. */
  private readonly queueTails = new Map<string, Promise<void>>();

  createLeadership(): LeaderElection {
    return {
      lead: (scope, signal, runAsLeader) => {
        const leadership = (this.queueTails.get(scope) ?? Promise.resolve()).then(() =>
          signal.aborted ? undefined : runAsLeader(),
        );
        this.queueTails.set(scope, leadership);
        return leadership;
      },
    };
  }
}

/** Simulates BroadcastChannel: delivers messages to all other tabs. */
class FakeHub {
  private readonly listeners = new Set<{ readonly channelOwner: object; readonly listen: (message: TabMessage) => void }>();

  open(): TabChannel {
    const channelOwner = {};
    const ownListeners = new Set<{ readonly channelOwner: object; readonly listen: (message: TabMessage) => void }>();
    return {
      post: (message) => {
        const copy = structuredClone(message);
        for (const listener of [...this.listeners])
          if (listener.channelOwner !== channelOwner) queueMicrotask(() => listener.listen(copy));
      },
      listen: (listen) => {
        const channelListener = { channelOwner, listen };
        ownListeners.add(channelListener);
        this.listeners.add(channelListener);
      },
      close: () => ownListeners.forEach((ownListener) => this.listeners.delete(ownListener)),
    };
  }
}

interface TabOptions {
  readonly store?: OutboxStore;
  readonly owner?: Owner;
  readonly started?: boolean;
  /** Whether to behave like releases without bulk calls, which send each entry with its own call and key. */
  readonly withoutBulkCalls?: boolean;
  /** The id under which the outbox stores the unsent changes, if it is not `IMAGE`. */
  readonly workId?: string;
  /** Shapes that the server lists when the image is opened. */
  readonly loaded?: readonly Shape[];
}

/** Simulates a server, and a browser with its database. Tests can open and kill tabs. */
export class TestBrowser {
  readonly server = new FakeServer();
  readonly clock = new ManualClock();
  online = true;
  private readonly locks = new FakeLocks();
  private readonly hubs = new Map<string, FakeHub>();

  constructor() {
    globalThis.indexedDB = new IDBFactory();
  }

  /** Creates the dependencies that the tabs of this browser share. */
  createPorts(store: OutboxStore = createIdbStore(), unsupportedCalls = new Set<string>()): Omit<OutboxPorts, 'channel'> {
    return {
      store,
      send: this.server.send,
      leaderElection: this.locks.createLeadership(),
      clock: this.clock,
      random: () => 1,
      isOnline: () => this.online,
      unsupportedCalls,
    };
  }

  readonly openChannel = (scope: string): TabChannel => {
    const hub = this.hubs.get(scope) ?? new FakeHub();
    this.hubs.set(scope, hub);
    return hub.open();
  };

  /** Creates an outbox without a document. */
  createOutbox({ store, owner = OWNER, started = true, withoutBulkCalls = false }: TabOptions = {}): Outbox {
    const unsupportedCalls = new Set(withoutBulkCalls ? BULK_KEYS : []);
    const outbox = new Outbox(owner, {
      ...this.createPorts(store, unsupportedCalls),
      channel: this.openChannel(getScope(owner)),
    });
    if (started) void outbox.start();
    return outbox;
  }

  /** Opens a tab with one image. */
  async openTab(options: TabOptions = {}): Promise<Tab> {
    const outbox = this.createOutbox(options);
    const document = new AnnotationDocument({ kinds: shapeKinds, imageSize: { width: 1000, height: 1000 } });
    const connection = connectDocument(document, outbox, { imageId: options.workId ?? IMAGE });
    await connection.replayed;
    document.loadPage(options.loaded ?? []);
    return {
      outbox,
      document,
      close: () => {
        outbox.stop();
        connection.disconnect();
      },
    };
  }

  /** Advances the clock to the next attempt after a failure. */
  async advanceToNextAttempt(): Promise<void> {
    await waitUntil(() => expect(this.clock.msUntilNext).not.toBeNull());
    this.clock.advance(this.clock.msUntilNext!);
  }
}

export interface Tab {
  readonly outbox: Outbox;
  readonly document: AnnotationDocument;
  close(): void;
}

/** Waits until `check` no longer throws. */
export function waitUntil(check: () => void): Promise<void> {
  return waitFor(check, { interval: 1, timeout: 20_000 });
}

/** Waits until the outboxes have sent and stored everything. */
export function waitUntilSaved(...outboxes: readonly Outbox[]): Promise<void> {
  return waitUntil(() => {
    for (const outbox of outboxes) expect(outbox.saveState).toEqual({ kind: 'saved', durable: true });
  });
}
