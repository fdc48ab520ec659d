import { getShapeCalls } from '../../shape-kinds/product-calls';
import type { TargetRow } from '../entries/shape-calls';
import type { ShapeEntry, StoredCall } from '../entries/types';

/** The request of a shape's entry. */
export function buildShapeCall({ op, kind, imageId, before, after }: ShapeEntry, target: TargetRow): StoredCall {
  const calls = getShapeCalls(kind);
  if (op === 'delete' || !after) return calls.toDelete(target.serverId);
  if (op === 'create') return calls.toCreate(after, imageId);
  return calls.toUpdate({ imageId, before, after }, target);
}
