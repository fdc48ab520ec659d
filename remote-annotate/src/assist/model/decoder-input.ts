import type { Stroke } from '../../editor/model/prompt';
import type { BitmapPlacement, BitmapRegion } from '../../editor/model/region';
import type { BoxData, ImageSize } from '../../editor/model/types';
import type { RawMask } from './decoder-protocol';

/** Marks by which the user selects an object for an interactive model. Coordinates are image pixels. */
export interface Marks {
  readonly box: BoxData | null;
  /** The decoder uses only the start position of each stroke. */
  readonly strokes: readonly Stroke[];
}

/** The user's marks as input tensors of the decoder. */
export interface DecoderInput {
  /** Flat list of positions. The longer side of the image has the length `coordinateSize`. */
  readonly coords: Float32Array<ArrayBuffer>;
  /** For each position: 1 object, 0 background, 2 and 3 upper left and lower right corner of a box, -1 none. */
  readonly labels: Float32Array<ArrayBuffer>;
  /** The position and size of the mask to request from the decoder. */
  readonly placement: BitmapPlacement;
}

/** Converts marks into the input of a decoder (prompt encoder of Segment Anything). */
export function createDecoderInput({ box, strokes }: Marks, { width, height }: ImageSize, coordinateSize: number): DecoderInput {
  const longerSide = Math.max(width, height);
  const positions: (readonly [x: number, y: number, label: number])[] = strokes.map(({ points, isObject }) => [
    points[0] ?? 0,
    points[1] ?? 0,
    isObject ? 1 : 0,
  ]);
  if (box) positions.push([box[0], box[1], 2], [box[2], box[3], 3]);
  // Exported decoders expect this padding position in prompts without a box.
  else positions.push([0, 0, -1]);
  const scale = coordinateSize / longerSide;
  // Do not request the mask of a large image at full size, because the model itself works at a lower resolution.
  const step = Math.max(1, longerSide / coordinateSize);
  const toCellCount = (length: number) => Math.max(1, Math.round(length / step));
  return {
    coords: Float32Array.from(positions.flatMap(([x, y]) => [x * scale, y * scale])),
    labels: Float32Array.from(positions.map(([, , label]) => label)),
    placement: { x: 0, y: 0, columns: toCellCount(width), rows: toCellCount(height), step },
  };
}

/** Returns the index of the mask with the highest score. */
export function findBestMask(scores: ArrayLike<number>): number {
  let bestIndex = 0;
  for (let index = 1; index < scores.length; index += 1) if (scores[index]! > scores[bestIndex]!) bestIndex = index;
  return bestIndex;
}

/** Returns the pixels of one of the masks. `masks` contains all masks one after the other; values above 0 are inside. */
export function toRegion(masks: ArrayLike<number>, bestIndex: number, placement: BitmapPlacement): BitmapRegion {
  const maskSize = placement.columns * placement.rows;
  return {
    ...placement,
    bits: Uint8Array.from({ length: maskSize }, (_, index) => (masks[bestIndex * maskSize + index]! > 0 ? 1 : 0)),
  };
}

/**
 * Returns a copy of one of the `maskCount` low-resolution masks of the decoder, for its input `mask_input`. Null if the masks do not
 * have the size of this input.
 */
export function copyRawMask(
  masks: Float32Array | undefined,
  maskCount: number,
  bestIndex: number,
  inputMaskSize: number,
): RawMask | null {
  if (!masks || masks.length !== maskCount * inputMaskSize) return null;
  return masks.slice(bestIndex * inputMaskSize, (bestIndex + 1) * inputMaskSize) as RawMask;
}
