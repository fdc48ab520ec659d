import type { ShapeKind } from '../editor/model/types';
import type { KindMessages } from '../text/kind-messages';
import { boxMessages } from './box/box-messages';
import { maskMessages } from './mask/mask-messages';
import { pointMessages } from './point/point-messages';
import { polygonMessages } from './polygon/polygon-messages';

/** Text about the kinds of shapes of the product. */
export const kindMessages: Readonly<Record<ShapeKind, KindMessages>> = {
  object: boxMessages,
  polygon: polygonMessages,
  mask: maskMessages,
  point: pointMessages,
};
