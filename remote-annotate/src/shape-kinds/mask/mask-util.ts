import type { ShapeUtil } from '../../editor/kinds/shape-util';
import type { MaskShape } from '../../editor/model/types';
import { maskPainter } from './mask-painter';
import { getMaskArea, getMaskBounds, normaliseMask, translateMask } from './mask-region';
import { isMaskEdgeHit, isMaskHit } from './run-index';

export const maskUtil: ShapeUtil<MaskShape> = {
  kind: 'mask',
  painter: maskPainter,
  labelKind: 'polygon',
  hasArea: true,
  hasVertices: false,
  hasAttributes: true,
  getBounds: ({ data }) => getMaskBounds(data),
  getArea: ({ data }) => getMaskArea(data),
  isHit: ({ data }, point, tolerance) => isMaskHit(data, point, tolerance),
  isOutlineHit: ({ data }, point, tolerance) => isMaskEdgeHit(data, point, tolerance),
  normalise: normaliseMask,
  translate: translateMask,
  // Masks have no handles: they are changed by painting.
  getHandles: () => [],
  startDrag: () => null,
};
