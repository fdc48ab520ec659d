import { isShapeEntry, type Entry } from '../entries/types';
import { isConfirmation, getWriteTarget } from '../writes/kinds';

/**
 * Yields the outbox entries that may be sent, in order. An entry that has a problem or is postponed blocks later entries of the
 * same shape or write target. It also blocks entries that confirm the work on its image, such as verifications.
 * @param isPostponed whether an entry waits for a later attempt
 */
export function* getSendableEntries(
  entries: readonly Entry[],
  isPostponed: (entry: Entry) => boolean = () => false,
): Generator<Entry> {
  const blockedWork = new BlockedWork();
  for (const entry of entries) {
    if (!blockedWork.has(entry) && entry.problem === null && !isPostponed(entry)) yield entry;
    else blockedWork.add(entry);
  }
}

/** Returns the ids of the entries that wait for the user's decision about an earlier entry. */
export function getEntriesAwaitingDecision(entries: readonly Entry[]): ReadonlySet<string> {
  const blockedWork = new BlockedWork();
  const waitingIds = new Set<string>();
  for (const entry of entries) {
    if (blockedWork.has(entry)) waitingIds.add(entry.id);
    else if (entry.problem === null) continue;
    blockedWork.add(entry);
  }
  return waitingIds;
}

/** Collects shapes, write targets and images that are blocked by entries which cannot be sent now. */
class BlockedWork {
  private readonly shapeIds = new Set<string>();
  private readonly targets = new Set<string>();
  private readonly imageIds = new Set<string>();

  add(entry: Entry): void {
    this.imageIds.add(entry.imageId);
    if (entry.shapeId !== null) this.shapeIds.add(entry.shapeId);
    if (isShapeEntry(entry)) return;
    const target = getWriteTarget(entry);
    if (target !== null) this.targets.add(target);
  }

  has(entry: Entry): boolean {
    if (entry.shapeId !== null && this.shapeIds.has(entry.shapeId)) return true;
    if (isShapeEntry(entry)) return false;
    const target = getWriteTarget(entry);
    return (target !== null && this.targets.has(target)) || (this.imageIds.has(entry.imageId) && isConfirmation(entry));
  }
}
