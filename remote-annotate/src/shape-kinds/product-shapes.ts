import { SHAPE_NAMES } from '@console/shared-contract/shape-kinds';
import { ShapeKinds } from '../editor/kinds/shape-kinds';
import type { ShapeUtil } from '../editor/kinds/shape-util';
import type { ShapeKind } from '../editor/model/types';
import { PRODUCT_KINDS } from './product-kinds';

export const PRODUCT_UTILS: readonly ShapeUtil[] = SHAPE_NAMES.map((name) => PRODUCT_KINDS[name].util);

/** The kinds of shapes of the console. */
export const productShapes = new ShapeKinds(PRODUCT_UTILS);

export const SHAPE_KINDS: readonly ShapeKind[] = productShapes.names;
