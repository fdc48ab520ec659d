import { ShapeKinds } from '../editor/kinds/shape-kinds';
import type { ShapeUtil } from '../editor/kinds/shape-util';
import type { ShapeKind, ShapeTypes } from '../editor/model/types';
import { boxUtil } from './box/box-util';
import { maskUtil } from './mask/mask-util';
import { pointUtil } from './point/point-util';
import { polygonUtil } from './polygon/polygon-util';

const utils: { readonly [Kind in ShapeKind]: ShapeUtil<ShapeTypes[Kind]> } = {
  object: boxUtil,
  polygon: polygonUtil,
  mask: maskUtil,
  point: pointUtil,
};

export const PRODUCT_UTILS: readonly ShapeUtil[] = Object.values(utils);

/** The kinds of shapes of the product. */
export const productShapes = new ShapeKinds(PRODUCT_UTILS);

export const SHAPE_KINDS: readonly ShapeKind[] = productShapes.names;
