import sharp from 'sharp';

/** Channels from 0 to 255. */
export type Colour = [red: number, green: number, blue: number];

/** An image as this example processes it: after EXIF rotation, scaled down to at most MAX_SIDE pixels. */
export interface InputImage {
  pixels: Buffer;
  width: number;
  height: number;
  /** Factors that convert coordinates of this image to those of the original image after EXIF rotation. */
  scaleX: number;
  scaleY: number;
}

const MAX_SIDE = 96;

/** Decodes an image. Throws if the bytes are not an image. */
export async function readImage(bytes: Buffer): Promise<InputImage> {
  const { data, info } = await sharp(bytes, { limitInputPixels: 120_000_000 })
    .rotate()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .toBuffer({ resolveWithObject: true });
  const { data: pixels, info: small } = await sharp(data)
    .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true, kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = small;
  return { pixels, width, height, scaleX: info.width / width, scaleY: info.height / height };
}

export function getColour({ pixels, width }: InputImage, x: number, y: number): Colour {
  const index = 3 * (y * width + x);
  return [pixels[index]!, pixels[index + 1]!, pixels[index + 2]!];
}

/** Computes the mean colour of the pixels that `isInside` selects, by default all. Returns null if there are none. */
export function computeMeanColour(image: InputImage, isInside: (x: number, y: number) => boolean = () => true): Colour | null {
  const sum: Colour = [0, 0, 0];
  let count = 0;
  for (let y = 0; y < image.height; y += 1) {
    for (let x = 0; x < image.width; x += 1) {
      if (!isInside(x, y)) continue;
      count += 1;
      for (const [channel, value] of getColour(image, x, y).entries()) sum[channel]! += value;
    }
  }
  return count === 0 ? null : (sum.map((value) => value / count) as Colour);
}

/** The distance of two colours: 0 for equal ones, 1 for black and white. */
export function getColourDistance(a: Colour, b: Colour): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / Math.hypot(255, 255, 255);
}

/** A connected set of pixels with one label. */
export interface Patch {
  label: number;
  points: [x: number, y: number][];
}

const MIN_PATCH_PIXELS = 9;

/** Finds connected patches of pixels by flood fill, given the label of each pixel (-1 for none). Small patches are omitted. */
export function findPatches({ width, height }: InputImage, labelAt: (x: number, y: number) => number): Patch[] {
  const labels = Int32Array.from({ length: width * height }, (_, index) => labelAt(index % width, Math.floor(index / width)));
  const isVisited = new Uint8Array(labels.length);
  const patches: Patch[] = [];
  for (const [start, label] of labels.entries()) {
    if (label < 0 || isVisited[start]) continue;
    const points: Patch['points'] = [];
    const queue = [start];
    isVisited[start] = 1;
    for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
      const [x, y] = [index % width, Math.floor(index / width)];
      points.push([x, y]);
      const neighbours = [
        x > 0 && index - 1,
        x < width - 1 && index + 1,
        y > 0 && index - width,
        y < height - 1 && index + width,
      ];
      for (const neighbour of neighbours) {
        if (neighbour === false || isVisited[neighbour] || labels[neighbour] !== label) continue;
        isVisited[neighbour] = 1;
        queue.push(neighbour);
      }
    }
    if (points.length >= MIN_PATCH_PIXELS) patches.push({ label, points });
  }
  return patches;
}

/** Returns the convex hull of pixels as x, y, x, y ... (Andrew's monotone chain algorithm). */
export function traceConvexHull(points: Patch['points']): number[] {
  const corners = points
    .flatMap(([x, y]): [number, number][] => [
      [x, y],
      [x + 1, y],
      [x, y + 1],
      [x + 1, y + 1],
    ])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const traceHalf = (sorted: [number, number][]) => {
    const hull: [number, number][] = [];
    for (const point of sorted) {
      while (hull.length > 1 && crossProduct(hull.at(-2)!, hull.at(-1)!, point) <= 0) hull.pop();
      hull.push(point);
    }
    return hull.slice(0, -1);
  };
  return [...traceHalf(corners), ...traceHalf(corners.reverse())].flat();
}

/** The cross product of the vectors from `a` to `b` and from `a` to `c`; its sign is the direction of the turn. */
function crossProduct(a: [number, number], b: [number, number], c: [number, number]): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
