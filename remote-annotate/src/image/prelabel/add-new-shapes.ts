import type { Editor, NewShape, Shape } from '../../editor';
import { normaliseShape } from '../../editor/geometry/shape';

/** What makes two shapes the same: their label and where they lie. */
function toContentKey(shape: Shape): string {
  return `${shape.kind} ${shape.kind === 'point' ? shape.name : shape.labelId} ${shape.data.join()}`;
}

/** Adds shapes as one undo step, without those that are there already or do not fit the picture; returns how many. */
export function addNewShapes(editor: Editor, drafts: readonly NewShape[]): number {
  const known = new Set(editor.document.shapes().map(toContentKey));
  const fresh = drafts.filter((draft) => {
    const shape = normaliseShape({ metaData: {}, ...draft, id: '' }, editor.picture);
    if (!shape || known.has(toContentKey(shape))) return false;
    known.add(toContentKey(shape));
    return true;
  });
  return editor.document.createMany(fresh).length;
}
