import { NEUTRAL_COLOR, POINT_COLOR, type LabelSet, type Shape } from '../../editor';
import { shapeMessages } from '../../text/shape-messages';

/** Returns the display name of a shape: the name of a point, or the name of its label. */
export function getShapeName(shape: Shape, labels: LabelSet): string {
  if (shape.kind === 'point') return shape.name || shapeMessages.unnamed;
  return labels[shape.kind].find((label) => label.id === shape.labelId)?.name ?? shapeMessages.unknownLabel;
}

/** Returns the name of a shape in the list of items: its display name and its number among the shapes of its kind. */
export function getListedName(shape: Shape, shapes: readonly Shape[], labels: LabelSet): string {
  const number = shapes.filter(({ kind }) => kind === shape.kind).findIndex(({ id }) => id === shape.id) + 1;
  return `${getShapeName(shape, labels)} ${number}`;
}

/** Returns the colour of the shape's label, or the fixed colour of points. */
export function getShapeColor(shape: Shape, labels: LabelSet): string {
  if (shape.kind === 'point') return POINT_COLOR;
  return labels[shape.kind].find((label) => label.id === shape.labelId)?.color ?? NEUTRAL_COLOR;
}
