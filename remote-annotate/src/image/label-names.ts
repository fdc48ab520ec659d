import { NEUTRAL_COLOR, POINT_COLOR, type LabelSet, type Shape } from '../editor';
import { messages } from '../messages';

/** What a shape is called on the screen. */
export function getShapeName(shape: Shape, labels: LabelSet): string {
  if (shape.kind === 'point') return shape.name || messages.items.unnamed;
  return labels[shape.kind].find((label) => label.id === shape.labelId)?.name ?? messages.shape.unknownLabel;
}

/** What the list of items calls a shape: its name, and its place among those of its kind. */
export function getListedName(shape: Shape, shapes: readonly Shape[], labels: LabelSet): string {
  const place = shapes.filter(({ kind }) => kind === shape.kind).findIndex(({ id }) => id === shape.id) + 1;
  return `${getShapeName(shape, labels)} ${place}`;
}

export function getShapeColor(shape: Shape, labels: LabelSet): string {
  if (shape.kind === 'point') return POINT_COLOR;
  return labels[shape.kind].find((label) => label.id === shape.labelId)?.color ?? NEUTRAL_COLOR;
}
