import { SHAPE_TABLES } from '@console/shared-contract/shape-kinds';
import type { Version } from '@console/shared-ui/history';

/** Maximum number of changed shapes that the details of a version link to. */
const MAX_LINKED_SHAPES = 5;

/** Returns the row id of the shape that a change affects. For a change of an object's label, this is the object. */
function getChangedShapeId({ kind, subject: subjectId, row: rowId }: Version['changes'][number]): string | null {
  if (kind === 'object_label') return subjectId;
  return SHAPE_TABLES.some((table) => table === kind) ? rowId : null;
}

/** Lists the row ids of the first shapes that a version has changed. */
export function listChangedShapes({ changes }: Version): string[] {
  return [...new Set(changes.flatMap((change) => getChangedShapeId(change) ?? []))].slice(0, MAX_LINKED_SHAPES);
}
