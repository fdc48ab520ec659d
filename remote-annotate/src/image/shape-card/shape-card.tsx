import type { Shape } from '../../editor';
import { ObjectCard } from './object-card';
import { PointCard } from './point-card';
import { PolygonCard } from './polygon-card';

export function ShapeCard({ shape }: { shape: Shape }) {
  if (shape.kind === 'object') return <ObjectCard key={shape.id} shape={shape} />;
  if (shape.kind === 'polygon') return <PolygonCard key={shape.id} shape={shape} />;
  // A name that came from elsewhere starts the field anew.
  return <PointCard key={`${shape.id} ${shape.name}`} shape={shape} />;
}
