import type { ShapeId } from '../../editor/model/types';
import type { Entry, ServerRef } from '../entries/types';
import type { Answered, OutboxTx } from './port';

/** What a transaction changed. */
export interface Delta {
  readonly puts: readonly Entry[];
  readonly removed: readonly string[];
  /** What the server has said to those of them that were sent, by entry id. */
  readonly answered?: ReadonlyMap<string, Answered>;
  readonly refs: readonly ServerRef[];
  readonly removedRefs: readonly ShapeId[];
}

/** Collects what goes through a transaction; the last write of each row counts. */
export class Recorder {
  private readonly entries = new Map<string, Entry | null>();
  private readonly refs = new Map<ShapeId, ServerRef | null>();
  private readonly answered = new Map<string, Answered>();

  record(tx: OutboxTx): OutboxTx {
    return {
      ...tx,
      put: (entry) => {
        this.entries.set(entry.id, entry);
        return tx.put(entry);
      },
      remove: (id, answered) => {
        this.entries.set(id, null);
        if (answered) this.answered.set(id, answered);
        return tx.remove(id);
      },
      putRef: (ref) => {
        this.refs.set(ref.shapeId, ref);
        return tx.putRef(ref);
      },
      removeRef: (shapeId) => {
        this.refs.set(shapeId, null);
        return tx.removeRef(shapeId);
      },
    };
  }

  /** Adds a later delta. */
  add(delta: Delta): void {
    for (const entry of delta.puts) this.entries.set(entry.id, entry);
    for (const id of delta.removed) this.entries.set(id, null);
    for (const ref of delta.refs) this.refs.set(ref.shapeId, ref);
    for (const shapeId of delta.removedRefs) this.refs.set(shapeId, null);
  }

  /** Whether the entry was written and not removed again. */
  holds(id: string): boolean {
    return this.entries.get(id) != null;
  }

  get delta(): Delta {
    return {
      puts: [...this.entries.values()].filter((entry) => entry !== null),
      removed: keysOfNull(this.entries),
      answered: this.answered,
      refs: [...this.refs.values()].filter((ref) => ref !== null),
      removedRefs: keysOfNull(this.refs),
    };
  }
}

function keysOfNull(map: ReadonlyMap<string, unknown>): string[] {
  return [...map].filter(([, value]) => value === null).map(([key]) => key);
}

/** Writes a delta as it stands. */
export async function replay(delta: Delta, tx: OutboxTx): Promise<void> {
  for (const entry of delta.puts) await tx.put(entry);
  for (const id of delta.removed) await tx.remove(id);
  for (const ref of delta.refs) await tx.putRef(ref);
  for (const shapeId of delta.removedRefs) await tx.removeRef(shapeId);
}

export function isEmptyDelta(delta: Delta): boolean {
  return delta.puts.length + delta.removed.length + delta.refs.length + delta.removedRefs.length === 0;
}
