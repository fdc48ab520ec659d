import { MAX_MASK_COUNTS } from '@console/shared-contract/limits';
import {
  buildRuns,
  clipRuns,
  computeMaskArea,
  computeMaskBox,
  decodeBitmap,
  encodeBitmap,
  encodeCounts,
  placeRuns,
  RunIndex,
  type MaskSize,
} from '@console/shared-contract/mask-rle';
import { toRegionRuns, type RegionRuns } from '../../readers/reader/parsed-mask';
import type { ParsedShape } from '../../readers/reader/reader';
import { messages } from '../state/messages';
import type { FitResult, TargetImage } from './fit-result';
import { findConversion } from './find-conversion';

/**
 * Converts a mask to pixels of its upright image, like `fitShape`. If the image was resized, each of its pixels gets the value of the
 * nearest pixel of the mask.
 */
export function fitMask(
  { data, counts = '', image_size: declaredSize }: ParsedShape,
  image: TargetImage,
  outsidePolicy: 'clamp' | 'skip',
): FitResult {
  const mask = toUpright(toRegionRuns({ data, counts }), declaredSize ? { ...image, declaredSize } : image);
  if (!mask) return { skipped: messages.otherSize };
  const maskSize: MaskSize = [image.height, image.width];
  const runs = placeRuns(mask.runs, mask.region, maskSize);
  const box = computeMaskBox(runs, maskSize);
  if (!box) return { skipped: messages.outside('Shapes') };
  const isClipped = computeMaskArea(runs) < computeMaskArea(mask.runs);
  if (isClipped && outsidePolicy === 'skip') return { skipped: messages.beyondImage };
  const encodedRuns = encodeCounts(clipRuns(runs, maskSize[0] * maskSize[1]));
  if (encodedRuns.length > MAX_MASK_COUNTS) return { skipped: messages.tooComplexMask };
  return { data: box, isClipped, mask: { size: [...maskSize], counts: encodedRuns } };
}

function toUpright(mask: RegionRuns, image: TargetImage): RegionRuns | null {
  const conversion = findConversion(image);
  if (conversion === 'none') return mask;
  if (conversion === 'scale') return scaleMask(mask, image);
  return conversion === 'rotate' ? rotateMask(mask, image) : null;
}

function scaleMask({ runs, region }: RegionRuns, { width, height, declaredSize }: TargetImage): RegionRuns {
  const [scaleX, scaleY] = [width / declaredSize!.width, height / declaredSize!.height];
  const left = Math.max(Math.floor(region.left * scaleX), 0);
  const top = Math.max(Math.floor(region.top * scaleY), 0);
  const scaledSize = {
    left,
    top,
    width: Math.min(Math.ceil((region.left + region.width) * scaleX), width) - left,
    height: Math.min(Math.ceil((region.top + region.height) * scaleY), height) - top,
  };
  if (scaledSize.width <= 0 || scaledSize.height <= 0) return { runs: [], region: { left: 0, top: 0, width: 0, height: 0 } };
  // The declared size has no limit, so a bitmap of this size could exceed the memory. Therefore, only the columns of the result are
  // visited.
  const index = new RunIndex(runs);
  const toTargetRow = (row: number) =>
    Math.min(Math.max(Math.ceil((region.top + row) * scaleY - 0.5) - top, 0), scaledSize.height);
  const copiedRuns: number[] = [];
  for (let x = 0; x < scaledSize.width; x++) {
    const column = Math.floor((left + x + 0.5) / scaleX) - region.left;
    if (column < 0 || column >= region.width) continue;
    const [sourceOffset, targetOffset] = [column * region.height, x * scaledSize.height];
    index.forEachStretch(sourceOffset, sourceOffset + region.height, (runStart, runEnd) =>
      copiedRuns.push(targetOffset + toTargetRow(runStart - sourceOffset), targetOffset + toTargetRow(runEnd - sourceOffset)),
    );
  }
  return { runs: buildRuns(copiedRuns, scaledSize.width * scaledSize.height), region: scaledSize };
}

/** Rotates pixels of an image that is stored with an EXIF orientation from 5 to 8. */
function rotateMask({ runs, region }: RegionRuns, { width, height, orientation }: TargetImage): RegionRuns {
  const sourceBitmap = decodeBitmap(runs, [region.height, region.width]);
  // The width of the stored image is the height of the upright image, because its rows become columns.
  const areRowsReversed = orientation === 6 || orientation === 7;
  const areColumnsReversed = orientation === 7 || orientation === 8;
  const rotatedRegion = {
    left: areRowsReversed ? width - region.top - region.height : region.top,
    top: areColumnsReversed ? height - region.left - region.width : region.left,
    width: region.height,
    height: region.width,
  };
  return createRegion(rotatedRegion, (x, y) => {
    const sourceX = areColumnsReversed ? region.width - 1 - y : y;
    const sourceY = areRowsReversed ? region.height - 1 - x : x;
    return sourceBitmap[sourceY * region.width + sourceX]!;
  });
}

function createRegion(region: RegionRuns['region'], getPixel: (x: number, y: number) => number): RegionRuns {
  const bitmap = new Uint8Array(region.width * region.height);
  for (let y = 0; y < region.height; y++) for (let x = 0; x < region.width; x++) bitmap[y * region.width + x] = getPixel(x, y);
  return { runs: encodeBitmap(bitmap, [region.height, region.width]), region };
}
