import { getPolygonBounds } from '../../../editor/geometry/polygon';
import type { ImageSize } from '../../../editor/model/types';
import { createBitmap, toBitmap, toMaskRuns, type Bitmap } from '../bitmap/bitmap';
import { fillHoles, removeSpecks } from '../bitmap/clean';
import { fillPolygon } from '../bitmap/fill';
import { growByOnePixel, shrinkByOnePixel } from '../bitmap/morphology';
import { toPolygons } from '../bitmap/polygons';
import { getRegion } from '../mask-region';

type ChangePixels = (bitmap: Bitmap, imageSize: ImageSize) => Bitmap;

/** The commands that change pixels. Each needs a margin of one pixel around the mask. */
const CHANGES = {
  'fill-holes': fillHoles,
  'remove-specks': removeSpecks,
  'grow-mask': growByOnePixel,
  'shrink-mask': shrinkByOnePixel,
} as const satisfies Record<string, ChangePixels>;
const MARGIN = 1;

export type PixelCommand = keyof typeof CHANGES;

/** A computation on the data of a mask or, for `to-mask`, of a polygon. */
export interface MaskTask {
  readonly type: PixelCommand | 'to-polygons' | 'to-mask';
  readonly data: readonly number[];
  readonly imageSize: ImageSize;
}

/** The data of the shapes that replace the shape: one mask, any number of polygons, or nothing. */
export type MaskTaskResult = readonly (readonly number[])[];

export function performMaskTask({ type, data, imageSize }: MaskTask): MaskTaskResult {
  if (type === 'to-polygons') return toPolygons(toBitmap(data));
  const mask = toMaskRuns(type === 'to-mask' ? fillNewBitmap(data) : CHANGES[type](toBitmap(data, MARGIN), imageSize), imageSize);
  return mask ? [mask] : [];
}

/** Sets the pixels whose centers are inside a polygon. */
function fillNewBitmap(vertices: readonly number[]): Bitmap {
  const bitmap = createBitmap(getPolygonBounds(vertices));
  fillPolygon(bitmap, vertices, 1);
  return bitmap;
}

/** Limits above which tasks can take longer than a frame. */
const [MAX_PIXELS, MAX_NUMBERS] = [250_000, 10_000];

/** Whether tasks can take so long that they must not run on the thread of the page. */
export function areLongTasks(tasks: readonly MaskTask[]): boolean {
  const getTotal = (measure: (task: MaskTask) => number) => tasks.reduce((total, task) => total + measure(task), 0);
  return getTotal(({ data }) => data.length) > MAX_NUMBERS || getTotal(countCoveredPixels) > MAX_PIXELS;
}

function countCoveredPixels({ type, data }: MaskTask): number {
  if (type !== 'to-mask') return getRegion(data).width * getRegion(data).height;
  const { minX, minY, maxX, maxY } = getPolygonBounds(data);
  return (maxX - minX) * (maxY - minY);
}
