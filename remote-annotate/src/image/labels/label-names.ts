import { isLabelled, NEUTRAL_COLOR, POINT_COLOR, type BoxShape, type Editor, type LabelSet, type Shape } from '../../editor';
import type { LabelWrite } from '../../outbox';
import { shapeKinds } from '../../shape-kinds/kind-registry';
import { kindMessages } from '../../shape-kinds/kind-messages';
import { selectionMessages, shapeMessages } from '../../text/shape-messages';

/** Returns the display name of a shape: its own name, or the name of its label. */
export function getShapeName(shape: Shape, labels: LabelSet): string {
  if (!isLabelled(shape)) return shape.name || shapeMessages.unnamed;
  return shapeKinds.findLabel(shape, labels)?.name ?? shapeMessages.unknownLabel;
}

/** Returns the name of a shape in the list of items: its display name and its number among the shapes of its kind. */
export function getListedName(shape: Shape, shapes: readonly Shape[], labels: LabelSet): string {
  const numberInKind = shapes.filter(({ kind }) => kind === shape.kind).findIndex(({ id }) => id === shape.id) + 1;
  return `${getShapeName(shape, labels)} ${numberInKind}`;
}

/** Returns the number of selected shapes as text, with their kind if all shapes have the same kind. */
export function formatSelected(shapes: readonly Shape[]): string {
  const [kind, ...otherKinds] = new Set(shapes.map((shape) => shape.kind));
  return kind && otherKinds.length === 0 ? kindMessages[kind].selected(shapes.length) : selectionMessages.count(shapes.length);
}

/** Returns the object reference for a label write (the change of an object's recognition label). */
export function getObjectReference({ document, labels }: Editor, object: BoxShape): LabelWrite['object'] {
  return { id: object.id, name: getListedName(object, document.getShapes(), labels) };
}

/** Returns the colour of the shape's label, or the fixed colour of shapes without label. */
export function getShapeColor(shape: Shape, labels: LabelSet): string {
  if (!isLabelled(shape)) return POINT_COLOR;
  return shapeKinds.findLabel(shape, labels)?.color ?? NEUTRAL_COLOR;
}
