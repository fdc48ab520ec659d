import { boxMessages } from '../../shape-kinds/box/box-messages';
import { sameContent } from '../entries/content';
import { oneFieldEach } from '../queue/one-field-each';
import { insertAfter, renewed, revised, type NewEntry } from '../queue/new-entry';
import { kindOf, storedWrite, writeOf } from '../writes/kinds';
import type { OutboxTx } from '../store/port';
import { isShapeEntry, type CallEntry, type Entry, type OutboxEvent, type ServerRef, type ShapeEntry } from '../entries/types';
import type { Outcome } from './outcome';
import { getShapeCalls, shapeFromRow } from '../../shape-kinds/product-calls';
import { identityOf } from '../entries/row-identity';
import type { SealedEntry } from '../queue/seal';
import { targetOf } from '../queue/seal';

/** Stores the outcome of an attempt. Retries and an expired session leave the entry unchanged. */
export async function settle(tx: OutboxTx, entry: SealedEntry, outcome: Outcome): Promise<OutboxEvent[]> {
  switch (outcome.kind) {
    case 'done':
      return isRestored(entry, outcome.answer) ? finishRestore(tx, entry, outcome.answer) : finish(tx, entry, outcome.answer);
    case 'restored':
      return isShapeEntry(entry) ? finishRestore(tx, entry, outcome.answer) : [];
    case 'missing':
      if (isShapeEntry(entry)) await tx.put(renewed<ShapeEntry>(entry, { restores: { labels: entry.restores?.labels } }));
      return [];
    case 'conflict':
      await tx.put(revised<Entry>(entry, { problem: { type: 'conflict', theirs: outcome.theirs, by: outcome.by } }));
      return [];
    case 'rejected': {
      const { status, detail, by } = outcome;
      await tx.put(revised<Entry>(entry, { problem: { type: 'rejected', status, detail, ...(by && { by }) } }));
      return [];
    }
    case 'rewrite':
      await tx.put(renewed<Entry>(entry, storedWrite(outcome.write)));
      return [];
    case 'rebase':
      return rebase(tx, entry, outcome.version);
    case 'retry':
    case 'repeat':
    case 'no-session':
      return [];
  }
}

/** A call that would have made a row anew can be answered as the repeat of the restore that was sent under its key before. */
function isRestored(entry: SealedEntry, answer: unknown): entry is SealedEntry & ShapeEntry {
  return isShapeEntry(entry) && entry.restores?.serverId !== undefined && identityOf(answer).id === entry.restores.serverId;
}

async function finish(tx: OutboxTx, entry: SealedEntry, answer: unknown): Promise<OutboxEvent[]> {
  await tx.remove(entry.id, { answer });
  const { imageId } = entry;
  if (!isShapeEntry(entry)) {
    await noteMade(tx, entry, answer);
    const ref = entry.shapeId ? await tx.ref(entry.shapeId) : undefined;
    const { id, version, labels } = identityOf(answer);
    if (!entry.shapeId || version === undefined || id !== (ref?.serverId ?? entry.shapeId)) return [];
    const noted = await note(tx, entry, { scope: entry.scope, shapeId: entry.shapeId, serverId: id, version });
    return [labels ? { ...noted, labels } : noted];
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
  await insertAfter(tx, entry, labelCalls(entry));
  return [{ ...(await note(tx, entry, { scope: entry.scope, shapeId: entry.shapeId, serverId, version })), shape: entry.after }];
}

/** The labels of the deleted row, for the one that was made in its place. */
function labelCalls({ op, kind, imageId, shapeId, restores }: ShapeEntry): NewEntry[] {
  if (op !== 'create' || !getShapeCalls(kind).hasRecognitionLabels) return [];
  return (restores?.labels ?? []).map(({ id, name, value }) => ({
    op: 'call',
    imageId,
    ...storedWrite({
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
 * The row came back as it was deleted. What was changed unsent before the deletion, or after the undo, is still to be
 * written.
 */
async function finishRestore(tx: OutboxTx, entry: ShapeEntry, answer: unknown): Promise<OutboxEvent[]> {
  const { imageId, shapeId, scope, kind, after } = entry;
  const row = shapeFromRow(kind, answer);
  const serverId = row?.serverId ?? entry.restores?.serverId;
  await tx.remove(entry.id);
  if (!after || serverId === undefined) return [];
  if (row && !sameContent(row, after)) {
    const updates = oneFieldEach({ op: 'update', before: { ...row, id: shapeId }, after });
    await insertAfter(
      tx,
      entry,
      updates.map(({ before, after: next }) => ({ op: 'update', imageId, kind, shapeId, before, after: next })),
    );
  }
  const acknowledged = await note(tx, entry, { scope, shapeId, serverId, version: row?.version });
  return [{ ...acknowledged, labels: row?.labels, shape: after }];
}

/** Keeps the server's id of a row that was made here: an undo names it by the id that it had here, at any time. */
async function noteMade(tx: OutboxTx, entry: CallEntry, answer: unknown): Promise<void> {
  const write = writeOf(entry);
  const made = write && kindOf(write).made?.(write, answer);
  if (!made) return;
  await tx.putRef({ scope: entry.scope, shapeId: made.id, serverId: made.serverId });
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
