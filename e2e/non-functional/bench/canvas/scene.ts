import type { PolygonShape, Shape } from '../../../../remote-annotate/src/editor';
import { createRandom } from '../../../../server/learner/src/sampling/random';

export const IMAGE_SIZE = { width: 4000, height: 3000 };
const VERTICES = 12;
export const LABEL = { id: 'leaf', name: 'Leaf', color: '#27ae60' };
export const OTHER_LABEL = { id: 'stem', name: 'Stem', color: '#f2994a' };

/** Creates polygons with 12 vertices in a grid over the image. The result is deterministic. */
export function createPolygons(count: number): PolygonShape[] {
  const columns = Math.ceil(Math.sqrt((count * IMAGE_SIZE.width) / IMAGE_SIZE.height));
  const cellSide = IMAGE_SIZE.width / columns;
  const random = createRandom(1);
  return Array.from({ length: count }, (_, index) => {
    const x = ((index % columns) + 0.5) * cellSide;
    const y = (Math.floor(index / columns) + 0.5) * cellSide;
    const data = Array.from({ length: VERTICES }, (__, vertex) => {
      const angle = (vertex / VERTICES) * 2 * Math.PI;
      const radius = cellSide * (0.3 + 0.15 * random());
      return [Math.round(x + radius * Math.cos(angle)), Math.round(y + radius * Math.sin(angle))];
    }).flat();
    const id = `p${index}`;
    return { kind: 'polygon', id, serverId: id, version: 1, labelId: LABEL.id, data, metaData: {} };
  });
}

/** Angle of rotated boxes in degrees. */
const ANGLE = 20;

/** The kinds of shapes that a scene of the console mixes. Each function creates a shape in the place of a polygon. */
export const SCENE_KINDS = {
  polygon: (polygon: PolygonShape): Shape => polygon,
  box: (polygon: PolygonShape): Shape => toBox(polygon, ({ x, y, width, height }) => [x, y, x + width, y + height]),
  rotated: (polygon: PolygonShape): Shape =>
    toBox(polygon, ({ x, y, width, height }) => [x + width / 2, y + height / 2, width, height, ANGLE]),
} as const;
export type SceneKind = keyof typeof SCENE_KINDS;

type BoxShape = Extract<Shape, { kind: 'object' }>;
type Frame = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

function toBox({ data: vertices, ...polygon }: PolygonShape, toData: (frame: Frame) => BoxShape['data']): Shape {
  const [xs, ys] = [0, 1].map((axis) => vertices.filter((_, index) => index % 2 === axis)) as [number[], number[]];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { ...polygon, kind: 'object', data: toData({ x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }) };
}

/** Replaces polygons by shapes of these kinds, in turn. */
export const mixKinds = (polygons: readonly PolygonShape[], kinds: readonly SceneKind[]): Shape[] =>
  polygons.map((polygon, index) => SCENE_KINDS[kinds[index % kinds.length]!](polygon));

/** Returns the centre of a polygon of the scene in image pixels. */
export function getCentre({ data }: PolygonShape): { x: number; y: number } {
  let [x, y] = [0, 0];
  for (let i = 0; i < data.length; i += 2) {
    x += data[i]!;
    y += data[i + 1]!;
  }
  return { x: (2 * x) / data.length, y: (2 * y) / data.length };
}

/** Creates an image of 12 megapixels without empty areas. */
export async function createImage(): Promise<ImageBitmap> {
  const tile = new OffscreenCanvas(250, 250);
  const noise = tile.getContext('2d')!;
  const pixels = noise.createImageData(250, 250);
  for (let i = 0; i < pixels.data.length; i += 1) pixels.data[i] = i % 4 === 3 ? 255 : (i * 7919) % 256;
  noise.putImageData(pixels, 0, 0);
  const canvas = new OffscreenCanvas(IMAGE_SIZE.width, IMAGE_SIZE.height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = context.createPattern(tile, 'repeat')!;
  context.fillRect(0, 0, IMAGE_SIZE.width, IMAGE_SIZE.height);
  return createImageBitmap(canvas);
}
