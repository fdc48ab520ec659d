import type { MaskRuns, MaskShape } from '../../editor/model/types';
import { MIN_CAPTIONED_SHAPE } from '../../editor/painting/look';
import { paintSamples, SELECTED_PIXEL_OPACITY } from '../../editor/painting/paint-pixels';
import type { ShapePainter } from '../../editor/painting/shape-painter';
import { DOT_SIDE, getCorners } from '../../editor/painting/strokes';
import { toBitmap } from './bitmap/bitmap';
import { traceContours, type Contour } from './bitmap/contours';
import { getMaskBounds, getRegion } from './mask-region';
import { getDeviceRect, sampleMask } from './sample-mask';

/**
 * Maximum number of vertices of a selected mask's outline. For longer outlines, the bounds are shown instead, because painting them would
 * delay each frame.
 */
const MAX_OUTLINE_VERTICES = 20_000;

const outlinesByData = new WeakMap<MaskRuns, readonly Contour[]>();

function getOutlines(data: MaskRuns): readonly Contour[] {
  const cachedContours = outlinesByData.get(data);
  if (cachedContours) return cachedContours;
  const contours = traceContours(toBitmap(data));
  const vertexCount = contours.reduce((sum, { length }) => sum + length / 2, 0);
  const outlines = vertexCount > MAX_OUTLINE_VERTICES ? [getCorners(getMaskBounds(data))] : contours;
  outlinesByData.set(data, outlines);
  return outlines;
}

export const maskPainter: ShapePainter<MaskShape> = {
  markerRadius: 0,
  isFilledByPixels: true,
  paint: ({ context, scale, x, y, isSelected }, { data }) => {
    const { left, top, width, height } = getRegion(data);
    if (width * scale < DOT_SIDE && height * scale < DOT_SIDE)
      return context.fillRect(left * scale + x, top * scale + y, DOT_SIDE, DOT_SIDE);
    const { a: pixelRatio, e, f } = context.getTransform();
    const camera = { x: x * pixelRatio + e, y: y * pixelRatio + f, scale: scale * pixelRatio };
    const rect = getDeviceRect(data, camera, context.canvas);
    if (!rect) return;
    paintSamples(context, sampleMask(data, rect, camera), {
      opacity: isSelected ? SELECTED_PIXEL_OPACITY : undefined,
      // If the label has dashes, because its color is similar to the color of another label, paint the mask with stripes.
      hatchOrigin: context.getLineDash().length > 0 ? camera : undefined,
    });
  },
  getCaptionPosition: ({ data }, scale) => {
    const { left, top, width } = getRegion(data);
    return width * scale < MIN_CAPTIONED_SHAPE ? null : { x: left * scale, y: top * scale };
  },
  getOutline: ({ data }) => getCorners(getMaskBounds(data)),
  getOutlines: ({ data }) => getOutlines(data),
};
