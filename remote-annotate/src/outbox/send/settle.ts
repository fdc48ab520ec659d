import { renewed, revised } from '../queue/new-entry';
import type { OutboxTx } from '../store/port';
import { isShapeEntry, type Entry, type OutboxEvent, type ServerRef } from '../types';
import type { Outcome } from './outcome';
import { identityOf } from './rows';
import type { SealedEntry } from './seal';
import { targetOf } from './seal';

/** Enters how an attempt ended. Retries and a lost session leave the entry as it is. */
export async function settle(tx: OutboxTx, entry: SealedEntry, outcome: Outcome): Promise<OutboxEvent[]> {
  switch (outcome.kind) {
    case 'done':
      return finish(tx, entry, outcome.answer);
    case 'conflict':
      await tx.put(revised<Entry>(entry, { problem: { type: 'conflict', theirs: outcome.theirs } }));
      return [];
    case 'rejected':
      await tx.put(revised<Entry>(entry, { problem: { type: 'rejected', status: outcome.status, detail: outcome.detail } }));
      return [];
    case 'rebase':
      return rebase(tx, entry, outcome.version);
    case 'retry':
    case 'no-session':
      return [];
  }
}

async function finish(tx: OutboxTx, entry: SealedEntry, answer: unknown): Promise<OutboxEvent[]> {
  await tx.remove(entry.id);
  const { imageId } = entry;
  if (!isShapeEntry(entry)) {
    const events: OutboxEvent[] = [{ type: 'answered', imageId, entry, answer }];
    const ref = entry.shapeId ? await tx.ref(entry.shapeId) : undefined;
    const { id, version } = identityOf(answer);
    if (!entry.shapeId || version === undefined || id !== (ref?.serverId ?? entry.shapeId)) return events;
    return [...events, await note(tx, entry, { scope: entry.scope, shapeId: entry.shapeId, serverId: id, version })];
  }
  const target = targetOf(entry, await tx.ref(entry.shapeId));
  if (entry.op === 'delete' || !entry.after) {
    await tx.removeRef(entry.shapeId);
    return [{ type: 'deleted', imageId, shapeId: entry.shapeId, serverId: target.serverId }];
  }
  const { id, version } = identityOf(answer);
  const serverId = entry.op === 'create' ? id : target.serverId;
  // A creation without an id in its answer cannot be linked; the row shows when the picture is next opened.
  if (serverId === undefined) return [];
  return [{ ...(await note(tx, entry, { scope: entry.scope, shapeId: entry.shapeId, serverId, version })), shape: entry.after }];
}

async function rebase(tx: OutboxTx, entry: SealedEntry, version: number): Promise<OutboxEvent[]> {
  await tx.put(renewed<Entry>(entry, {}));
  if (!isShapeEntry(entry)) return [];
  const { serverId } = targetOf(entry, await tx.ref(entry.shapeId));
  return [await note(tx, entry, { scope: entry.scope, shapeId: entry.shapeId, serverId, version })];
}

type Acknowledged = Extract<OutboxEvent, { type: 'acknowledged' }>;

async function note(tx: OutboxTx, { imageId }: Entry, ref: ServerRef): Promise<Acknowledged> {
  await tx.putRef(ref);
  const { shapeId, serverId, version } = ref;
  return { type: 'acknowledged', imageId, shapeId, serverId, version };
}
