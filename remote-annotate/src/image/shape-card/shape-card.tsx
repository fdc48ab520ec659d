import type { Shape } from '../../editor';
import { SelectionCard } from './selection-card';
import { ObjectCard } from './object-card';
import { PointCard } from './point-card';
import { PolygonCard } from './polygon-card';

/** The card of one or several selected shapes. */
export function ShapeCard({ shapes }: { shapes: readonly [Shape, ...Shape[]] }) {
  const [shape, ...others] = shapes;
  if (others.length > 0) return <SelectionCard shapes={shapes} />;
  // No key: the card is reused for another shape of the kind, because mounting a new one takes several times as long.
  if (shape.kind === 'object') return <ObjectCard shape={shape} />;
  if (shape.kind === 'polygon') return <PolygonCard shape={shape} />;
  // The key resets the input when the name changes elsewhere.
  return <PointCard key={`${shape.id} ${shape.name}`} shape={shape} />;
}
