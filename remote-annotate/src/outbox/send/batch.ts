import { BULK_LIMIT } from '@console/shared-contract/limits';
import { getSendableEntries } from '../queue/sendable';
import type { ShapeKind } from '../../editor/model/types';
import { isShapeEntry, type Entry, type ShapeEntry } from '../entries/types';

/** The next request: one outbox entry with its own call, or several entries of one kind with a bulk call. */
export type Batch =
  | { readonly type: 'single'; readonly id: string }
  | { readonly type: 'bulk'; readonly kind: ShapeKind; readonly ids: readonly string[] }
  /** Repeats a bulk call that was sent before, with exactly the same entries. */
  | { readonly type: 'repeat'; readonly kind: ShapeKind; readonly ids: readonly string[] };

export interface BatchOptions {
  /** Whether an entry waits for a later attempt, or must be sent by another tab. */
  readonly isPostponed: (entry: Entry) => boolean;
  /** Whether an entry may be part of a bulk call. Entries of a rejected bulk call are sent alone. */
  readonly canJoinBulk: (entry: ShapeEntry) => boolean;
  /** Whether the server has bulk calls for the kind of the entry. Always false for layers (annotations of a single user in a job). */
  readonly hasBulk: (entry: ShapeEntry) => boolean;
}

/** Chooses the next request. Only consecutive entries are grouped, so the order never changes. */
export function chooseNextBatch(entries: readonly Entry[], { isPostponed, canJoinBulk, hasBulk }: BatchOptions): Batch | null {
  const sendableEntries = getSendableEntries(entries, isPostponed);
  const firstEntry = sendableEntries.next().value;
  if (!firstEntry) return null;
  const singleBatch: Batch = { type: 'single', id: firstEntry.id };
  if (!isShapeEntry(firstEntry) || !hasBulk(firstEntry)) return singleBatch;
  if (firstEntry.sealed) return findRepeat(firstEntry, entries, isPostponed) ?? singleBatch;
  const { kind } = firstEntry;
  const ids = [firstEntry.id];
  const shapes = new Set([firstEntry.shapeId]);
  if (canJoinBulk(firstEntry)) {
    for (const entry of sendableEntries) {
      if (ids.length === BULK_LIMIT || !isShapeEntry(entry) || entry.kind !== kind || entry.sealed) break;
      if (!canJoinBulk(entry) || !hasBulk(entry) || shapes.has(entry.shapeId)) break;
      ids.push(entry.id);
      shapes.add(entry.shapeId);
    }
  }
  // Only the bulk call can restore a deleted row.
  return ids.length > 1 || firstEntry.restores?.serverId !== undefined ? { type: 'bulk', kind, ids } : singleBatch;
}

/**
 * Returns the bulk call that last contained the entry, if all of its entries still exist. Otherwise, it cannot be repeated, because a
 * repeat with the same key must be identical.
 */
function findRepeat(
  { kind, bulk }: ShapeEntry,
  entries: readonly Entry[],
  isPostponed: BatchOptions['isPostponed'],
): Batch | null {
  if (!bulk) return null;
  const bulkEntries = entries.filter(
    (entry) => entry.bulk?.key === bulk.key && entry.sealed !== null && entry.problem === null && !isPostponed(entry),
  );
  return bulkEntries.length === bulk.size ? { type: 'repeat', kind, ids: bulkEntries.map(({ id }) => id) } : null;
}
