import { withoutServerState } from '../../editor/document/inverse';
import type { RemoteChange } from '../../editor/document/remote';
import type { ShapeId } from '../../editor/model/types';
import { isShapeEntry, type Entry, type ServerRef, type ShapeEntry } from '../entries/types';

/** Converts the unsent entries of an image to document changes, by shape. They are applied to the shapes from the server. */
export function getUnsentChanges(
  entries: readonly Entry[],
  getServerRef: (shapeId: ShapeId) => ServerRef | undefined,
): ReadonlyMap<ShapeId, readonly RemoteChange[]> {
  const entriesByShape = new Map<ShapeId, ShapeEntry[]>();
  for (const entry of entries) {
    if (!isShapeEntry(entry)) continue;
    const shapeEntries = entriesByShape.get(entry.shapeId);
    if (shapeEntries) shapeEntries.push(entry);
    else entriesByShape.set(entry.shapeId, [entry]);
  }
  return new Map([...entriesByShape].map(([id, shapeEntries]) => [id, toRemoteChanges(shapeEntries, getServerRef(id))]));
}

function toRemoteChanges(shapeEntries: readonly ShapeEntry[], serverRef: ServerRef | undefined): RemoteChange[] {
  const changes: RemoteChange[] = [];
  let serverId = serverRef?.serverId;
  for (const { op, before } of shapeEntries) {
    serverId ??= before?.serverId;
    if (op === 'update') continue;
    if (op === 'delete' && serverId !== undefined) changes.push({ op: 'delete', serverId });
    // After an undone deletion that was already sent, the shape gets another row, whose id is not known yet.
    serverId = undefined;
  }
  const lastEntry = shapeEntries.at(-1);
  if (!lastEntry?.after) return changes;
  const server = serverId === undefined ? {} : { serverId, version: serverRef?.version ?? lastEntry.before?.version };
  return [...changes, { op: 'restore', shape: { ...withoutServerState(lastEntry.after), ...server } }];
}
