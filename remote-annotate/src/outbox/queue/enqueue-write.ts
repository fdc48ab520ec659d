import { isConfirmation, getWriteKind, toStoredWrite, getWriteTarget, getWrite } from '../writes/kinds';
import type { Write } from '../entries/write';
import type { OutboxTx } from '../store/port';
import { isShapeEntry, type CallEntry, type Entry } from '../entries/types';
import { isEqualJson } from '../entries/content';
import { appendEntry, isUnsent, reviseAsNewRequest, type Stamp } from './new-entry';

/**
 * Adds a write to the queue, or merges it with an unsent write to the same target. Writes that cancel out are removed. A verification
 * always stays behind the changes that it confirms.
 */
export async function enqueueWrite(tx: OutboxTx, write: Write, stamp: Stamp): Promise<void> {
  const kind = getWriteKind(write);
  const imageId = kind.imageId(write);
  const entries = await tx.getEntriesOfImage(imageId);
  const target = kind.target(write);
  const earlierEntry = entries.filter(isCallEntry).findLast((entry) => getWriteTarget(entry) === target);
  const mergedWrite = earlierEntry && isUnsent(earlierEntry) ? mergeWrites(earlierEntry, write) : 'separate';
  if (!earlierEntry || mergedWrite === 'separate') {
    if (earlierEntry || !changesNothing(write)) await appendEntry(tx, { op: 'call', imageId, ...toStoredWrite(write) }, stamp);
    return;
  }
  if (mergedWrite === null) {
    await tx.remove(earlierEntry.id);
    return;
  }
  if (isConfirmation(earlierEntry)) {
    await tx.remove(earlierEntry.id);
    await appendEntry(tx, { op: 'call', imageId, ...toStoredWrite(mergedWrite) }, stamp);
    return;
  }
  const isConfirmedLater = entries.some((entry) => entry.seq > earlierEntry.seq && !isShapeEntry(entry) && isConfirmation(entry));
  // If a later verification confirms the earlier entry, append the write after the verification instead of merging. A rejected entry had no
  // effect on the server, so the merged write can replace it.
  if (isConfirmedLater && !earlierEntry.problem) await appendEntry(tx, { op: 'call', imageId, ...toStoredWrite(write) }, stamp);
  else await tx.put(reviseAsNewRequest<CallEntry>(earlierEntry, toStoredWrite(mergedWrite)));
}

/** Merges two writes. Returns null if they cancel out, or 'separate' if they cannot be merged. */
function mergeWrites(entry: CallEntry, laterWrite: Write): Write | null | 'separate' {
  const earlierWrite = getWrite(entry);
  if (!earlierWrite || getWriteKind(laterWrite).mustStaySeparate?.(earlierWrite, laterWrite)) return 'separate';
  // Keep `before` of the later write if the earlier write was rejected, because the screen did not show rejected writes.
  const mergedWrite = entry.problem ? laterWrite : ({ ...laterWrite, before: earlierWrite.before } as Write);
  return changesNothing(mergedWrite) ? null : mergedWrite;
}

function changesNothing(write: Write): boolean {
  return (getWriteKind(write).isEqual ?? isEqualJson)(write.before, write.after);
}

function isCallEntry(entry: Entry): entry is CallEntry {
  return !isShapeEntry(entry);
}
