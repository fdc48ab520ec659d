import type { Region } from '../../platform/images/region-crops';

/** Pixels around a shape, relative to its longer side, so that its edge is visible. */
const MARGIN_RATIO = 0.08;
const MIN_MARGIN = 2;

/** Returns the part of an image that shows a shape: its box with a margin, within the image. At least one pixel wide and high. */
export function toCropRegion(box: readonly number[], image: { img_width: number; img_height: number }): Region {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box;
  const margin = Math.max(MIN_MARGIN, Math.round(MARGIN_RATIO * Math.max(x2 - x1, y2 - y1)));
  const left = Math.min(Math.max(0, Math.floor(x1) - margin), image.img_width - 1);
  const top = Math.min(Math.max(0, Math.floor(y1) - margin), image.img_height - 1);
  return [
    left,
    top,
    Math.max(left + 1, Math.min(image.img_width, Math.ceil(x2) + margin)),
    Math.max(top + 1, Math.min(image.img_height, Math.ceil(y2) + margin)),
  ];
}
