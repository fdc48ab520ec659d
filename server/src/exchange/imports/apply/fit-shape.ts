import { POLYGON_COORDINATES } from '@console/shared-contract/limits';
import { computeTwiceArea } from '../../../shapes/geometry';
import type { ParsedShape } from '../../readers/reader';

export interface TargetImage {
  /** Pixels of the upright picture. */
  width: number;
  height: number;
  /** As its EXIF data have it, 1 to 8; null where it is not known. */
  orientation: number | null;
  /** As the annotations have them. */
  said: { width: number; height: number } | null;
}

/** Whole pixels of the upright picture, or why the shape is left out. `moved`: some of it was outside. */
export type FitResult = { data: number[]; moved: boolean } | { left: string };

/** Sides of the same shape differ by the rounding of one pixel at most, as when a picture was made smaller. */
const SAME_SHAPE = 0.01;

/**
 * Lays a shape on its picture: shares become pixels, pixels of a smaller or larger picture are scaled, those of one that lies on its side
 * are turned; then all are rounded. What leaves the picture is cut at its border, or left out.
 */
export function fitShape(shape: ParsedShape, picture: TargetImage, outside: 'clamp' | 'skip'): FitResult {
  const upright = toUpright(shape, picture);
  if (!upright) return { left: 'The picture has another size than its annotations say' };
  const { width, height } = picture;
  const rounded = upright.map(Math.round);
  if (shape.kind === 'box') widen(rounded, upright);
  const inside = rounded.map((value, at) => Math.min(Math.max(value, 0), at % 2 === 0 ? width : height));
  const moved = inside.some((value, at) => value !== rounded[at]);
  if (moved && outside === 'skip') return { left: 'Shapes that leave the picture' };
  if (shape.kind === 'point') return moved ? { left: 'Points outside of the picture' } : { data: inside, moved };
  if (shape.kind === 'box') {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = inside;
    return x2 > x1 && y2 > y1 ? { data: inside, moved } : { left: 'Shapes that lie outside of the picture' };
  }
  const data = withoutRepeats(inside);
  if (data.length < POLYGON_COORDINATES.min || computeTwiceArea(data) === 0)
    return { left: 'Polygons without area in whole pixels' };
  if (data.length > POLYGON_COORDINATES.max) return { left: `Polygons of more than ${POLYGON_COORDINATES.max / 2} corners` };
  return { data, moved };
}

/** What is smaller than a pixel is one. */
function widen(rounded: number[], exact: readonly number[]): void {
  for (const [from, to] of [
    [0, 2],
    [1, 3],
  ] as const)
    if (rounded[from] === rounded[to]) {
      rounded[from] = Math.floor(exact[from]!);
      rounded[to] = rounded[from] + 1;
    }
}

/** Corners that fell on one pixel are one corner. */
function withoutRepeats(data: readonly number[]): number[] {
  const length = data.length;
  return data.filter((_, at) => {
    const x = at - (at % 2);
    const before = (x + length - 2) % length;
    return data[x] !== data[before] || data[x + 1] !== data[before + 1];
  });
}

function toUpright({ data, shares, kind }: ParsedShape, { width, height, said, orientation }: TargetImage): number[] | null {
  if (shares) return data.map((value, at) => value * (at % 2 === 0 ? width : height));
  if (!said || (said.width === width && said.height === height)) return data;
  if (hasSameShape(said, { width, height }))
    return data.map((value, at) => value * (at % 2 === 0 ? width / said.width : height / said.height));
  if (orientation === null || orientation < 5 || said.width !== height || said.height !== width) return null;
  const turned = turn(data, said, orientation);
  return kind === 'box' ? sorted(turned) : turned;
}

function hasSameShape(a: { width: number; height: number }, b: { width: number; height: number }): boolean {
  const [wide, high] = [b.width / a.width, b.height / a.height];
  return Math.abs(wide - high) <= Math.max(SAME_SHAPE * wide, 1 / a.width, 1 / a.height);
}

/** From the pixels as they are stored, with the sides `raw`, to those of the upright picture. */
function turn(data: readonly number[], raw: { width: number; height: number }, orientation: number): number[] {
  const turned: number[] = [];
  for (let at = 0; at < data.length; at += 2) {
    const [x, y] = [data[at]!, data[at + 1]!];
    if (orientation === 5) turned.push(y, x);
    else if (orientation === 6) turned.push(raw.height - y, x);
    else if (orientation === 7) turned.push(raw.height - y, raw.width - x);
    else turned.push(y, raw.width - x);
  }
  return turned;
}

function sorted([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): number[] {
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}
