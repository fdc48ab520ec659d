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
  readonly queueTail: QueueTail;
  /**
   * Ids of entries that are followed only by entries of the changed shapes. A change can be merged into them without altering the order of
   * sending.
   */
  readonly mergeableIds: ReadonlySet<string>;
}

/** Adds the changes of one gesture to the queue. Merges them with unsent changes of the same shapes, unless this would alter the order. */
export async function enqueueChanges(
  tx: OutboxTx,
  imageId: string,
  changes: readonly ShapeChange[],
  stamp: Stamp,
): Promise<OutboxEvent[]> {
  const context = {
    tx,
    imageId,
    queueTail: new QueueTail(tx, stamp),
    mergeableIds: await findMergeableIds(tx, imageId, changes),
  };
  const events: OutboxEvent[] = [];
  for (const change of changes) {
    if (change.op === 'create') events.push(...(await enqueueCreate(context, change)));
    else if (change.op === 'delete') await enqueueDelete(context, change);
    else for (const update of splitUpdate(change)) await enqueueUpdate(context, update);
  }
  return events;
}

/** Returns the ids of the last entries of the image. Stops at the last entry that belongs to a shape which the gesture does not change. */
async function findMergeableIds(tx: OutboxTx, imageId: string, changes: readonly ShapeChange[]): Promise<ReadonlySet<string>> {
  if (!changes.some(({ op }) => op === 'update')) return new Set();
  const changedShapeIds = new Set(changes.map(getChangedId));
  const entries = changes.length === 1 ? [await tx.getLastOfImage(imageId)] : await tx.getEntriesOfImage(imageId);
  const mergeableIds = new Set<string>();
  for (const entry of entries.reverse()) {
    if (!entry || !isShapeEntry(entry) || !changedShapeIds.has(entry.shapeId)) break;
    mergeableIds.add(entry.id);
  }
  return mergeableIds;
}

/**
 * Adds a new shape, or the undo of a deletion. If the deletion has not been sent, it is removed from the queue, because the row
 * still exists with its id and labels. If it has been sent, the row must be restored.
 */
async function enqueueCreate(
  { tx, imageId, queueTail }: EnqueueContext,
  { after, restores: knownRow }: CreateChange,
): Promise<OutboxEvent[]> {
  const { kind, id: shapeId } = after;
  const lastEntry = (await tx.getEntriesOfShape(shapeId)).at(-1);
  if (lastEntry?.op !== 'delete' || !lastEntry.before || !isUnsent(lastEntry)) {
    const restores = lastEntry?.op === 'delete' ? toRestoreReference(lastEntry, await tx.getRef(shapeId)) : knownRow;
    await queueTail.append({ op: 'create', imageId, kind, shapeId, before: null, after, ...(restores && { restores }) });
    return [];
  }
  await tx.remove(lastEntry.id);
  const before = lastEntry.before;
  if (!hasSameContent(before, after)) await queueTail.append({ op: 'update', imageId, kind, shapeId, before, after });
  const serverRef = await tx.getRef(shapeId);
  const serverId = serverRef?.serverId ?? before.serverId;
  return serverId ? [{ type: 'acknowledged', imageId, shapeId, serverId, version: serverRef?.version ?? before.version }] : [];
}

/** Returns a reference to the row that a deletion in progress removes, so that the row can be restored. */
function toRestoreReference(entry: ShapeEntry, serverRef: ServerRef | undefined): ServerState {
  return { ...getTargetRow(entry, serverRef), labels: entry.before?.labels };
}

async function enqueueUpdate(
  { tx, imageId, queueTail, mergeableIds }: EnqueueContext,
  { before, after }: UpdateChange,
): Promise<void> {
  const { kind, id: shapeId } = after;
  const lastEntry = (await tx.getEntriesOfShape(shapeId)).at(-1);
  if (!lastEntry || !isShapeEntry(lastEntry) || !canMergeUpdate(mergeableIds, lastEntry, before, after)) {
    await queueTail.append({ op: 'update', imageId, kind, shapeId, before, after });
    return;
  }
  if (lastEntry.problem?.type === 'conflict') await tx.put(revise(lastEntry, { after }));
  else if (lastEntry.before && hasSameContent(lastEntry.before, after)) await tx.remove(lastEntry.id);
  else await tx.put(reviseAsNewRequest(lastEntry, { after }));
}

/** Whether the new state of the shape can replace the state in the entry. */
function canMergeUpdate(mergeableIds: ReadonlySet<string>, entry: ShapeEntry, before: Shape, after: Shape): boolean {
  if (entry.op === 'delete' || !isUnsent(entry) || !changesSameField(entry, before, after)) return false;
  return entry.problem !== null || mergeableIds.has(entry.id);
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
async function enqueueDelete({ tx, imageId, queueTail }: EnqueueContext, change: DeleteChange): Promise<void> {
  const { kind, id: shapeId } = change.before;
  let before = change.before;
  for (const entry of (await tx.getEntriesOfShape(shapeId)).reverse()) {
    if (!isUnsent(entry)) break;
    await tx.remove(entry.id);
    if (entry.op === 'create') return;
    if (entry.problem?.type === 'conflict' && entry.problem.theirs === null) return;
    if (entry.op === 'update' && entry.before) before = entry.before;
  }
  await queueTail.append({ op: 'delete', imageId, kind, shapeId, before, after: null });
}
