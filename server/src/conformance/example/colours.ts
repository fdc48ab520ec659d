import sharp from 'sharp';

export type Colour = [red: number, green: number, blue: number];

/** A picture as this example sees it: upright, at most SIDE pixels long. */
export interface Seen {
  pixels: Buffer;
  width: number;
  height: number;
  /** Pixels of the upright picture for one of what is seen. */
  across: number;
  down: number;
}

const SIDE = 96;

/** Throws where the bytes are no picture. */
export async function see(bytes: Buffer): Promise<Seen> {
  const { data, info } = await sharp(bytes, { limitInputPixels: 120_000_000 })
    .rotate()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .toBuffer({ resolveWithObject: true });
  const { data: pixels, info: small } = await sharp(data)
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true, kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = small;
  return { pixels, width, height, across: info.width / width, down: info.height / height };
}

export function colourAt({ pixels, width }: Seen, x: number, y: number): Colour {
  const at = 3 * (y * width + x);
  return [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
}

/** The mean colour of what lies inside; of the whole picture where nothing is said. Null where nothing does. */
export function meanColour(seen: Seen, isInside: (x: number, y: number) => boolean = () => true): Colour | null {
  const sum: Colour = [0, 0, 0];
  let count = 0;
  for (let y = 0; y < seen.height; y += 1) {
    for (let x = 0; x < seen.width; x += 1) {
      if (!isInside(x, y)) continue;
      count += 1;
      for (const [channel, value] of colourAt(seen, x, y).entries()) sum[channel]! += value;
    }
  }
  return count === 0 ? null : (sum.map((value) => value / count) as Colour);
}

/** 0 where two colours are the same, 1 where they are as far apart as black and white. */
export function difference(a: Colour, b: Colour): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / Math.hypot(255, 255, 255);
}

/** A patch of one label: pixels that touch each other. */
export interface Patch {
  label: number;
  points: [x: number, y: number][];
}

const LEAST_POINTS = 9;

/** Patches of pixels, given the label of each (-1: none), those of few pixels left out. */
export function patchesOf({ width, height }: Seen, labelAt: (x: number, y: number) => number): Patch[] {
  const labels = Int32Array.from({ length: width * height }, (_, at) => labelAt(at % width, Math.floor(at / width)));
  const isDone = new Uint8Array(labels.length);
  const patches: Patch[] = [];
  for (const [start, label] of labels.entries()) {
    if (label < 0 || isDone[start]) continue;
    const points: Patch['points'] = [];
    const waiting = [start];
    isDone[start] = 1;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      points.push([x, y]);
      const beside = [x > 0 && at - 1, x < width - 1 && at + 1, y > 0 && at - width, y < height - 1 && at + width];
      for (const next of beside) {
        if (next === false || isDone[next] || labels[next] !== label) continue;
        isDone[next] = 1;
        waiting.push(next);
      }
    }
    if (points.length >= LEAST_POINTS) patches.push({ label, points });
  }
  return patches;
}

/** The corners of the tightest outline without dents about pixels (Andrew's monotone chain), x, y, x, y ... */
export function outlineOf(points: Patch['points']): number[] {
  const corners = points
    .flatMap(([x, y]): [number, number][] => [
      [x, y],
      [x + 1, y],
      [x, y + 1],
      [x + 1, y + 1],
    ])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (sorted: [number, number][]) => {
    const kept: [number, number][] = [];
    for (const point of sorted) {
      while (kept.length > 1 && turn(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(corners), ...half(corners.reverse())].flat();
}

function turn(a: [number, number], b: [number, number], c: [number, number]): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
