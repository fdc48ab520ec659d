import { SHAPE_NAMES } from '@console/shared-contract/shape-kinds';
import { ShapeKinds } from '../editor/kinds/shape-kinds';
import type { ShapeUtil } from '../editor/kinds/shape-util';
import type { ShapeKind } from '../editor/model/types';
import { KIND_DEFINITIONS } from './kind-definitions';

export const SHAPE_UTILS: readonly ShapeUtil[] = SHAPE_NAMES.map((name) => KIND_DEFINITIONS[name].util);

/** The kinds of shapes of the console. */
export const shapeKinds = new ShapeKinds(SHAPE_UTILS);

export const SHAPE_KINDS: readonly ShapeKind[] = shapeKinds.names;
