import type { MaskData } from './api/annotation/masks';
import { cropRuns, decodeCounts, type MaskSize } from './mask-rle';

/** Outlines of the connected parts of a mask. Holes are only counted. */
export interface MaskOutlines {
  /** The outline of each part along the edges of its pixels, as x and y of its corners. The largest part comes first. */
  outlines: number[][];
  holes: number;
}

/** A mask and the box around it. */
interface BoxedMask {
  data: MaskData;
  bbox: readonly number[];
}

/** Traces the outlines of a mask's connected parts. Pixels that touch only at a corner belong to different parts. */
export function traceMaskOutlines(mask: BoxedMask): MaskOutlines {
  const { outlines, holes } = traceAll(mask);
  return { outlines, holes: holes.length };
}

/** Traces the outlines of a mask's parts and holes. Together, they describe the foreground pixels by the even-odd rule. */
export function traceMaskRings(mask: BoxedMask): number[][] {
  const { outlines, holes } = traceAll(mask);
  return [...outlines, ...holes];
}

/**
 * Traces a mask as one closed outline: x and y of its corners. By the even-odd rule, the outline describes all foreground pixels
 * exactly. Edges that are traversed in both directions connect the parts and holes.
 */
export function traceJoinedOutline(mask: BoxedMask): number[] {
  const rings = traceMaskRings(mask);
  const startPoints = rings.map((ring) => ring.slice(0, 2));
  return [...rings.flatMap((ring, index) => [...ring, ...startPoints[index]!]), ...startPoints.slice(1, -1).reverse().flat()];
}

/** Traces all parts, the largest first, and all holes. */
function traceAll({ data, bbox }: BoxedMask): Outlines {
  const [left = 0, top = 0, right = 0, bottom = 0] = bbox;
  const region = { left, top, width: right - left, height: bottom - top };
  const [height = 0, width = 0] = data.size;
  const mask = new Uint8Array(region.width * region.height);
  let position = 0;
  cropRuns(decodeCounts(data.counts), [height, width], region).forEach((length, index) => {
    if (index % 2 === 1) mask.fill(1, position, position + length);
    position += length;
  });
  const { outlines, holes } = traceBitmap(mask, [region.height, region.width]);
  const toImageCoordinate = (value: number, index: number) => value + (index % 2 === 0 ? left : top);
  const placeInImage = (outlines: readonly number[][]) => outlines.map((outline) => outline.map(toImageCoordinate));
  return { outlines: placeInImage(outlines), holes: placeInImage(holes) };
}

interface Outlines {
  outlines: number[][];
  holes: number[][];
}

/**
 * Follows the edges between foreground and background, with the foreground on the right. A clockwise path is the outline of a part, and a
 * counterclockwise path is the outline of a hole. The mask is stored column by column.
 */
function traceBitmap(mask: Uint8Array, [height, width]: MaskSize): Outlines {
  const isForeground = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && mask[x * height + y] === 1;
  // Visited upper edges, marked at the index of the pixel below the edge.
  const visited = new Uint8Array(mask.length);
  const connectedParts: { corners: number[]; area: number }[] = [];
  const holes: number[][] = [];
  for (let x = 0; x < width; x += 1)
    for (let y = 0; y < height; y += 1) {
      if (!isForeground(x, y) || isForeground(x, y - 1) || visited[x * height + y]) continue;
      const { corners, area } = traceOutline({ x, y }, isForeground, (px, py) => {
        visited[px * height + py] = 1;
      });
      if (area > 0) connectedParts.push({ corners, area });
      else holes.push(corners);
    }
  connectedParts.sort((a, b) => b.area - a.area);
  return { outlines: connectedParts.map(({ corners }) => corners), holes };
}

/** Directions: right, down, left, up. */
const DIRECTION_STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

function traceOutline(
  start: { x: number; y: number },
  isForeground: (x: number, y: number) => boolean,
  visit: (x: number, y: number) => void,
): { corners: number[]; area: number } {
  let { x, y } = start;
  let [direction, twiceArea] = [0, 0];
  const corners: number[] = [];
  do {
    const [dx, dy] = DIRECTION_STEPS[direction]!;
    if (direction === 0) visit(x, y);
    twiceArea += x * (y + dy) - (x + dx) * y;
    [x, y] = [x + dx, y + dy];
    // The two pixels ahead of the corner: right and left of the direction of tracing. Where two parts touch only at a corner, turn
    // right to stay on the same part.
    const [right, left] = getPixelsAhead(x, y, direction);
    const nextDirection = !isForeground(...right) ? (direction + 1) % 4 : isForeground(...left) ? (direction + 3) % 4 : direction;
    if (nextDirection !== direction) corners.push(x, y);
    direction = nextDirection;
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
