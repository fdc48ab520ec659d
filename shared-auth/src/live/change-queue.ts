import type { LiveChange } from '@console/shared-contract/api';
import { isChangeTopic, type Change } from '@console/shared-contract/federation/shared-keys';

/** Minimum time between two reloads. */
const INTERVAL_MS = 2_000;
/** Time to wait for further changes before the first reload. */
const FIRST_DELAY_MS = 100;
/**
 * Pause before the next reload, as a multiple of the duration of the last reload. The pause prevents frequent changes from keeping
 * the server busy.
 */
const PAUSE_PER_RELOAD = 3;
/** While the user scrolls or drags, and for this time afterwards, no list is reloaded. */
const QUIET_MS = 700;
/** Maximum number of changed images that are reloaded individually. If more images have changed, all image queries are reloaded. */
const MAX_IMAGES = 10;

export interface PendingChanges {
  /** Whether anything may have changed, because messages of the server were missed. */
  everything: boolean;
  changes: readonly Change[];
  /** Kinds of background tasks that have progressed. */
  work: ReadonlySet<string>;
}

/** Collects announced changes and refetches the changed data while the page is visible and the user does not scroll. */
export class ChangeQueue {
  private readonly topics = new Map<string, Set<string> | null>();
  private readonly work = new Set<string>();
  private everything = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private nextReload = 0;
  private lastInteraction = Number.NEGATIVE_INFINITY;
  private isReloading = false;
  private readonly stopWatching: () => void;

  constructor(private readonly reload: (pendingChanges: PendingChanges) => Promise<void>) {
    this.stopWatching = watchInteraction(() => (this.lastInteraction = performance.now()));
  }

  addChanges(changes: readonly LiveChange[]): void {
    for (const { topic, ids } of changes) {
      const knownIds = this.topics.get(topic);
      this.topics.set(topic, knownIds === null || ids === undefined ? null : new Set([...(knownIds ?? []), ...ids]));
    }
    this.schedule();
  }

  /** Reloads everything that the page shows. */
  addEverything(): void {
    this.everything = true;
    this.schedule();
  }

  addWork(kind: string): void {
    this.work.add(kind);
    this.schedule();
  }

  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.everything = false;
    this.topics.clear();
    this.work.clear();
  }

  stop(): void {
    this.clear();
    this.stopWatching();
  }

  private hasPending(): boolean {
    return this.everything || this.topics.size > 0 || this.work.size > 0;
  }

  private schedule(): void {
    if (this.timer !== undefined || this.isReloading || !this.hasPending()) return;
    this.timer = setTimeout(() => void this.flush(), Math.max(FIRST_DELAY_MS, this.nextReload - performance.now()));
  }

  private async flush(): Promise<void> {
    this.timer = undefined;
    const isBusy = document.hidden || performance.now() - this.lastInteraction < QUIET_MS;
    if (isBusy) {
      this.nextReload = performance.now() + QUIET_MS;
      return this.schedule();
    }
    const pendingChanges = {
      everything: this.everything,
      changes: [...this.topics].flatMap(toChanges),
      work: new Set(this.work),
    };
    this.clear();
    const startedAt = performance.now();
    this.isReloading = true;
    await this.reload(pendingChanges).catch(() => undefined);
    this.isReloading = false;
    this.nextReload = startedAt + Math.max(INTERVAL_MS, PAUSE_PER_RELOAD * (performance.now() - startedAt));
    this.schedule();
  }
}

/** Converts an announced change to the type that micro-frontends share. Ignores topics that only newer servers know. */
function toChanges([topic, idSet]: [string, ReadonlySet<string> | null]): Change[] {
  if (!isChangeTopic(topic)) return [];
  const ids = idSet === null ? undefined : [...idSet];
  switch (topic) {
    case 'images':
    case 'groups':
    case 'products':
    case 'product-sets':
      return [{ topic, ...(ids && { ids }) }];
    case 'objects':
    case 'verifications':
      return ids && ids.length > 0 && ids.length <= MAX_IMAGES ? ids.map((image) => ({ topic, image })) : [{ topic }];
    default:
      return [{ topic }];
  }
}

const INTERACTIONS = ['scroll', 'wheel', 'touchmove', 'dragover'] as const;

function watchInteraction(onInteraction: () => void): () => void {
  const options = { capture: true, passive: true } as const;
  for (const eventType of INTERACTIONS) document.addEventListener(eventType, onInteraction, options);
  return () => {
    for (const eventType of INTERACTIONS) document.removeEventListener(eventType, onInteraction, options);
  };
}
