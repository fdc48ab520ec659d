import type { InputImage } from '../../images/image';
import type { InputObject } from './assign-cells';

/** How an image is mirrored along each axis. The first of MIRRORS leaves it unchanged. */
export interface Mirror {
  x: boolean;
  y: boolean;
}

export const MIRRORS: readonly Mirror[] = [
  { x: false, y: false },
  { x: true, y: false },
  { x: false, y: true },
  { x: true, y: true },
];

/** The pixels of a model's input: RGB, row by row. */
export type InputPixels = Pick<InputImage, 'pixels' | 'width' | 'height'>;

/** Mirrors the pixels of an image. */
export function mirrorImage({ pixels, width, height }: InputPixels, mirror: Mirror): InputPixels {
  if (!mirror.x && !mirror.y) return { pixels, width, height };
  const mirroredPixels = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    const row = (mirror.y ? height - 1 - y : y) * width;
    for (let x = 0; x < width; x++) {
      const source = 3 * (row + (mirror.x ? width - 1 - x : x));
      const target = 3 * (y * width + x);
      mirroredPixels[target] = pixels[source]!;
      mirroredPixels[target + 1] = pixels[source + 1]!;
      mirroredPixels[target + 2] = pixels[source + 2]!;
    }
  }
  return { pixels: mirroredPixels, width, height };
}

/** Mirrors objects together with an image of this size. */
export function mirrorObjects(objects: readonly InputObject[], { width, height }: InputPixels, mirror: Mirror): InputObject[] {
  const mirrorX = (x: number) => (mirror.x ? width - x : x);
  const mirrorY = (y: number) => (mirror.y ? height - y : y);
  return objects.map(({ label, box: [x1, y1, x2, y2], outline }) => ({
    label,
    box: [
      Math.min(mirrorX(x1), mirrorX(x2)),
      Math.min(mirrorY(y1), mirrorY(y2)),
      Math.max(mirrorX(x1), mirrorX(x2)),
      Math.max(mirrorY(y1), mirrorY(y2)),
    ],
    ...(outline && { outline: outline.map((value, index) => (index % 2 === 0 ? mirrorX(value) : mirrorY(value))) }),
  }));
}
