import { getPolygonBounds } from '../../../editor/geometry/polygon';
import type { Bounds, ImageSize, MaskRuns } from '../../../editor/model/types';
import { createBitmap, drawMask, toBitmap, toMaskRuns, type Bitmap } from '../bitmap/bitmap';
import { fillHoles, removeSpecks } from '../bitmap/clean';
import { fillPolygon } from '../bitmap/fill';
import { fitMask, type Neighbours } from '../bitmap/fill-gaps';
import { growByOnePixel, shrinkByOnePixel } from '../bitmap/morphology';
import { toPolygons } from '../bitmap/polygons';
import { getMaskBounds } from '../mask-region';

type ChangePixels = (bitmap: Bitmap, imageSize: ImageSize) => Bitmap;

/** The function of each command that changes pixels. The functions need a margin of one pixel around the mask. */
const PIXEL_CHANGES = {
  'fill-holes': fillHoles,
  'remove-specks': removeSpecks,
  'grow-mask': growByOnePixel,
  'shrink-mask': shrinkByOnePixel,
} as const satisfies Record<string, ChangePixels>;
const BITMAP_MARGIN = 1;

export type PixelCommand = keyof typeof PIXEL_CHANGES;

/** A computation on the data of a mask, or of a polygon (`to-mask`). */
export type MaskTask = {
  readonly data: readonly number[];
  readonly imageSize: ImageSize;
} & (
  | { readonly type: PixelCommand | 'to-mask' }
  /** `within` is the part of the image to convert. By default, the complete mask is converted. */
  | { readonly type: 'to-polygons'; readonly within?: Bounds }
  | { readonly type: 'fit'; readonly neighbours: Neighbours; readonly maxGap: number }
);

/** The data of the shapes that replace the shape: one mask, any number of polygons, or nothing. */
export type MaskTaskResult = readonly (readonly number[])[];

export function performMaskTask(task: MaskTask): MaskTaskResult {
  if (task.type === 'to-polygons') return toPolygons(task.within ? cropMask(task.data, task.within) : toBitmap(task.data));
  const mask = createMask(task);
  return mask ? [mask] : [];
}

function createMask(task: Exclude<MaskTask, { type: 'to-polygons' }>): MaskRuns | null {
  const { data, imageSize } = task;
  if (task.type === 'fit') return fitMask(data, task.neighbours, task.maxGap, imageSize);
  return toMaskRuns(
    task.type === 'to-mask' ? fillNewBitmap(data) : PIXEL_CHANGES[task.type](toBitmap(data, BITMAP_MARGIN), imageSize),
    imageSize,
  );
}

/** Returns the pixels of a mask inside bounds. */
function cropMask(data: MaskRuns, bounds: Bounds): Bitmap {
  const bitmap = createBitmap(getIntersection(getMaskBounds(data), bounds));
  drawMask(bitmap, data);
  return bitmap;
}

function getIntersection(a: Bounds, b: Bounds): Bounds {
  const [minX, minY] = [Math.max(a.minX, Math.floor(b.minX)), Math.max(a.minY, Math.floor(b.minY))];
  const [maxX, maxY] = [Math.min(a.maxX, Math.ceil(b.maxX)), Math.min(a.maxY, Math.ceil(b.maxY))];
  return { minX, minY, maxX: Math.max(minX, maxX), maxY: Math.max(minY, maxY) };
}

/** Sets the pixels whose centers are inside a polygon. */
function fillNewBitmap(vertices: readonly number[]): Bitmap {
  const bitmap = createBitmap(getPolygonBounds(vertices));
  fillPolygon(bitmap, vertices, 1);
  return bitmap;
}

/** Above these numbers of pixels or coordinates, tasks can take longer than a frame. */
const [MAX_PIXELS, MAX_NUMBERS] = [250_000, 10_000];

/** Whether tasks can take so long that they must not run on the thread of the page. */
export function areLongTasks(tasks: readonly MaskTask[]): boolean {
  const getTotal = (measure: (task: MaskTask) => number) => tasks.reduce((total, task) => total + measure(task), 0);
  return getTotal(({ data }) => data.length) > MAX_NUMBERS || getTotal(countCoveredPixels) > MAX_PIXELS;
}

function countCoveredPixels(task: MaskTask): number {
  const { minX, minY, maxX, maxY } = getCoveredBounds(task);
  return (maxX - minX) * (maxY - minY);
}

function getCoveredBounds(task: MaskTask): Bounds {
  if (task.type === 'to-mask') return getPolygonBounds(task.data);
  const bounds = getMaskBounds(task.data);
  return task.type === 'to-polygons' && task.within ? getIntersection(bounds, task.within) : bounds;
}
