import type { ShapeId } from '../../editor/model/types';
import type { Entry, ServerRef } from '../entries/types';
import type { ServerResponse, OutboxTx } from './port';

/** The changes of one transaction. */
export interface Delta {
  readonly puts: readonly Entry[];
  readonly removed: readonly string[];
  /** The server's responses to removed entries that were sent, by entry id. */
  readonly answered?: ReadonlyMap<string, ServerResponse>;
  readonly refs: readonly ServerRef[];
  readonly removedRefs: readonly ShapeId[];
}

/** Records the changes of a transaction. For each entry and reference, only the last change counts. */
export class DeltaRecorder {
  private readonly entries = new Map<string, Entry | null>();
  private readonly refs = new Map<ShapeId, ServerRef | null>();
  private readonly responsesByEntry = new Map<string, ServerResponse>();

  record(tx: OutboxTx): OutboxTx {
    return {
      ...tx,
      put: (entry) => {
        this.entries.set(entry.id, entry);
        return tx.put(entry);
      },
      remove: (id, response) => {
        this.entries.set(id, null);
        if (response) this.responsesByEntry.set(id, response);
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

  /** Whether the entry was written and not removed afterwards. */
  hasEntry(id: string): boolean {
    return this.entries.get(id) != null;
  }

  get delta(): Delta {
    return {
      puts: [...this.entries.values()].filter((entry) => entry !== null),
      removed: getDeletedKeys(this.entries),
      answered: this.responsesByEntry,
      refs: [...this.refs.values()].filter((ref) => ref !== null),
      removedRefs: getDeletedKeys(this.refs),
    };
  }
}

function getDeletedKeys(map: ReadonlyMap<string, unknown>): string[] {
  return [...map].filter(([, value]) => value === null).map(([key]) => key);
}

/** Writes all changes of a delta in a transaction. */
export async function writeDelta(delta: Delta, tx: OutboxTx): Promise<void> {
  for (const entry of delta.puts) await tx.put(entry);
  for (const id of delta.removed) await tx.remove(id);
  for (const ref of delta.refs) await tx.putRef(ref);
  for (const shapeId of delta.removedRefs) await tx.removeRef(shapeId);
}

export function isEmptyDelta(delta: Delta): boolean {
  return delta.puts.length + delta.removed.length + delta.refs.length + delta.removedRefs.length === 0;
}
