/** An observable value. `subscribe` and `getSnapshot` are bound, so that they can be passed to React's useSyncExternalStore. */
export interface Readable<T> {
  readonly getSnapshot: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Delays notifications until the outermost `run` has finished, so that each listener runs once and sees a consistent state. */
export class Batcher {
  private batchDepth = 0;
  private readonly pendingNotifications = new Set<() => void>();

  run<T>(work: () => T): T {
    this.batchDepth += 1;
    try {
      return work();
    } finally {
      this.batchDepth -= 1;
      if (this.batchDepth === 0) this.flush();
    }
  }

  schedule(notify: () => void): void {
    this.pendingNotifications.add(notify);
    if (this.batchDepth === 0) this.flush();
  }

  private flush(): void {
    // Remove entries one by one: if a listener sets a signal again, the signal is added at the end.
    for (let [notify] = this.pendingNotifications; notify; [notify] = this.pendingNotifications) {
      this.pendingNotifications.delete(notify);
      notify();
    }
  }
}

export class Signal<T> implements Readable<T> {
  private readonly listeners = new Set<() => void>();

  constructor(
    private value: T,
    private readonly batcher: Batcher,
    private readonly isEqual: (a: T, b: T) => boolean = Object.is,
  ) {}

  readonly getSnapshot = (): T => this.value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Sets the value and notifies the listeners, unless the new value is equal to the current value. */
  set(value: T): void {
    if (this.isEqual(this.value, value)) return;
    this.value = value;
    this.batcher.schedule(this.notify);
  }

  private readonly notify = (): void => {
    for (const listener of [...this.listeners]) listener();
  };
}

export function areItemsEqual<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Compares two flat records field by field. */
export function isShallowEqual<T extends object>(a: T, b: T): boolean {
  if (a === b) return true;
  const left = Object.entries(a);
  const right = new Map<string, unknown>(Object.entries(b));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && Object.is(value, right.get(key)));
}
