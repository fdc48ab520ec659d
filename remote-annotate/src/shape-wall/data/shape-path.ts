import type { LabelledShape } from '@console/shared-contract/api';

/** Returns the path of the image screen, which then selects the shape. The parameter `object` accepts shapes of any kind. */
export const getShapePath = ({ id, image }: Pick<LabelledShape, 'id' | 'image'>): string => `/image/${image.id}?object=${id}`;
