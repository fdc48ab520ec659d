import { requireDeclaredValues } from './attributes';
import type { LabelRow, NewShape, ShapeEdit, ShapeKind, ShapeRow } from './kind';

/**
 * Validates a new shape. Returns it with the geometry that its other fields determine. Throws 400 if it is invalid.
 * @param references the image, and the label if the kind has one
 */
export function validateNewShape<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  kind: ShapeKind<Row, New, Edit>,
  item: New,
  { image, label }: { image: { img_width: number; img_height: number }; label: LabelRow | undefined },
): New {
  requireDeclaredValues(item.attributes, label?.attributes);
  const shape = kind.deriveData?.(item, image) ?? item;
  kind.requireFit?.({ data: shape.data, label });
  kind.requireValid(shape.data, image);
  return shape;
}
