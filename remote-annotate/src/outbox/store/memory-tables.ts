import type { ShapeId } from '../../editor/model/types';
import type { Entry, ServerRef } from '../entries/types';
import type { Delta } from './delta';
import type { OutboxTx } from './port';

/** The entries and refs of one scope in memory, with the same answers as the database. */
export class MemoryTables {
  private entries = new Map<string, Entry>();
  private refs = new Map<ShapeId, ServerRef>();
  /** Entries never come back under the same id, so news of one that was removed is late news. */
  private readonly removed = new Set<string>();
  private sorted: readonly Entry[] | null = [];

  /** In the order of sending; the same array until something changes. */
  list(): readonly Entry[] {
    this.sorted ??= [...this.entries.values()].sort(bySeq);
    return this.sorted;
  }

  entry(id: string): Entry | undefined {
    return this.entries.get(id);
  }

  ref(shapeId: ShapeId): ServerRef | undefined {
    return this.refs.get(shapeId);
  }

  apply(delta: Delta): void {
    this.sorted = null;
    for (const entry of delta.puts) {
      const known = this.entries.get(entry.id);
      if (this.removed.has(entry.id) || (known && known.revision > entry.revision)) continue;
      this.entries.set(entry.id, entry);
    }
    for (const id of delta.removed) {
      this.entries.delete(id);
      this.removed.add(id);
    }
    for (const ref of delta.refs) this.refs.set(ref.shapeId, ref);
    for (const shapeId of delta.removedRefs) this.refs.delete(shapeId);
  }

  /** A transaction on a copy; the caller applies its delta when the work has succeeded. */
  begin(): OutboxTx {
    const entries = new Map(this.entries);
    const refs = new Map(this.refs);
    return {
      entry: async (id) => entries.get(id),
      entriesOfShape: async (shapeId) => [...entries.values()].filter((entry) => entry.shapeId === shapeId).sort(bySeq),
      entriesOfImage: async (imageId) => [...entries.values()].filter((entry) => entry.imageId === imageId).sort(bySeq),
      lastOfImage: async (imageId) => latest(entries.values(), (entry) => entry.imageId === imageId),
      last: async () => latest(entries.values(), () => true),
      put: async (entry) => void entries.set(entry.id, entry),
      remove: async (id) => void entries.delete(id),
      ref: async (shapeId) => refs.get(shapeId),
      putRef: async (ref) => void refs.set(ref.shapeId, ref),
      removeRef: async (shapeId) => void refs.delete(shapeId),
    };
  }
}

function latest(entries: Iterable<Entry>, accept: (entry: Entry) => boolean): Entry | undefined {
  let found: Entry | undefined;
  for (const entry of entries) if (accept(entry) && (!found || bySeq(entry, found) > 0)) found = entry;
  return found;
}

function bySeq(a: Entry, b: Entry): number {
  return a.seq - b.seq || a.createdAt - b.createdAt;
}
