import { boxMessages } from '../../shape-kinds/box/box-messages';
import { hasSameContent } from '../entries/content';
import { splitUpdate } from '../queue/split-update';
import { insertAfter, reviseAsNewRequest, revise, type NewEntry } from '../queue/new-entry';
import { getWriteKind, toStoredWrite, getWrite } from '../writes/kinds';
import type { OutboxTx } from '../store/port';
import { isShapeEntry, type CallEntry, type Entry, type OutboxEvent, type ServerRef, type ShapeEntry } from '../entries/types';
import type { Outcome } from './outcome';
import { readIdentity } from '../entries/row-identity';
import { getLayerId } from '../entries/work-id';
import { shapeFromRow, getShapeCalls } from '../../shape-kinds/kind-calls';
import { type SealedEntry, getTargetRow } from '../queue/seal';

/**
 * Stores the outcome of an attempt to send an entry of the outbox. A retry or an expired session leaves the entry unchanged.
 */
export async function storeOutcome(tx: OutboxTx, sealedEntry: SealedEntry, outcome: Outcome): Promise<OutboxEvent[]> {
  switch (outcome.kind) {
    case 'done':
      return isRestored(sealedEntry, outcome.response)
        ? completeRestore(tx, sealedEntry, outcome.response)
        : completeEntry(tx, sealedEntry, outcome.response);
    case 'restored':
      return isShapeEntry(sealedEntry) ? completeRestore(tx, sealedEntry, outcome.response) : [];
    case 'missing':
      if (isShapeEntry(sealedEntry))
        await tx.put(reviseAsNewRequest<ShapeEntry>(sealedEntry, { restores: { labels: sealedEntry.restores?.labels } }));
      return [];
    case 'conflict':
      await tx.put(revise<Entry>(sealedEntry, { problem: { type: 'conflict', theirs: outcome.theirs, by: outcome.by } }));
      return [];
    case 'rejected': {
      const { status, detail, by } = outcome;
      await tx.put(revise<Entry>(sealedEntry, { problem: { type: 'rejected', status, detail, ...(by && { by }) } }));
      return [];
    }
    case 'rewrite':
      await tx.put(reviseAsNewRequest<Entry>(sealedEntry, toStoredWrite(outcome.write)));
      return [];
    case 'rebase':
      return rebase(tx, sealedEntry, outcome.version);
    case 'retry':
    case 'repeat':
    case 'no-session':
      return [];
  }
}

/**
 * Whether the response contains the restored row, because an earlier attempt has already restored it. Layers (annotations of a single user
 * in a job) have no restoration: a deleted shape is created again with its id.
 */
function isRestored(entry: SealedEntry, response: unknown): entry is SealedEntry & ShapeEntry {
  if (getLayerId(entry.imageId) !== null) return false;
  return isShapeEntry(entry) && entry.restores?.serverId !== undefined && readIdentity(response).id === entry.restores.serverId;
}

async function completeEntry(tx: OutboxTx, sealedEntry: SealedEntry, response: unknown): Promise<OutboxEvent[]> {
  await tx.remove(sealedEntry.id, { answer: response });
  const { imageId } = sealedEntry;
  if (!isShapeEntry(sealedEntry)) {
    await storeCreatedRef(tx, sealedEntry, response);
    const ref = sealedEntry.shapeId ? await tx.getRef(sealedEntry.shapeId) : undefined;
    const { id, version, labels } = readIdentity(response);
    if (!sealedEntry.shapeId || version === undefined || id !== (ref?.serverId ?? sealedEntry.shapeId)) return [];
    const acknowledgedEvent = await storeRef(tx, sealedEntry, {
      scope: sealedEntry.scope,
      shapeId: sealedEntry.shapeId,
      serverId: id,
      version,
    });
    return [labels ? { ...acknowledgedEvent, labels } : acknowledgedEvent];
  }
  const target = getTargetRow(sealedEntry, await tx.getRef(sealedEntry.shapeId));
  if (sealedEntry.op === 'delete' || !sealedEntry.after) {
    await tx.removeRef(sealedEntry.shapeId);
    return [{ type: 'deleted', imageId, shapeId: sealedEntry.shapeId, serverId: target.serverId }];
  }
  const { id, version, created } = readIdentity(response);
  const serverId = sealedEntry.op === 'create' ? id : target.serverId;
  // Without an id in the response, the shape cannot be linked to its row. The row appears when the image is opened again.
  if (serverId === undefined) return [];
  await insertAfter(tx, sealedEntry, createLabelEntries(sealedEntry));
  const acknowledgedEvent = await storeRef(tx, sealedEntry, {
    scope: sealedEntry.scope,
    shapeId: sealedEntry.shapeId,
    serverId,
    version,
  });
  return [{ ...acknowledgedEvent, ...(created !== undefined && { created }), shape: sealedEntry.after }];
}

