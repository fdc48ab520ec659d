import type { Change, CreateChange, DeleteChange, UpdateChange } from '../../editor/document/changes';
import type { Shape } from '../../editor/types';
import type { OutboxTx } from '../store/port';
import { isShapeEntry, type CallEntry, type OutboxEvent, type ShapeEntry, type StoredCall } from '../types';
import { sameContent, sameCoordinates } from './content';
import { append, isUnsent, renewed, revised, type Stamp } from './new-entry';

interface Context {
  readonly tx: OutboxTx;
  readonly imageId: string;
  readonly stamp: Stamp;
}

/** Enters the changes of one gesture, joined with unsent work of the same shapes where that changes no order. */
export async function enqueueChanges(
  tx: OutboxTx,
  imageId: string,
  changes: readonly Change[],
  stamp: Stamp,
): Promise<OutboxEvent[]> {
  const context = { tx, imageId, stamp };
  const events: OutboxEvent[] = [];
  for (const change of changes.flatMap(oneFieldEach)) {
    if (change.op === 'create') events.push(...(await enqueueCreate(context, change)));
    else if (change.op === 'update') await enqueueUpdate(context, change);
    else await enqueueDelete(context, change);
  }
  return events;
}

export interface CallRequest {
  readonly imageId: string;
  readonly call: StoredCall;
  readonly title: string;
  readonly shapeId?: string;
  readonly coalesceKey?: string;
}

/** Enters a call, in place of the unsent one of the same `coalesceKey` if that is the image's last entry. */
export async function enqueueCall(tx: OutboxTx, request: CallRequest, stamp: Stamp): Promise<void> {
  const { imageId, call, title, shapeId = null, coalesceKey } = request;
  const last = await tx.lastOfImage(imageId);
  if (coalesceKey && last?.op === 'call' && last.coalesceKey === coalesceKey && isUnsent(last)) {
    await tx.put(renewed<CallEntry>(last, { call, title }));
    return;
  }
  await append(tx, { op: 'call', imageId, call, title, shapeId, coalesceKey }, stamp);
}

/** A point is moved by PUT and renamed by PATCH, so that a change of both is two entries. */
function oneFieldEach(change: Change): Change[] {
  if (change.op !== 'update' || change.before.kind !== 'point' || change.after.kind !== 'point') return [change];
  const { before, after } = change;
  if (sameCoordinates(before, after) || before.name === after.name) return [change];
  const between = { ...before, data: after.data };
  return [
    { op: 'update', before, after: between },
    { op: 'update', before: between, after },
  ];
}

/** Drawn, or a delete undone. While that delete is unsent the row is still there, with its id and labels: the delete is taken out. */
async function enqueueCreate({ tx, imageId, stamp }: Context, { after }: CreateChange): Promise<OutboxEvent[]> {
  const { kind, id: shapeId } = after;
  const last = (await tx.entriesOfShape(shapeId)).at(-1);
  if (last?.op !== 'delete' || !last.before || !isUnsent(last)) {
    await append(tx, { op: 'create', imageId, kind, shapeId, before: null, after }, stamp);
    return [];
  }
  await tx.remove(last.id);
  const before = last.before;
  if (!sameContent(before, after)) await append(tx, { op: 'update', imageId, kind, shapeId, before, after }, stamp);
  const ref = await tx.ref(shapeId);
  const serverId = ref?.serverId ?? before.serverId;
  return serverId ? [{ type: 'acknowledged', imageId, shapeId, serverId, version: ref?.version ?? before.version }] : [];
}

async function enqueueUpdate({ tx, imageId, stamp }: Context, { before, after }: UpdateChange): Promise<void> {
  const { kind, id: shapeId } = after;
  const last = (await tx.entriesOfShape(shapeId)).at(-1);
  if (!last || !isShapeEntry(last) || !(await takesUpdate(tx, last, before, after))) {
    await append(tx, { op: 'update', imageId, kind, shapeId, before, after }, stamp);
    return;
  }
  if (last.problem?.type === 'conflict') await tx.put(revised(last, { after }));
  else if (last.before && sameContent(last.before, after)) await tx.remove(last.id);
  else await tx.put(renewed(last, { after }));
}

/** Whether a later state of the shape can take the place of the one that the entry would send. */
async function takesUpdate(tx: OutboxTx, entry: ShapeEntry, before: Shape, after: Shape): Promise<boolean> {
  if (entry.op === 'delete' || !isUnsent(entry) || !changesTheSame(entry, before, after)) return false;
  return entry.problem !== null || (await tx.lastOfImage(entry.imageId))?.id === entry.id;
}

function changesTheSame(entry: ShapeEntry, before: Shape, after: Shape): boolean {
  if (entry.op === 'create' || entry.kind !== 'point') return true;
  return (
    entry.before !== null && entry.after !== null && sameCoordinates(entry.before, entry.after) === sameCoordinates(before, after)
  );
}

/** Takes all unsent work on the shape out. Nothing is left to send where its creation was among it, or the row is gone. */
async function enqueueDelete({ tx, imageId, stamp }: Context, change: DeleteChange): Promise<void> {
  const { kind, id: shapeId } = change.before;
  let before = change.before;
  for (const entry of (await tx.entriesOfShape(shapeId)).reverse()) {
    if (!isUnsent(entry)) break;
    await tx.remove(entry.id);
    if (entry.op === 'create') return;
    if (entry.problem?.type === 'conflict' && entry.problem.theirs === null) return;
    if (entry.op === 'update' && entry.before) before = entry.before;
  }
  await append(tx, { op: 'delete', imageId, kind, shapeId, before, after: null }, stamp);
}
