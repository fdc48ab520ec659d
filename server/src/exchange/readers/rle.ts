import { z } from 'zod';
import { UnreadableError, type ImportSink } from './reader';

/** COCO's mask: lengths of runs of nothing and something in turns, column by column; as numbers, or packed as text. */
export const Rle = z.object({
  counts: z.union([z.string(), z.array(z.number().int().min(0))]),
  /** Height and width. */
  size: z.array(z.number().int().min(1)).length(2),
});
export type Rle = z.output<typeof Rle>;

const MAX_MASK_PIXELS = 200_000_000;

/** A part that is so much smaller than the largest is a slip of a brush or of a model. */
const SPECK = 0.01;

export interface Outlines {
  /** Of the parts, along the edges of their pixels, without specks. */
  outlines: number[][];
  holes: number;
  specks: number;
}

/** What is said of an object whose outlines become several polygons. */
export const SEVERAL_PARTS_NOTE = 'Objects with several parts: one polygon for each part';

/** The outlines of a mask; what they lack is said of its picture. Throws UnreadableError. */
export function traceOutlinesWithNotes(mask: Rle, picture: number, sink: Pick<ImportSink, 'addNote'>): number[][] {
  const { outlines, holes, specks } = traceOutlines(mask);
  sink.addNote(picture, 'Holes in masks: filled', holes);
  sink.addNote(picture, 'Specks in masks: parts smaller than 1% of the largest part', specks);
  return outlines;
}

/** The outlines of a mask's parts. Throws UnreadableError. */
export function traceOutlines({ counts, size: [height = 0, width = 0] }: Rle): Outlines {
  if (width * height > MAX_MASK_PIXELS)
    throw new UnreadableError(`A mask has more than ${MAX_MASK_PIXELS / 1_000_000} million pixels.`);
  const runs = typeof counts === 'string' ? unpack(counts) : counts;
  const mask = new Uint8Array(width * height);
  let at = 0;
  runs.forEach((length, index) => {
    if (index % 2 === 1) mask.fill(1, at, Math.min(mask.length, at + length));
    at += length;
  });
  return trace(mask, width, height);
}

/** As `rleFrString` of COCO's maskApi.c: five bits a letter, and from the third run on the difference to the last but one. */
function unpack(text: string): number[] {
  const runs: number[] = [];
  for (let at = 0; at < text.length;) {
    let [value, shift, more] = [0, 0, true];
    while (more && at < text.length) {
      const bits = text.charCodeAt(at) - 48;
      value |= (bits & 31) << shift;
      more = (bits & 32) !== 0;
      at += 1;
      shift += 5;
      if (!more && bits & 16) value |= -1 << shift;
    }
    runs.push(runs.length > 2 ? value + (runs.at(-2) ?? 0) : value);
  }
  return runs.map((run) => Math.max(0, run));
}

/**
 * Walks the edges between something and nothing with something at the right hand; each walk that turns right in all is the outline of a
 * part, one that turns left a hole. The mask is column by column.
 */
function trace(mask: Uint8Array, width: number, height: number): Outlines {
  const isOn = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && mask[x * height + y] === 1;
  // Upper edges that were walked, by the pixel below them.
  const walked = new Uint8Array(mask.length);
  const parts: { corners: number[]; area: number }[] = [];
  let [holes, largest] = [0, 0];
  for (let x = 0; x < width; x += 1)
    for (let y = 0; y < height; y += 1) {
      if (!isOn(x, y) || isOn(x, y - 1) || walked[x * height + y]) continue;
      const { corners, area } = walk({ x, y }, isOn, (px, py) => {
        walked[px * height + py] = 1;
      });
      if (area > 0) parts.push({ corners, area });
      else holes += 1;
      largest = Math.max(largest, area);
    }
  const whole = parts.filter(({ area }) => area >= SPECK * largest);
  return { outlines: whole.map(({ corners }) => corners), holes, specks: parts.length - whole.length };
}

/** Right, down, left, up. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

function walk(
  start: { x: number; y: number },
  isOn: (x: number, y: number) => boolean,
  visit: (x: number, y: number) => void,
): { corners: number[]; area: number } {
  let { x, y } = start;
  let [direction, twiceArea] = [0, 0];
  const corners: number[] = [];
  do {
    const [dx, dy] = STEPS[direction]!;
    if (direction === 0) visit(x, y);
    twiceArea += x * (y + dy) - (x + dx) * y;
    [x, y] = [x + dx, y + dy];
    // The two pixels ahead of the corner, at the right and at the left hand. Pixels that touch at a corner alone are two parts.
    const [right, left] = ahead(x, y, direction);
    const next = !isOn(...right) ? (direction + 1) % 4 : isOn(...left) ? (direction + 3) % 4 : direction;
    if (next !== direction) corners.push(x, y);
    direction = next;
  } while (x !== start.x || y !== start.y || direction !== 0);
  return { corners, area: twiceArea / 2 };
}

function ahead(x: number, y: number, direction: number): [[number, number], [number, number]] {
  if (direction === 0)
    return [
      [x, y],
      [x, y - 1],
    ];
  if (direction === 1)
    return [
      [x - 1, y],
      [x, y],
    ];
  if (direction === 2)
    return [
      [x - 1, y - 1],
      [x - 1, y],
    ];
  return [
    [x, y - 1],
    [x - 1, y - 1],
  ];
}
