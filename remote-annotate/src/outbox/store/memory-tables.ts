import type { ShapeId } from '../../editor/model/types';
import type { Entry, ServerRef } from '../entries/types';
import type { Delta } from './delta';
import type { OutboxTx } from './port';

/** The entries and row references of one user in one workspace in memory. Queries return the same results as the database. */
export class MemoryTables {
  private entries = new Map<string, Entry>();
  private refs = new Map<ShapeId, ServerRef>();
  /** Ids of removed entries, to ignore outdated messages about them. Ids are never reused. */
  private readonly removedIds = new Set<string>();
  private sortedEntries: readonly Entry[] | null = [];

  /** Returns the entries in the order of sending. Returns the same array until they change. */
  list(): readonly Entry[] {
    this.sortedEntries ??= [...this.entries.values()].sort(compareBySeq);
    return this.sortedEntries;
  }

  getEntry(id: string): Entry | undefined {
    return this.entries.get(id);
  }

  getRef(shapeId: ShapeId): ServerRef | undefined {
    return this.refs.get(shapeId);
  }

  apply(delta: Delta): void {
    this.sortedEntries = null;
    for (const entry of delta.puts) {
      const existingEntry = this.entries.get(entry.id);
      if (this.removedIds.has(entry.id) || (existingEntry && existingEntry.revision > entry.revision)) continue;
      this.entries.set(entry.id, entry);
    }
    for (const id of delta.removed) {
      this.entries.delete(id);
      this.removedIds.add(id);
    }
    for (const ref of delta.refs) this.refs.set(ref.shapeId, ref);
    for (const shapeId of delta.removedRefs) this.refs.delete(shapeId);
  }

  /** Starts a transaction on a copy of the tables. The caller applies its changes if the work succeeds. */
  beginTransaction(): OutboxTx {
    const entries = new Map(this.entries);
    const refs = new Map(this.refs);
    return {
      getEntry: async (id) => entries.get(id),
      getEntriesOfShape: async (shapeId) => [...entries.values()].filter((entry) => entry.shapeId === shapeId).sort(compareBySeq),
      getEntriesOfImage: async (imageId) => [...entries.values()].filter((entry) => entry.imageId === imageId).sort(compareBySeq),
      getLastOfImage: async (imageId) => findLast(entries.values(), (entry) => entry.imageId === imageId),
      getLastEntry: async () => findLast(entries.values(), () => true),
      put: async (entry) => void entries.set(entry.id, entry),
      remove: async (id) => void entries.delete(id),
      getRef: async (shapeId) => refs.get(shapeId),
      putRef: async (ref) => void refs.set(ref.shapeId, ref),
      removeRef: async (shapeId) => void refs.delete(shapeId),
    };
  }
}

function findLast(entries: Iterable<Entry>, accept: (entry: Entry) => boolean): Entry | undefined {
  let lastEntry: Entry | undefined;
  for (const entry of entries) if (accept(entry) && (!lastEntry || compareBySeq(entry, lastEntry) > 0)) lastEntry = entry;
  return lastEntry;
}

function compareBySeq(a: Entry, b: Entry): number {
  return a.seq - b.seq || a.createdAt - b.createdAt;
}
