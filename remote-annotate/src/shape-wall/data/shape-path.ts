import type { LabelledShape } from '@console/shared-contract/api';

/** Returns the path of the image screen, which selects the shape. The parameter names shapes of any kind. */
export const getShapePath = ({ id, image }: Pick<LabelledShape, 'id' | 'image'>): string => `/image/${image.id}?object=${id}`;
