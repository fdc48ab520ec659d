import { BULK_LIMIT } from '@console/shared-contract/limits';
import { sendable } from '../queue/sendable';
import type { ShapeKind } from '../../editor/types';
import { isShapeEntry, type Entry, type ShapeEntry } from '../types';

/** What is sent next: one entry by its own call, or several of one kind by a bulk call. */
export type Batch =
  | { readonly type: 'single'; readonly id: string }
  | { readonly type: 'bulk'; readonly kind: ShapeKind; readonly ids: readonly string[] }
  /** As it was sealed, with everything in it. */
  | { readonly type: 'repeat'; readonly kind: ShapeKind; readonly ids: readonly string[] };

export interface BatchOptions {
  /** Whether an entry waits for a later attempt, or is another tab's to send. */
  readonly isPutOff: (entry: Entry) => boolean;
  /** Whether an entry may go with others; one that spoilt a call for them goes alone. */
  readonly mayJoin: (entry: ShapeEntry) => boolean;
  /** Whether the deployment has bulk calls for the kind. */
  readonly hasBulk: (kind: ShapeKind) => boolean;
}

/** Chooses what is sent next. Entries are joined only while they follow each other, so that nothing overtakes. */
export function nextBatch(entries: readonly Entry[], { isPutOff, mayJoin, hasBulk }: BatchOptions): Batch | null {
  const following = sendable(entries, isPutOff);
  const first = following.next().value;
  if (!first) return null;
  const single: Batch = { type: 'single', id: first.id };
  if (!isShapeEntry(first) || !hasBulk(first.kind)) return single;
  if (first.sealed) return repeatOf(first, entries, isPutOff) ?? single;
  const { kind } = first;
  const ids = [first.id];
  const shapes = new Set([first.shapeId]);
  if (mayJoin(first)) {
    for (const entry of following) {
      if (ids.length === BULK_LIMIT || !isShapeEntry(entry) || entry.kind !== kind || entry.sealed) break;
      if (!mayJoin(entry) || shapes.has(entry.shapeId)) break;
      ids.push(entry.id);
      shapes.add(entry.shapeId);
    }
  }
  // Only a bulk call restores.
  return ids.length > 1 || first.restores?.serverId !== undefined ? { type: 'bulk', kind, ids } : single;
}

/** The call that an entry was last sent in, if all of it is still there: under its key it must be the same request. */
function repeatOf({ kind, bulk }: ShapeEntry, entries: readonly Entry[], isPutOff: BatchOptions['isPutOff']): Batch | null {
  if (!bulk) return null;
  const members = entries.filter(
    (entry) => entry.bulk?.key === bulk.key && entry.sealed !== null && entry.problem === null && !isPutOff(entry),
  );
  return members.length === bulk.size ? { type: 'repeat', kind, ids: members.map(({ id }) => id) } : null;
}
