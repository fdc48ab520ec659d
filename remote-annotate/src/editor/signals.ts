/** A value that can be watched; `subscribe` and `getSnapshot` are bound, ready for React's useSyncExternalStore. */
export interface Readable<T> {
  readonly getSnapshot: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Collects notifications, so that listeners run once, after all that belongs to one event is in place. */
export class Batcher {
  private depth = 0;
  private readonly dirty = new Set<() => void>();

  run<T>(work: () => T): T {
    this.depth += 1;
    try {
      return work();
    } finally {
      this.depth -= 1;
      if (this.depth === 0) this.flush();
    }
  }

  schedule(notify: () => void): void {
    this.dirty.add(notify);
    if (this.depth === 0) this.flush();
  }

  private flush(): void {
    // Taken one by one: a listener may set a signal again, which puts it back at the end.
    for (let [notify] = this.dirty; notify; [notify] = this.dirty) {
      this.dirty.delete(notify);
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

  /** Keeps the present value, and stays silent, where the new one is equal. */
  set(value: T): void {
    if (this.isEqual(this.value, value)) return;
    this.value = value;
    this.batcher.schedule(this.notify);
  }

  private readonly notify = (): void => {
    for (const listener of [...this.listeners]) listener();
  };
}

/** Equality of flat records by their fields. */
export function shallowEqual<T extends object>(a: T, b: T): boolean {
  if (a === b) return true;
  const left = Object.entries(a);
  const right = new Map<string, unknown>(Object.entries(b));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && Object.is(value, right.get(key)));
}
