import { getAnyBoxBounds, isRotatedBox } from '../../editor/geometry/rotated-box';
import type { BoxShape } from '../../editor/model/types';
import { createLabelledCalls } from '../labelled-calls';

export const boxCalls = createLabelledCalls(
  'object',
  {
    // `rotated_box` is missing or null for an upright box.
    read: ({ data, rotated_box: rotatedBox }) =>
      Array.isArray(data) ? ((rotatedBox ?? data) as unknown as BoxShape['data']) : null,
    toBody: (data, before) => ({
      // Explicitly remove the rotation, because the server keeps it if `data` does not change.
      ...(before && isRotatedBox(before.data) && { rotated_box: null }),
      ...toDataBody(data),
    }),
  },
  true,
);

/**
 * Returns the coordinates in the format of the API. For a rotated box, the server computes `data` itself: the bounds, clipped to the image.
 */
function toDataBody(data: BoxShape['data']) {
  if (!isRotatedBox(data)) return { data: [...data] };
  const { minX, minY, maxX, maxY } = getAnyBoxBounds(data);
  return { data: [minX, minY, maxX, maxY], rotated_box: [...data] };
}
