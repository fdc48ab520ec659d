import { isClosing, kindOf, storedWrite, targetOfWrite, writeOf } from '../writes/kinds';
import type { Write } from '../entries/write';
import type { OutboxTx } from '../store/port';
import { isShapeEntry, type CallEntry, type Entry } from '../entries/types';
import { sameJson } from '../entries/content';
import { append, isUnsent, renewed, type Stamp } from './new-entry';

/**
 * Adds a write to the queue and merges it with an unsent write of the same target. Writes that cancel out are removed.
 * Merging never moves a write ahead of earlier work: a verification stays behind the work that it confirms.
 */
export async function enqueueWrite(tx: OutboxTx, write: Write, stamp: Stamp): Promise<void> {
  const kind = kindOf(write);
  const imageId = kind.imageId(write);
  const entries = await tx.entriesOfImage(imageId);
  const target = kind.target(write);
  const earlier = entries.filter(isCallEntry).findLast((entry) => targetOfWrite(entry) === target);
  const joined = earlier && isUnsent(earlier) ? join(earlier, write) : 'apart';
  if (!earlier || joined === 'apart') {
    if (earlier || !changesNothing(write)) await append(tx, { op: 'call', imageId, ...storedWrite(write) }, stamp);
    return;
  }
  if (joined === null) {
    await tx.remove(earlier.id);
    return;
  }
  if (isClosing(earlier)) {
    await tx.remove(earlier.id);
    await append(tx, { op: 'call', imageId, ...storedWrite(joined) }, stamp);
    return;
  }
  const isVouchedFor = entries.some((entry) => entry.seq > earlier.seq && !isShapeEntry(entry) && isClosing(entry));
  // A rejected write had no effect, so the merged write can take its position. Later work may wait behind it.
  if (isVouchedFor && !earlier.problem) await append(tx, { op: 'call', imageId, ...storedWrite(write) }, stamp);
  else await tx.put(renewed<CallEntry>(earlier, storedWrite(joined)));
}

/** Merges two writes. Returns null if they cancel out, or 'apart' if they must stay separate. */
function join(entry: CallEntry, later: Write): Write | null | 'apart' {
  const earlier = writeOf(entry);
  if (!earlier || kindOf(later).isApart?.(earlier, later)) return 'apart';
  // A rejected write was not shown, so the later write already starts from the correct state.
  const joined = entry.problem ? later : ({ ...later, before: earlier.before } as Write);
  return changesNothing(joined) ? null : joined;
}

function changesNothing(write: Write): boolean {
  return (kindOf(write).same ?? sameJson)(write.before, write.after);
}

function isCallEntry(entry: Entry): entry is CallEntry {
  return !isShapeEntry(entry);
}
