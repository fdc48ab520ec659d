import { BoxIcon, MaskIcon, PointIcon, SegmentationIcon } from '@console/shared-ui/basics';
import type { ReactElement } from 'react';
import type { ShapeKind } from '../../editor';

export const kindIcons: Readonly<Record<ShapeKind, ReactElement>> = {
  object: <BoxIcon />,
  polygon: <SegmentationIcon />,
  mask: <MaskIcon />,
  point: <PointIcon />,
};
