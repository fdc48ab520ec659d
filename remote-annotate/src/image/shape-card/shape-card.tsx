import type { ComponentType } from 'react';
import type { Shape, ShapeKind, ShapeTypes } from '../../editor';
import { SelectionCard } from './selection-card';
import { ObjectCard } from './object-card';
import { MaskCard } from './mask-card';
import { PointCard } from './point-card';
import { PolygonCard } from './polygon-card';

const cards: { readonly [Kind in ShapeKind]: ComponentType<{ shape: ShapeTypes[Kind] }> } = {
  object: ObjectCard,
  polygon: PolygonCard,
  mask: MaskCard,
  point: PointCard,
};

/** The card of one or several selected shapes. */
export function ShapeCard({ shapes }: { shapes: readonly [Shape, ...Shape[]] }) {
  const [shape, ...others] = shapes;
  if (others.length > 0) return <SelectionCard shapes={shapes} />;
  const Card = cards[shape.kind] as ComponentType<{ shape: Shape }>;
  // No key: the card is reused for another shape of the kind, because mounting a new one takes several times as long.
  return <Card shape={shape} />;
}
