import { POLYGON_COORDINATES } from '@console/shared-contract/limits';
import { computeEnclosingBox, computeRotatedBounds } from '@console/shared-contract/rotated-box';
import { computeTwiceArea } from '../../../data-access/shapes/geometry';
import { listPositions, replacePositions } from '../../../data-access/shapes/skeleton-positions';
import type { ImportedKind } from '../../../platform/database/tables/shapes';
import type { ParsedShape } from '../../readers/reader/reader';
import { messages } from '../state/messages';
import { findConversion } from './find-conversion';
import { fitMask } from './fit-mask';
import type { FitResult, TargetImage } from './fit-result';

/** Number of decimals of rotated boxes: more than any format has, and few enough to hide rounding errors. */
const ROTATED_DECIMALS = 6;

/** What happens to a shape that extends beyond the image. */
type OutsidePolicy = 'clamp' | 'skip';

const FIT_BY_KIND: Readonly<
  Record<ImportedKind, (shape: ParsedShape, image: TargetImage, outsidePolicy: OutsidePolicy) => FitResult>
> = {
  box: fitBox,
  polygon: fitPolygon,
  mask: fitMask,
  point: fitPoint,
  skeleton: fitSkeleton,
};

/**
 * Converts a shape to whole pixels of its upright image. Fractions are converted to pixels, pixels of a resized image are scaled, and
 * pixels of an image with an EXIF rotation are rotated. A shape that extends beyond the image is clipped or skipped.
 */
export function fitShape(shape: ParsedShape, image: TargetImage, outsidePolicy: OutsidePolicy): FitResult {
  if (shape.kind === 'label') throw new Error('a label has no geometry');
  return FIT_BY_KIND[shape.kind](shape, image, outsidePolicy);
}

function fitBox(shape: ParsedShape, image: TargetImage, outsidePolicy: OutsidePolicy): FitResult {
  if (shape.rotated_box && toUpright(shape, image)) return fitRotatedBox(shape.rotated_box, image, outsidePolicy);
  const corners = shape.corners && toUpright({ ...shape, kind: 'polygon', data: shape.corners }, image);
  const rotatedBox = corners && toRotatedBox(corners);
  if (rotatedBox && rotatedBox[4] !== 0) return fitRotatedBox(rotatedBox, image, outsidePolicy);
  const fitResult = fitCorners(shape, image, outsidePolicy);
  if ('skipped' in fitResult) return fitResult;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = fitResult.data;
  return x2 > x1 && y2 > y1 ? fitResult : { skipped: messages.outside('Shapes') };
}

function fitPolygon(shape: ParsedShape, image: TargetImage, outsidePolicy: OutsidePolicy): FitResult {
  const fitResult = fitCorners(shape, image, outsidePolicy);
  if ('skipped' in fitResult) return fitResult;
  const data = removeRepeatedCorners(fitResult.data);
  if (data.length < POLYGON_COORDINATES.min || computeTwiceArea(data) === 0)
    return { skipped: 'Polygons without area after rounding to pixels' };
  if (data.length > POLYGON_COORDINATES.max) return { skipped: `Polygons of more than ${POLYGON_COORDINATES.max / 2} corners` };
  return { ...fitResult, data };
}

function fitPoint(shape: ParsedShape, image: TargetImage, outsidePolicy: OutsidePolicy): FitResult {
  const fitResult = fitCorners(shape, image, outsidePolicy);
  return !('skipped' in fitResult) && fitResult.isClipped ? { skipped: messages.outside('Points') } : fitResult;
}

function fitSkeleton(shape: ParsedShape, image: TargetImage, outsidePolicy: OutsidePolicy): FitResult {
  const fitResult = fitCorners({ ...shape, kind: 'polygon', data: listPositions(shape.data) }, image, outsidePolicy);
  return 'skipped' in fitResult ? fitResult : { ...fitResult, data: replacePositions(shape.data, fitResult.data) };
}

