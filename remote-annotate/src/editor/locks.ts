import { Signal, type Batcher } from './signals';
import type { ShapeId } from './types';

/** The shapes that gestures and keys leave alone. Of the view: neither sent nor undone, and kept while a shape is gone. */
export class Locks {
  readonly topic: Signal<ReadonlySet<ShapeId>>;

  constructor(batcher: Batcher) {
    this.topic = new Signal<ReadonlySet<ShapeId>>(new Set(), batcher);
  }

  get ids(): ReadonlySet<ShapeId> {
    return this.topic.getSnapshot();
  }

  has(id: ShapeId): boolean {
    return this.ids.has(id);
  }

  /** Locks or unlocks these as one change; leaves the others as they are. */
  set(ids: readonly ShapeId[], locked: boolean): void {
    if (ids.every((id) => this.has(id) === locked)) return;
    const next = new Set(this.ids);
    for (const id of ids) {
      if (locked) next.add(id);
      else next.delete(id);
    }
    this.topic.set(next);
  }
}
