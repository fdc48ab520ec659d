import { z } from 'zod';
import { UnreadableError, type ImportSink } from '../reader/reader';

/** A COCO mask: alternating lengths of background and foreground runs, column by column, as numbers or encoded as text. */
export const Rle = z.object({
  counts: z.union([z.string(), z.array(z.number().int().min(0))]),
  /** Height and width. */
  size: z.array(z.number().int().min(1)).length(2),
});
export type Rle = z.output<typeof Rle>;

const MAX_MASK_PIXELS = 200_000_000;

/** Parts smaller than this ratio of the largest part are ignored: they are slips of a brush or errors of a model. */
const MIN_PART_RATIO = 0.01;

export interface Outlines {
  /** One outline for each part, along the edges of its pixels. Parts that are too small are omitted. */
  outlines: number[][];
  holes: number;
  specks: number;
}

/** Traces the outlines of a mask, and adds notes for skipped holes and specks. Throws UnreadableError. */
export function traceOutlinesWithNotes(mask: Rle, image: number, sink: Pick<ImportSink, 'addNote'>): number[][] {
  const { outlines, holes, specks } = traceOutlines(mask);
  sink.addNote(image, 'Holes in masks: filled', holes);
  sink.addNote(image, 'Specks in masks: parts smaller than 1% of the largest part', specks);
  return outlines;
}

/** Traces the outlines of a mask's parts. Throws UnreadableError for a mask that is too large. */
export function traceOutlines({ counts, size: [height = 0, width = 0] }: Rle): Outlines {
  if (width * height > MAX_MASK_PIXELS)
    throw new UnreadableError(`A mask has more than ${MAX_MASK_PIXELS / 1_000_000} million pixels.`);
  const runs = typeof counts === 'string' ? decodeRuns(counts) : counts;
  const mask = new Uint8Array(width * height);
  let at = 0;
  runs.forEach((length, index) => {
    if (index % 2 === 1) mask.fill(1, at, Math.min(mask.length, at + length));
    at += length;
  });
  return trace(mask, width, height);
}

/** Decodes like `rleFrString` of COCO's maskApi.c: five bits per character, and from the third run on differences to the run two before. */
function decodeRuns(text: string): number[] {
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
 * Walks along the edges between foreground and background, with the foreground on the right. A clockwise walk is the outline of a part, a
 * counterclockwise one is a hole. The mask is stored column by column.
 */
function trace(mask: Uint8Array, width: number, height: number): Outlines {
  const isForeground = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && mask[x * height + y] === 1;
  // Upper edges that were visited, by the pixel below them.
  const visited = new Uint8Array(mask.length);
  const parts: { corners: number[]; area: number }[] = [];
  let [holes, maxArea] = [0, 0];
  for (let x = 0; x < width; x += 1)
    for (let y = 0; y < height; y += 1) {
      if (!isForeground(x, y) || isForeground(x, y - 1) || visited[x * height + y]) continue;
      const { corners, area } = walk({ x, y }, isForeground, (px, py) => {
        visited[px * height + py] = 1;
      });
      if (area > 0) parts.push({ corners, area });
      else holes += 1;
      maxArea = Math.max(maxArea, area);
    }
  const largeParts = parts.filter(({ area }) => area >= MIN_PART_RATIO * maxArea);
  return { outlines: largeParts.map(({ corners }) => corners), holes, specks: parts.length - largeParts.length };
}

/** Directions: right, down, left, up. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

function walk(
  start: { x: number; y: number },
  isForeground: (x: number, y: number) => boolean,
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
    // The two pixels ahead of the corner, on the right and left. Pixels that touch only at a corner belong to different parts.
    const [right, left] = getPixelsAhead(x, y, direction);
    const next = !isForeground(...right) ? (direction + 1) % 4 : isForeground(...left) ? (direction + 3) % 4 : direction;
    if (next !== direction) corners.push(x, y);
    direction = next;
  } while (x !== start.x || y !== start.y || direction !== 0);
  return { corners, area: twiceArea / 2 };
}

function getPixelsAhead(x: number, y: number, direction: number): [[number, number], [number, number]] {
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