/** Converts a list of x and y to whole pixels inside the image. */
function fitCorners(shape: ParsedShape, image: TargetImage, outsidePolicy: OutsidePolicy): FitResult {
  const uprightData = toUpright(shape, image);
  if (!uprightData) return { skipped: messages.otherSize };
  const roundedData = uprightData.map(Math.round);
  if (shape.kind === 'box') widenToPixel(roundedData, uprightData);
  const clampedData = roundedData.map((value, index) =>
    Math.min(Math.max(value, 0), index % 2 === 0 ? image.width : image.height),
  );
  const isClipped = clampedData.some((value, index) => value !== roundedData[index]);
  return isClipped && outsidePolicy === 'skip' ? { skipped: messages.beyondImage } : { data: clampedData, isClipped };
}

function fitRotatedBox(rotatedBox: number[], image: TargetImage, outsidePolicy: OutsidePolicy): FitResult {
  const [, , width = 0, height = 0] = rotatedBox;
  if (!(width > 0 && height > 0)) return { skipped: messages.withoutArea };
  const enclosingBox = computeEnclosingBox(rotatedBox, image);
  if (!enclosingBox) return { skipped: messages.outside('Shapes') };
  const isInside = computeRotatedBounds(rotatedBox).every((value, index) => value === enclosingBox[index]);
  if (!isInside && outsidePolicy === 'skip') return { skipped: messages.beyondImage };
  return { data: enclosingBox, isClipped: false, rotatedBox };
}

/**
 * Returns a rotated box with the center, the angle and the area of a parallelogram. The first side of the parallelogram becomes the width.
 */
function toRotatedBox(corners: readonly number[]): number[] {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0] = corners;
  const [right, down] = [(x2 - x1 + x3 - x4) / 2, (y2 - y1 + y3 - y4) / 2];
  const width = Math.hypot(right, down);
  const height = computeTwiceArea(corners) / 2 / width;
  const angle = (Math.atan2(down, right) * 180) / Math.PI;
  const round = (value: number) => Number(value.toFixed(ROTATED_DECIMALS));
  return [(x1 + x2 + x3 + x4) / 4, (y1 + y2 + y3 + y4) / 4, width, height, 0]
    .map(round)
    .with(4, round((angle + 360) % 360) % 360);
}

/** Makes sides that rounding reduced to zero one pixel long. */
function widenToPixel(roundedCorners: number[], exactCorners: readonly number[]): void {
  for (const [start, end] of [
    [0, 2],
    [1, 3],
  ] as const)
    if (roundedCorners[start] === roundedCorners[end]) {
      roundedCorners[start] = Math.floor(exactCorners[start]!);
      roundedCorners[end] = roundedCorners[start] + 1;
    }
}

/** Removes corners that rounding has moved onto the previous corner. */
function removeRepeatedCorners(corners: readonly number[]): number[] {
  const length = corners.length;
  return corners.filter((_, index) => {
    const x = index - (index % 2);
    const previousCorner = (x + length - 2) % length;
    return corners[x] !== corners[previousCorner] || corners[x + 1] !== corners[previousCorner + 1];
  });
}

function toUpright({ data, shares, kind }: ParsedShape, image: TargetImage): number[] | null {
  const { width, height, declaredSize, orientation } = image;
  const scale = (scaleX: number, scaleY: number) => data.map((value, index) => value * (index % 2 === 0 ? scaleX : scaleY));
  if (shares) return scale(width, height);
  const conversion = findConversion(image);
  if (conversion === 'none') return data;
  if (!declaredSize || conversion === null) return null;
  if (conversion === 'scale') return scale(width / declaredSize.width, height / declaredSize.height);
  const rotatedData = rotateCoordinates(data, declaredSize, orientation ?? 1);
  return kind === 'box' ? sortCorners(rotatedData) : rotatedData;
}

/** Rotates coordinates of the stored image to coordinates of the upright image. */
function rotateCoordinates(
  data: readonly number[],
  storedSize: { width: number; height: number },
  orientation: number,
): number[] {
  const rotatedData: number[] = [];
  for (let index = 0; index < data.length; index += 2) {
    const [x, y] = [data[index]!, data[index + 1]!];
    if (orientation === 5) rotatedData.push(y, x);
    else if (orientation === 6) rotatedData.push(storedSize.height - y, x);
    else if (orientation === 7) rotatedData.push(storedSize.height - y, storedSize.width - x);
    else rotatedData.push(y, storedSize.width - x);
  }
  return rotatedData;
}

function sortCorners([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): number[] {
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}
