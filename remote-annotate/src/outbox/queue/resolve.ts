import { getTargetRow } from './seal';
import type { OutboxTx } from '../store/port';
import { isShapeEntry, type CallEntry, type Entry, type OutboxEvent, type ShapeEntry } from '../entries/types';
import { getWriteKind, toStoredWrite, getWrite } from '../writes/kinds';
import { reviseAsNewRequest } from './new-entry';

/** Overwrites the server's version with the user's. A deleted row is restored, or created again if restoring fails. */
export async function overwriteServerVersion(tx: OutboxTx, id: string): Promise<OutboxEvent[]> {
  const entry = await tx.getEntry(id);
  if (!entry || !isShapeEntry(entry) || entry.problem?.type !== 'conflict') return [];
  const { theirs: serverShape } = entry.problem;
  const { shapeId, scope } = entry;
  const { serverId, version } = getTargetRow(entry, await tx.getRef(shapeId));
  if (!serverShape) {
    await tx.removeRef(shapeId);
    const restores = { serverId, version, labels: entry.before?.labels };
    await tx.put(reviseAsNewRequest(entry, { op: 'create', before: null, restores }));
    return [];
  }
  await tx.putRef({ scope, shapeId, serverId, version: serverShape.version });
  await tx.put(reviseAsNewRequest(entry, { before: { ...serverShape, id: shapeId } }));
  return [{ type: 'acknowledged', imageId: entry.imageId, shapeId, serverId, version: serverShape.version }];
}

/** Accepts the server's version and discards all unsent work on the shape. */
export async function acceptServerVersion(tx: OutboxTx, id: string): Promise<OutboxEvent[]> {
  const entry = await tx.getEntry(id);
  if (!entry || !isShapeEntry(entry) || entry.problem?.type !== 'conflict') return [];
  const { theirs: serverShape } = entry.problem;
  const { shapeId, scope, imageId } = entry;
  const { serverId } = getTargetRow(entry, await tx.getRef(shapeId));
  await removeShapeEntries(tx, entry);
  if (serverShape) await tx.putRef({ scope, shapeId, serverId, version: serverShape.version });
  else await tx.removeRef(shapeId);
  return [{ type: 'replaced', imageId, shapeId, serverId, shape: serverShape && { ...serverShape, id: shapeId, serverId } }];
}

/** Sends a rejected entry again and overwrites newer changes by other users. */
export async function retryRejected(tx: OutboxTx, id: string): Promise<OutboxEvent[]> {
  const entry = await tx.getEntry(id);
  if (entry?.problem?.type === 'rejected')
    await tx.put(reviseAsNewRequest<Entry>(entry, isShapeEntry(entry) ? {} : toOverwritingCall(entry)));
  return [];
}

function toOverwritingCall(entry: CallEntry): Partial<CallEntry> {
  const write = entry.write && getWrite(entry);
  const overwrite = write && getWriteKind(write).overwrite;
  return overwrite ? toStoredWrite(overwrite(write)) : {};
}

/** Discards a rejected entry and all later changes of the shape. The shape returns to the server's state. */
export async function discardRejected(tx: OutboxTx, id: string): Promise<OutboxEvent[]> {
  const entry = await tx.getEntry(id);
  if (entry?.problem?.type !== 'rejected') return [];
  if (!isShapeEntry(entry)) {
    await tx.remove(id);
    return [];
  }
  const { shapeId, imageId, before } = entry;
  const target = getTargetRow(entry, await tx.getRef(shapeId));
  await removeShapeEntries(tx, entry);
  if (entry.op === 'create' || !before) return [{ type: 'replaced', imageId, shapeId, shape: null }];
  return [{ type: 'replaced', imageId, shapeId, serverId: target.serverId, shape: { ...before, ...target } }];
}

/** Discards all unsent work on a deleted image. */
export async function abandonImage(tx: OutboxTx, imageId: string): Promise<OutboxEvent[]> {
  for (let entry = await tx.getLastOfImage(imageId); entry; entry = await tx.getLastOfImage(imageId)) await tx.remove(entry.id);
  return [];
}

async function removeShapeEntries(tx: OutboxTx, { shapeId }: ShapeEntry): Promise<void> {
  for (const entry of await tx.getEntriesOfShape(shapeId)) await tx.remove(entry.id);
}
