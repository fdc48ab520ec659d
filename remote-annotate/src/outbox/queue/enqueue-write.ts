import { isClosing, kindOf, storedWrite, targetOfWrite, writeOf } from '../writes/kinds';
import type { Write } from '../writes/write';
import type { OutboxTx } from '../store/port';
import { isShapeEntry, type CallEntry, type Entry } from '../types';
import { sameJson } from './content';
import { append, isUnsent, renewed, type Stamp } from './new-entry';

/**
 * Enters a write, joined with the unsent one of the same target; what nets out leaves nothing. Joining puts nothing before
 * work that was entered earlier: a verification keeps its place after what it vouches for.
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
  // What was refused has not happened, so that its place is as good as any: later work may wait behind it.
  if (isVouchedFor && !earlier.problem) await append(tx, { op: 'call', imageId, ...storedWrite(write) }, stamp);
  else await tx.put(renewed<CallEntry>(earlier, storedWrite(joined)));
}

/** One write in the place of two; null: together they change nothing. */
function join(entry: CallEntry, later: Write): Write | null | 'apart' {
  const earlier = writeOf(entry);
  if (!earlier || kindOf(later).isApart?.(earlier, later)) return 'apart';
  // The screen has not shown what was refused.
  const joined = entry.problem ? later : ({ ...later, before: earlier.before } as Write);
  return changesNothing(joined) ? null : joined;
}

function changesNothing(write: Write): boolean {
  return (kindOf(write).same ?? sameJson)(write.before, write.after);
}

function isCallEntry(entry: Entry): entry is CallEntry {
  return !isShapeEntry(entry);
}
