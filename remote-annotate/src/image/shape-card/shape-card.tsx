import type { Shape } from '../../editor';
import { SelectionCard } from './selection-card';
import { ObjectCard } from './object-card';
import { PointCard } from './point-card';
import { PolygonCard } from './polygon-card';

/** The card of the selected shapes: one, or several. */
export function ShapeCard({ shapes }: { shapes: readonly [Shape, ...Shape[]] }) {
  const [shape, ...others] = shapes;
  if (others.length > 0) return <SelectionCard shapes={shapes} />;
  // Another shape of the kind is shown in the card that stands: making it anew takes several times as long.
  if (shape.kind === 'object') return <ObjectCard shape={shape} />;
  if (shape.kind === 'polygon') return <PolygonCard shape={shape} />;
  // A name that came from elsewhere starts the field anew.
  return <PointCard key={`${shape.id} ${shape.name}`} shape={shape} />;
}
