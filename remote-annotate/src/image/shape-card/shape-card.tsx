import { BoxIcon, MaskIcon, PointIcon, SegmentationIcon, SkeletonIcon } from '@console/shared-ui/basics';
import type { ComponentType, ReactElement } from 'react';
import type { Shape, ShapeKind, ShapeTypes } from '../../editor';
import { SelectionCard } from './selection-card';
import { ObjectCard } from './object-card';
import { MaskCard } from './mask-card';
import { PointCard } from './point-card';
import { SkeletonCard } from './skeleton-card';
import { PolygonCard } from './polygon-card';

interface KindView<Kind extends ShapeKind> {
  readonly icon: ReactElement;
  readonly Card: ComponentType<{ shape: ShapeTypes[Kind] }>;
}

const kindViews: { readonly [Kind in ShapeKind]: KindView<Kind> } = {
  object: { icon: <BoxIcon />, Card: ObjectCard },
  polygon: { icon: <SegmentationIcon />, Card: PolygonCard },
  mask: { icon: <MaskIcon />, Card: MaskCard },
  point: { icon: <PointIcon />, Card: PointCard },
  skeleton: { icon: <SkeletonIcon />, Card: SkeletonCard },
};

export const getKindIcon = (kind: ShapeKind): ReactElement => kindViews[kind].icon;

/** The card of one or several selected shapes. */
export function ShapeCard({ shapes }: { shapes: readonly [Shape, ...Shape[]] }) {
  const [shape, ...otherShapes] = shapes;
  if (otherShapes.length > 0) return <SelectionCard shapes={shapes} />;
  const Card = kindViews[shape.kind].Card as ComponentType<{ shape: Shape }>;
  // The card has no key, so that it is reused for another shape of the kind. Mounting a new card takes several times as long.
  return <Card shape={shape} />;
}
