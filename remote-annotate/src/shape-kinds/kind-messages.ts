import { mapShapeKinds } from '@console/shared-contract/shape-kinds';
import { KIND_DEFINITIONS } from './kind-definitions';

/** Text about the kinds of shapes of the console. */
export const kindMessages = mapShapeKinds('name', (name) => KIND_DEFINITIONS[name].messages);
