import type { Tensor } from 'onnxruntime-node';
import { MASK_MARGIN, MASK_SIZE } from '../detection/masks/mask-model';
import { traceOutline } from '../detection/masks/outline';
import type { UploadedFormat } from '../protocol/protocol';
import type { Box } from '../scores/box-overlap';

/**
 * Traces the outline of an object as x, y, x, y ... in pixels of the input. The mask of the object is a weighted sum of prototypes
 * (1 x masks x height x width over the input). The sum is the logit of each point.
 */
export function traceMask(
  box: Box,
  coefficients: readonly number[],
  { data, dims }: Tensor,
  { input }: { input: Pick<UploadedFormat['input'], 'width' | 'height'> },
): number[] {
  const [, , height = 0, width = 0] = dims;
  const prototypes = data as Float32Array;
  const [x1, y1, x2, y2] = box;
  // Use the same points as the built-in models: a square grid over the enlarged box.
  const toPosition = (from: number, to: number, index: number) =>
    from + (((index + 0.5) / MASK_SIZE) * (1 + 2 * MASK_MARGIN) - MASK_MARGIN) * (to - from);
  const mask = Float32Array.from({ length: MASK_SIZE * MASK_SIZE }, (_, index) => {
    const [x, y] = [toPosition(x1, x2, index % MASK_SIZE), toPosition(y1, y2, Math.floor(index / MASK_SIZE))];
    // Ignore points outside the box, which may belong to other objects.
    if (x < x1 || x > x2 || y < y1 || y > y2) return 0;
    const column = clamp(Math.floor((x / input.width) * width), width);
    const row = clamp(Math.floor((y / input.height) * height), height);
    const logit = coefficients.reduce(
      (sum, coefficient, prototype) => sum + coefficient * prototypes[(prototype * height + row) * width + column]!,
      0,
    );
    return 1 / (1 + Math.exp(-logit));
  });
  return traceOutline(mask, box);
}

const clamp = (value: number, count: number) => Math.min(count - 1, Math.max(0, value));
