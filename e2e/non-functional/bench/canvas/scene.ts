import { VISIBILITY } from '@console/shared-contract/skeleton';
import { getPolygonBounds, type PolygonShape, type Shape } from '../../../../remote-annotate/src/editor';
import { createBitmap, toMaskRuns } from '../../../../remote-annotate/src/shape-kinds/mask/bitmap/bitmap';
import { fillPolygon, fillStroke, getStrokeBounds } from '../../../../remote-annotate/src/shape-kinds/mask/bitmap/fill';
import { createRandom } from '../../../../server/learner/src/sampling/random';

export const IMAGE_SIZE = { width: 4000, height: 3000 };
const VERTEX_COUNT = 12;
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
    const data = Array.from({ length: VERTEX_COUNT }, (__, vertex) => {
      const angle = (vertex / VERTEX_COUNT) * 2 * Math.PI;
      const radius = cellSide * (0.3 + 0.15 * random());
      return [Math.round(x + radius * Math.cos(angle)), Math.round(y + radius * Math.sin(angle))];
    }).flat();
    const id = `p${index}`;
    return { kind: 'polygon', id, serverId: id, version: 1, labelId: LABEL.id, data, metaData: {} };
  });
}

/** Angle of rotated boxes in degrees. */
const SKELETON_ANGLE = 20;
/** Masks cover several of the small cells of the grid, as the masks of real objects would. */
const MASK_SCALE = 3;
const SKELETON_POINTS = 17;

/** A label with a template of 17 points in a line. */
export const SKELETON_LABEL = {
  id: 'pose',
  name: 'Pose',
  color: '#2d9cdb',
  skeleton: {
    points: Array.from({ length: SKELETON_POINTS }, (_, index) => ({ name: `Point ${index + 1}` })),
    edges: Array.from({ length: SKELETON_POINTS - 1 }, (_, index): [number, number] => [index, index + 1]),
  },
};

/** The kinds of shapes that a scene of the console mixes. Each function creates a shape at the position of a polygon. */
export const SCENE_KINDS = {
  polygon: (polygon: PolygonShape): Shape => polygon,
  box: (polygon: PolygonShape): Shape => toBox(polygon, ({ x, y, width, height }) => [x, y, x + width, y + height]),
  rotated: (polygon: PolygonShape): Shape =>
    toBox(polygon, ({ x, y, width, height }) => [x + width / 2, y + height / 2, width, height, SKELETON_ANGLE]),
  mask: (polygon: PolygonShape): Shape => toMask(polygon, scaleAboutCentre(polygon, MASK_SCALE)),
  skeleton: (polygon: PolygonShape): Shape => toSkeleton(polygon),
} as const;
export type SceneKind = keyof typeof SCENE_KINDS;

function scaleAboutCentre({ data, ...polygon }: PolygonShape, factor: number): PolygonShape {
  const centre = getCentre({ ...polygon, data });
  const scaledData = data.map((value, index) => {
    const [centreCoordinate, imageExtent] = index % 2 === 0 ? [centre.x, IMAGE_SIZE.width] : [centre.y, IMAGE_SIZE.height];
    return Math.round(Math.min(Math.max(centreCoordinate + (value - centreCoordinate) * factor, 0), imageExtent));
  });
  return { ...polygon, data: scaledData };
}

function toMask(polygon: PolygonShape, { data }: PolygonShape): Shape {
  const bitmap = createBitmap(getPolygonBounds(data));
  fillPolygon(bitmap, data, 1);
  const runs = toMaskRuns(bitmap, IMAGE_SIZE);
  return runs ? { ...polygon, kind: 'mask', data: runs } : polygon;
}

/** Converts a polygon to a skeleton: the first points are its vertices, the others lie between a vertex and the centre. */
function toSkeleton(polygon: PolygonShape): Shape {
  const centre = getCentre(polygon);
  const data = Array.from({ length: SKELETON_POINTS }, (_, index) => {
    const vertex = 2 * (index % VERTEX_COUNT);
    const ratio = index < VERTEX_COUNT ? 1 : 0.5;
    const [x, y] = [polygon.data[vertex]!, polygon.data[vertex + 1]!];
    return [Math.round(centre.x + (x - centre.x) * ratio), Math.round(centre.y + (y - centre.y) * ratio), VISIBILITY.visible];
  }).flat();
  return { ...polygon, kind: 'skeleton', labelId: SKELETON_LABEL.id, data };
}

/** Creates masks of round objects of about 250 pixels, 20 in a row. */
export function createMasks(count: number): Shape[] {
  return Array.from({ length: count }, (_, index): Shape => {
    const centre = { x: 150 + (index % 20) * 190, y: 150 + Math.floor(index / 20) * 290 };
    const diameter = 220 + (index % 5) * 16;
    const bitmap = createBitmap(getStrokeBounds(centre, centre, diameter));
    fillStroke(bitmap, centre, centre, diameter, 1);
    const id = `m${index}`;
    const data = toMaskRuns(bitmap, IMAGE_SIZE) ?? [];
    return { kind: 'mask', id, serverId: id, version: 1, labelId: LABEL.id, data, metaData: {} };
  });
}

type ObjectShape = Extract<Shape, { kind: 'object' }>;
type Frame = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

function toBox({ data: vertices, ...polygon }: PolygonShape, toData: (frame: Frame) => ObjectShape['data']): Shape {
  const [xs, ys] = [0, 1].map((axis) => vertices.filter((_, index) => index % 2 === axis)) as [number[], number[]];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { ...polygon, kind: 'object', data: toData({ x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }) };
}

/** Number of polygons for each shape of a rare kind. Real scenes have few masks and skeletons. */
const POLYGONS_PER_SHAPE: Partial<Record<SceneKind, number>> = { mask: 25, skeleton: 50 / 3 };

/**
 * Replaces polygons by shapes of these kinds. Of 5,000 polygons, 200 become masks and 300 become skeletons. The rest become the
 * other kinds in turn.
 */
export function mixKinds(polygons: readonly PolygonShape[], kinds: readonly SceneKind[]): Shape[] {
  const rareKinds = kinds.filter((kind) => POLYGONS_PER_SHAPE[kind] !== undefined);
  const commonKinds = kinds.filter((kind) => POLYGONS_PER_SHAPE[kind] === undefined);
  const isShapeDue = (index: number, interval: number) => Math.floor((index + 1) / interval) > Math.floor(index / interval);
  return polygons.map((polygon, index) => {
    // If only rare kinds are requested, the scene alternates them.
    const rareKind =
      commonKinds.length === 0 ? undefined : rareKinds.find((kind) => isShapeDue(index, POLYGONS_PER_SHAPE[kind]!));
    const alternatedKinds = commonKinds.length === 0 ? rareKinds : commonKinds;
    return SCENE_KINDS[rareKind ?? alternatedKinds[index % alternatedKinds.length]!](polygon);
  });
}

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
  const noiseContext = tile.getContext('2d')!;
  const pixels = noiseContext.createImageData(250, 250);
  for (let i = 0; i < pixels.data.length; i += 1) pixels.data[i] = i % 4 === 3 ? 255 : (i * 7919) % 256;
  noiseContext.putImageData(pixels, 0, 0);
  const canvas = new OffscreenCanvas(IMAGE_SIZE.width, IMAGE_SIZE.height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = context.createPattern(tile, 'repeat')!;
  context.fillRect(0, 0, IMAGE_SIZE.width, IMAGE_SIZE.height);
  return createImageBitmap(canvas);
}
