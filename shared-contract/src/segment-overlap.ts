// This file does not import zod: a remote can use it without bundling the schemas.
import type { MaskData } from './api';
import { computeBoundingBox, computeBoxOverlap, computeCoveredRatio } from './box-overlap';
import { decodeCounts } from './mask-rle';
import { visitPixelsInOutlines } from './outline-pixels';

/** The pixels of a polygon or mask, stored independently of the image size. */
export interface Segment {
  /** Bounding box `[x1, y1, x2, y2]` of the shape. */
  box: readonly [number, number, number, number];
  /** Number of pixels. */
  area: number;
  /** For each pixel column: the vertical runs of pixels, as first row and row after the last row, in ascending order. */
  columns: ReadonlyMap<number, readonly number[]>;
}

/** A polygon (flat list of x and y of its vertices) or a mask. */
export type SegmentGeometry = { data: readonly number[]; mask?: null } | { mask: MaskData };

/** Converts a polygon or mask to pixels. A pixel belongs to a polygon that contains the center of the pixel (even-odd rule). */
export function createSegment(geometry: SegmentGeometry): Segment {
  const columns = geometry.mask ? listMaskColumns(geometry.mask) : listPolygonColumns(geometry.data);
  let area = 0;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [column, stretches] of columns) {
    [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
    [top, bottom] = [Math.min(top, stretches[0]!), Math.max(bottom, stretches.at(-1)!)];
    area += computeLength(stretches);
  }
  return { box: geometry.mask ? [left, top, right, bottom] : computeBoundingBox(geometry.data), area, columns };
}

/**
 * Computes the intersection over union of the pixels, 0 to 1. If `second` is a crowd (`isCrowd`), the result is the ratio of `first` that
 * is inside `second`, as in COCO's evaluation. If a polygon contains no pixel center, the boxes are compared instead.
 */
export function computeSegmentOverlap(first: Segment, second: Segment, isCrowd = false): number {
  if (first.area === 0 || second.area === 0)
    return isCrowd ? computeCoveredRatio(first.box, second.box) : computeBoxOverlap(first.box, second.box);
  if (computeBoxOverlap(first.box, second.box) === 0) return 0;
  const intersection = computeIntersection(first, second);
  return intersection / (isCrowd ? first.area : first.area + second.area - intersection);
}

function computeIntersection(first: Segment, second: Segment): number {
  const [fewerColumns, moreColumns] =
    first.columns.size <= second.columns.size ? [first.columns, second.columns] : [second.columns, first.columns];
  let area = 0;
  for (const [column, stretches] of fewerColumns) area += computeCommonLength(stretches, moreColumns.get(column) ?? []);
  return area;
}

/** Splits the runs of a mask, which are in column-major order, into columns. */
function listMaskColumns({ size: [height = 0], counts }: MaskData): Map<number, number[]> {
  const columns = new Map<number, number[]>();
  let start = 0;
  for (const [index, length] of decodeCounts(counts).entries()) {
    const end = start + length;
    if (index % 2 === 1)
      for (let position = start; position < end;) {
        const column = Math.floor(position / height);
        const columnEnd = Math.min(end, (column + 1) * height);
        addStretch(columns, column, position - column * height, columnEnd - column * height);
        position = columnEnd;
      }
    start = end;
  }
  return columns;
}

function listPolygonColumns(data: readonly number[]): Map<number, number[]> {
  const columns = new Map<number, number[]>();
  visitPixelsInOutlines([data], (column, firstRow, endRow) => addStretch(columns, column, firstRow, endRow));
  return columns;
}

function addStretch(columns: Map<number, number[]>, column: number, firstRow: number, endRow: number): void {
  const stretches = columns.get(column);
  if (stretches) stretches.push(firstRow, endRow);
  else columns.set(column, [firstRow, endRow]);
}

function computeLength(stretches: readonly number[]): number {
  let length = 0;
  for (let index = 0; index + 1 < stretches.length; index += 2) length += stretches[index + 1]! - stretches[index]!;
  return length;
}

/** Returns the total length of the intersection of two lists of runs. Both lists must be in ascending order. */
function computeCommonLength(a: readonly number[], b: readonly number[]): number {
  let [length, firstIndex, secondIndex] = [0, 0, 0];
  while (firstIndex + 1 < a.length && secondIndex + 1 < b.length) {
    length += Math.max(0, Math.min(a[firstIndex + 1]!, b[secondIndex + 1]!) - Math.max(a[firstIndex]!, b[secondIndex]!));
    if (a[firstIndex + 1]! < b[secondIndex + 1]!) firstIndex += 2;
    else secondIndex += 2;
  }
  return length;
}
