import type { UpdateChange } from '../../editor/document/changes';
import type { Shape } from '../../editor/model/types';
import { getShapeCalls } from '../../shape-kinds/kind-calls';
import { hasSameContent, hasSameCoordinates } from '../entries/content';

/** Splits a change of both coordinates and description into two changes, for kinds of shapes that need separate calls. */
export function splitUpdate(change: UpdateChange): UpdateChange[] {
  const { before, after } = change;
  if (!getShapeCalls(after.kind).writesOneField) return [change];
  const movedShape = { ...before, data: after.data } as Shape;
  if (hasSameCoordinates(before, after) || hasSameContent(movedShape, after)) return [change];
  return [
    { op: 'update', before, after: movedShape },
    { op: 'update', before: movedShape, after },
  ];
}
