import sharp from 'sharp';
import type { InputImage } from '../../images/image';
import type { InputObject } from './assign-cells';

/** Whether an image is mirrored along each axis. The first entry of MIRRORS leaves the image unchanged. */
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
export async function mirrorImage({ pixels, width, height }: InputPixels, mirror: Mirror): Promise<InputPixels> {
  const image = sharp(pixels, { raw: { width, height, channels: 3 } });
  return { pixels: await image.flop(mirror.x).flip(mirror.y).raw().toBuffer(), width, height };
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
