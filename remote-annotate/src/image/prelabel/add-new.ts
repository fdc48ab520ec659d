import type { Editor, NewShape, Shape } from '../../editor';
import { normaliseShape } from '../../editor/geometry/shape';

/** What makes two shapes the same: their label and where they lie. */
function contentOf(shape: Shape): string {
  return `${shape.kind} ${shape.kind === 'point' ? shape.name : shape.labelId} ${shape.data.join()}`;
}

/** Adds shapes as one undo step, without those that are there already or do not fit the picture; returns how many. */
export function addNew(editor: Editor, drafts: readonly NewShape[]): number {
  const known = new Set(editor.document.shapes().map(contentOf));
  const fresh = drafts.filter((draft) => {
    const shape = normaliseShape({ metaData: {}, ...draft, id: '' }, editor.picture);
    if (!shape || known.has(contentOf(shape))) return false;
    known.add(contentOf(shape));
    return true;
  });
  return editor.document.createMany(fresh).length;
}
