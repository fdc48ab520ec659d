import type { LabelSet, Shape } from '../editor';
import { messages } from '../messages';

/** What a shape is called on the screen. */
export function shapeName(shape: Shape, labels: LabelSet): string {
  if (shape.kind === 'point') return shape.name || messages.items.unnamed;
  return labels[shape.kind].find((label) => label.id === shape.labelId)?.name ?? messages.shape.unknownLabel;
}

export function shapeColor(shape: Shape, labels: LabelSet): string {
  if (shape.kind === 'point') return '#d13438';
  return labels[shape.kind].find((label) => label.id === shape.labelId)?.color ?? '#8a8886';
}
