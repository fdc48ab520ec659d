import { consoleStore, registerBeforeLogout, userAtom } from '@console/shared-auth';
import { newShapeId } from '../../editor/model/ids';
import { outboxMessages } from '../entries/outbox-messages';
import { Outbox, type OutboxPorts } from '../service/outbox';
import { systemClock } from '../time/clock';
import { createIdbStore } from '../store/idb-store';
import type { OutboxStore } from '../store/port';
import { createLeaseElection, createLockElection } from '../tabs/leader-election';
import { openTabChannel } from '../tabs/tab-channel';
import { getScope } from '../entries/types';
import { consoleSend } from './console-send';

type SharedPorts = Omit<OutboxPorts, 'channel'>;

/** The outboxes of this tab: one for each workspace in which the user has unsent work or has opened a page. */
export class ConsoleOutboxes {
  private readonly outboxes = new Map<string, Outbox>();
  private userId: string | null = null;

  constructor(
    private readonly ports: SharedPorts,
    private readonly openChannel: typeof openTabChannel = openTabChannel,
  ) {}

  /**
   * Starts to send the unsent work of a user in all workspaces, including work of earlier visits. Null stops sending, because nobody is
   * signed in.
   */
  async setUser(userId: string | null): Promise<void> {
    if (userId === this.userId) return;
    this.userId = userId;
    for (const outbox of this.outboxes.values()) {
      if (outbox.owner.userId === userId) this.start(outbox);
      else outbox.stop();
    }
    if (userId === null) return;
    const workspaces = await this.ports.store.listWorkspaces(userId).catch(() => []);
    if (this.userId === userId) workspaces.forEach((workspaceId) => this.getOutbox(userId, workspaceId));
  }

  /**
   * Returns the outbox, the queue of unsent changes, of a user in a workspace. There is one instance per tab. It sends while
   * the user is signed in.
   */
  getOutbox(userId: string, workspaceId: string): Outbox {
    const owner = { userId, workspaceId };
    const scope = getScope(owner);
    const existingOutbox = this.outboxes.get(scope);
    if (existingOutbox) return existingOutbox;
    const outbox = new Outbox(owner, { ...this.ports, channel: this.openChannel(scope) });
    this.outboxes.set(scope, outbox);
    if (this.userId === userId) this.start(outbox);
    return outbox;
  }

  retryNow(): void {
    for (const outbox of this.outboxes.values()) outbox.retryNow();
  }

  /** Number of the signed-in user's changes that the server has not confirmed. */
  countUnsent(): number {
    return this.getUserOutboxes().reduce((count, outbox) => count + outbox.getPendingEntries().length, 0);
  }

  /** Whether closing the tab would lose work because the browser could not store it. */
  wouldLoseWork(): boolean {
    return this.getUserOutboxes().some((outbox) => outbox.isVolatile);
  }

  private getUserOutboxes(): Outbox[] {
    return [...this.outboxes.values()].filter((outbox) => outbox.owner.userId === this.userId);
  }

  private start(outbox: Outbox): void {
    outbox.start().catch((error: unknown) => console.error('The outbox has stopped', error));
  }
}

let instance: ConsoleOutboxes | null = null;

/**
 * Returns the console's outboxes. The first call starts them. They then react to changes of the session, the network and the tab's
 * visibility.
 */
export function getConsoleOutboxes(): ConsoleOutboxes {
  instance ??= createOutboxes(createIdbStore());
  return instance;
}

function createOutboxes(store: OutboxStore): ConsoleOutboxes {
  const outboxes = new ConsoleOutboxes({
    store,
    send: consoleSend,
    leaderElection:
      'locks' in navigator ? createLockElection(navigator.locks) : createLeaseElection(store, systemClock, newShapeId()),
    clock: systemClock,
    random: Math.random,
    isOnline: () => navigator.onLine,
    unsupportedCalls: new Set(),
  });
  const followUser = () => void outboxes.setUser(consoleStore.get(userAtom)?.id ?? null);
  consoleStore.sub(userAtom, followUser);
  followUser();
  window.addEventListener('online', () => outboxes.retryNow());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') outboxes.retryNow();
  });
  window.addEventListener('beforeunload', (event) => {
    if (outboxes.wouldLoseWork()) event.preventDefault();
  });
  registerBeforeLogout(() => {
    const count = outboxes.countUnsent();
    return count === 0 ? null : outboxMessages.beforeLogout(count);
  });
  return outboxes;
}