/** Returns the entries that add the labels of the deleted row to the row created in its place. */
function createLabelEntries({ op, kind, imageId, shapeId, restores }: ShapeEntry): NewEntry[] {
  if (op !== 'create' || !getShapeCalls(kind).hasRecognitionLabels) return [];
  return (restores?.labels ?? []).map(({ id, name, value }) => ({
    op: 'call',
    imageId,
    ...toStoredWrite({
      kind: 'label',
      image: imageId,
      object: { id: shapeId, name: boxMessages.name },
      label: { id, name, type: value === null ? 'plain' : 'value' },
      before: null,
      after: { value },
    }),
  }));
}

/**
 * Completes a restoration. The restored row has the state from before its deletion. Adds entries for changes that were not sent before the
 * deletion, or that were made after the undo.
 */
async function completeRestore(tx: OutboxTx, shapeEntry: ShapeEntry, response: unknown): Promise<OutboxEvent[]> {
  const { imageId, shapeId, scope, kind, after } = shapeEntry;
  const row = shapeFromRow(kind, response);
  const serverId = row?.serverId ?? shapeEntry.restores?.serverId;
  await tx.remove(shapeEntry.id);
  if (!after || serverId === undefined) return [];
  if (row && !hasSameContent(row, after)) {
    const updates = splitUpdate({ op: 'update', before: { ...row, id: shapeId }, after });
    await insertAfter(
      tx,
      shapeEntry,
      updates.map((update) => ({ op: 'update', imageId, kind, shapeId, before: update.before, after: update.after })),
    );
  }
  const acknowledgedEvent = await storeRef(tx, shapeEntry, { scope, shapeId, serverId, version: row?.version });
  return [{ ...acknowledgedEvent, labels: row?.labels, shape: after }];
}

/** Stores the server's id of a row that was created locally. A later undo still refers to the row by its local id. */
async function storeCreatedRef(tx: OutboxTx, entry: CallEntry, response: unknown): Promise<void> {
  const write = getWrite(entry);
  const createdRow = write && getWriteKind(write).getCreatedRow?.(write, response);
  if (!createdRow) return;
  await tx.putRef({ scope: entry.scope, shapeId: createdRow.id, serverId: createdRow.serverId });
}

async function rebase(tx: OutboxTx, entry: SealedEntry, version: number): Promise<OutboxEvent[]> {
  await tx.put(reviseAsNewRequest<Entry>(entry, {}));
  if (!isShapeEntry(entry)) return [];
  const { serverId } = getTargetRow(entry, await tx.getRef(entry.shapeId));
  return [await storeRef(tx, entry, { scope: entry.scope, shapeId: entry.shapeId, serverId, version })];
}

type Acknowledged = Extract<OutboxEvent, { type: 'acknowledged' }>;

async function storeRef(tx: OutboxTx, { imageId }: Entry, ref: ServerRef): Promise<Acknowledged> {
  await tx.putRef(ref);
  const { shapeId, serverId, version } = ref;
  return { type: 'acknowledged', imageId, shapeId, serverId, version };
}
