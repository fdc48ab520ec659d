import { Signal, type Batcher } from '../model/signals';
import type { ShapeId } from '../model/types';

/**
 * The locked shapes, which gestures and keys ignore. Locks are neither sent to the server nor undone. A shape that is deleted and
 * restored is still locked.
 */
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

  /** Locks or unlocks these shapes as one change. */
  set(ids: readonly ShapeId[], isLocked: boolean): void {
    if (ids.every((id) => this.has(id) === isLocked)) return;
    const newIds = new Set(this.ids);
    for (const id of ids) {
      if (isLocked) newIds.add(id);
      else newIds.delete(id);
    }
    this.topic.set(newIds);
  }
}
