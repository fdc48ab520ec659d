import { isShapeEntry, type Entry } from '../types';
import { isClosing, targetOfWrite } from '../writes/kinds';

/**
 * The entries that may be sent, in order. One that has a problem or is put off holds back the later entries of its shape
 * and of what it writes, and all that vouches for the work on its picture; everything else goes on.
 * @param isPutOff whether an entry waits for a later attempt
 */
export function* sendable(entries: readonly Entry[], isPutOff: (entry: Entry) => boolean = () => false): Generator<Entry> {
  const hold = new Hold();
  for (const entry of entries) {
    if (!hold.has(entry) && entry.problem === null && !isPutOff(entry)) yield entry;
    else hold.add(entry);
  }
}

/** Ids of the entries that wait for a decision about an earlier one. */
export function waitingForDecision(entries: readonly Entry[]): ReadonlySet<string> {
  const hold = new Hold();
  const waiting = new Set<string>();
  for (const entry of entries) {
    if (hold.has(entry)) waiting.add(entry.id);
    else if (entry.problem === null) continue;
    hold.add(entry);
  }
  return waiting;
}

/** What entries that cannot be sent now keep from being sent. */
class Hold {
  private readonly shapes = new Set<string>();
  private readonly targets = new Set<string>();
  private readonly images = new Set<string>();

  add(entry: Entry): void {
    this.images.add(entry.imageId);
    if (entry.shapeId !== null) this.shapes.add(entry.shapeId);
    if (isShapeEntry(entry)) return;
    const target = targetOfWrite(entry);
    if (target !== null) this.targets.add(target);
  }

  has(entry: Entry): boolean {
    if (entry.shapeId !== null && this.shapes.has(entry.shapeId)) return true;
    if (isShapeEntry(entry)) return false;
    const target = targetOfWrite(entry);
    return (target !== null && this.targets.has(target)) || (this.images.has(entry.imageId) && isClosing(entry));
  }
}
