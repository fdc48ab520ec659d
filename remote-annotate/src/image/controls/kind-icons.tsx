import { mapShapeKinds } from '@console/shared-contract/shape-kinds';
import { createElement } from 'react';
import { PRODUCT_KINDS } from '../../shape-kinds/product-kinds';

export const kindIcons = mapShapeKinds('name', (name) => createElement(PRODUCT_KINDS[name].icon));
