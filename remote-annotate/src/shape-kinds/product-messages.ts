import { mapShapeKinds } from '@console/shared-contract/shape-kinds';
import { PRODUCT_KINDS } from './product-kinds';

/** Text about the kinds of shapes of the console. */
export const kindMessages = mapShapeKinds('name', (name) => PRODUCT_KINDS[name].messages);
