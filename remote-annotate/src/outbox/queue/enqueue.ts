import {
  getChangedId,
  type ShapeChange,
  type CreateChange,
  type DeleteChange,
  type UpdateChange,
} from '../../editor/document/changes';
import type { ServerState, Shape } from '../../editor/model/types';
import { getTargetRow } from './seal';
import type { OutboxTx } from '../store/port';
import { isShapeEntry, type OutboxEvent, type ServerRef, type ShapeEntry } from '../entries/types';
import { hasSameContent, hasSameCoordinates } from '../entries/content';
import { splitUpdate } from './split-update';
import { isUnsent, QueueTail, reviseAsNewRequest, revise, type Stamp } from './new-entry';
import { getShapeCalls } from '../../shape-kinds/kind-calls';

interface EnqueueContext {
  readonly tx: OutboxTx;
  readonly imageId: string;
  readonly end: QueueTail;
  /**
   * Ids of entries that are followed only by entries of the changed shapes. A change can be merged into them without altering the order of
   * sending.
   */
  readonly mergeable: ReadonlySet<string>;
}

/** Adds the changes of one gesture to the queue. Merges them with unsent changes of the same shapes, unless this would alter the order. */
export async function enqueueChanges(
  tx: OutboxTx,
  imageId: string,
  changes: readonly ShapeChange[],
  stamp: Stamp,
): Promise<OutboxEvent[]> {
  const context = { tx, imageId, end: new QueueTail(tx, stamp), mergeable: await findMergeableEntries(tx, imageId, changes) };
  const events: OutboxEvent[] = [];
  for (const change of changes) {
    if (change.op === 'create') events.push(...(await enqueueCreate(context, change)));
    else if (change.op === 'delete') await enqueueDelete(context, change);
    else for (const update of splitUpdate(change)) await enqueueUpdate(context, update);
  }
  return events;
}

/** Returns the ids of the last entries of the image. Stops at the last entry that belongs to a shape which the gesture does not change. */
async function findMergeableEntries(
  tx: OutboxTx,
  imageId: string,
  changes: readonly ShapeChange[],
): Promise<ReadonlySet<string>> {
  if (!changes.some(({ op }) => op === 'update')) return new Set();
  const shapes = new Set(changes.map(getChangedId));
  const entries = changes.length === 1 ? [await tx.getLastOfImage(imageId)] : await tx.getEntriesOfImage(imageId);
  const mergeable = new Set<string>();
  for (const entry of entries.reverse()) {
    if (!entry || !isShapeEntry(entry) || !shapes.has(entry.shapeId)) break;
    mergeable.add(entry.id);
  }
  return mergeable;
}

/**
 * Adds a new shape, or the undo of a deletion. If the deletion has not been sent, it is removed from the queue, because the row
 * still exists with its id and labels. If it has been sent, the row must be restored.
 */
async function enqueueCreate(
  { tx, imageId, end }: EnqueueContext,
  { after, restores: knownRow }: CreateChange,
): Promise<OutboxEvent[]> {
  const { kind, id: shapeId } = after;
  const last = (await tx.getEntriesOfShape(shapeId)).at(-1);
  if (last?.op !== 'delete' || !last.before || !isUnsent(last)) {
    const restores = last?.op === 'delete' ? toRestoreReference(last, await tx.getRef(shapeId)) : knownRow;
    await end.append({ op: 'create', imageId, kind, shapeId, before: null, after, ...(restores && { restores }) });
    return [];
  }
  await tx.remove(last.id);
  const before = last.before;
  if (!hasSameContent(before, after)) await end.append({ op: 'update', imageId, kind, shapeId, before, after });
  const ref = await tx.getRef(shapeId);
  const serverId = ref?.serverId ?? before.serverId;
  return serverId ? [{ type: 'acknowledged', imageId, shapeId, serverId, version: ref?.version ?? before.version }] : [];
}

/** Returns a reference to the row that a deletion in progress removes, so that the row can be restored. */
function toRestoreReference(entry: ShapeEntry, ref: ServerRef | undefined): ServerState {
  return { ...getTargetRow(entry, ref), labels: entry.before?.labels };
}

async function enqueueUpdate({ tx, imageId, end, mergeable }: EnqueueContext, { before, after }: UpdateChange): Promise<void> {
  const { kind, id: shapeId } = after;
  const last = (await tx.getEntriesOfShape(shapeId)).at(-1);
  if (!last || !isShapeEntry(last) || !canMergeUpdate(mergeable, last, before, after)) {
    await end.append({ op: 'update', imageId, kind, shapeId, before, after });
    return;
  }
  if (last.problem?.type === 'conflict') await tx.put(revise(last, { after }));
  else if (last.before && hasSameContent(last.before, after)) await tx.remove(last.id);
  else await tx.put(reviseAsNewRequest(last, { after }));
}

/** Whether the new state of the shape can replace the state in the entry. */
function canMergeUpdate(mergeable: ReadonlySet<string>, entry: ShapeEntry, before: Shape, after: Shape): boolean {
  if (entry.op === 'delete' || !isUnsent(entry) || !changesSameField(entry, before, after)) return false;
  return entry.problem !== null || mergeable.has(entry.id);
}

function changesSameField(entry: ShapeEntry, before: Shape, after: Shape): boolean {
  if (entry.op === 'create' || !getShapeCalls(entry.kind).writesOneField) return true;
  return (
    entry.before !== null &&
    entry.after !== null &&
    hasSameCoordinates(entry.before, entry.after) === hasSameCoordinates(before, after)
  );
}

/**
 * Adds a deletion, and removes all unsent changes of the shape. Adds none if the creation has not been sent, or if the row is already
 * deleted.
 */
async function enqueueDelete({ tx, imageId, end }: EnqueueContext, change: DeleteChange): Promise<void> {
  const { kind, id: shapeId } = change.before;
  let before = change.before;
  for (const entry of (await tx.getEntriesOfShape(shapeId)).reverse()) {
    if (!isUnsent(entry)) break;
    await tx.remove(entry.id);
    if (entry.op === 'create') return;
    if (entry.problem?.type === 'conflict' && entry.problem.theirs === null) return;
    if (entry.op === 'update' && entry.before) before = entry.before;
  }
  await end.append({ op: 'delete', imageId, kind, shapeId, before, after: null });
}
