import { isLabelled, type Editor, type NewShape, type Shape, type ShapeSource } from '../../editor';
import { shapeKinds } from '../../shape-kinds/kind-registry';

/** Returns a key that is equal for shapes with the same kind, label (or name) and coordinates. */
function toContentKey(shape: Shape): string {
  return `${shape.kind} ${isLabelled(shape) ? shape.labelId : shape.name} ${shape.data.join()}`;
}

/**
 * Adds shapes from a model or from another image as one undo step. Skips shapes that exist already or do not fit the image. Returns
 * the number of added shapes.
 */
export function addNewShapes(editor: Editor, drafts: readonly NewShape[], source: ShapeSource): number {
  const knownKeys = new Set(editor.document.getShapes().map(toContentKey));
  const newDrafts = drafts.filter((draft) => {
    const shape = shapeKinds.normalise({ metaData: {}, ...draft, id: '' }, editor.imageSize);
    if (!shape || knownKeys.has(toContentKey(shape))) return false;
    knownKeys.add(toContentKey(shape));
    return true;
  });
  return editor.document.createMany(newDrafts.map((draft) => ({ ...draft, source }))).length;
}
