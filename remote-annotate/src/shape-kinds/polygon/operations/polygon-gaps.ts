import { getNearestOnSegment, getPolygonBounds } from '../../../editor/geometry/polygon';
import { thinVertices } from '../../../editor/geometry/thin-vertices';
import type { PolygonData, Vec } from '../../../editor/model/types';

/**
 * Distance between the positions of a border at which the gap is measured: a ratio of the maximum gap, but at least `MIN_STEP` image
 * pixels.
 */
const [MIN_STEP, STEP_RATIO] = [1, 1 / 8];
/** Strips overlap both polygons by this many image pixels, because rounding errors would leave slits. */
const STRIP_OVERLAP = 0.25;
/** Coordinates of strips are rounded to multiples of this value, because the polygon library fails for edges that nearly coincide. */
const GRID_SIZE = 1 / 64;

/**
 * Minimum angle, as its sine, between a bridge (the shortest line to the other border) and the border where it starts. Bridges beyond the
 * end of a gap have smaller angles.
 */
const MIN_ANGLE_SINE = Math.sin(Math.PI / 3);

/** The shortest line from a position on a border to the other border. */
interface Bridge {
  readonly start: Vec;
  readonly end: Vec;
}

/** Returns strips that cover the area between two polygons where their borders are at most `maxGap` image pixels apart. */
export function coverGap(a: PolygonData, b: PolygonData, maxGap: number): readonly PolygonData[] {
  return maxGap > 0 ? [...createStrips(a, b, maxGap), ...createStrips(b, a, maxGap)] : [];
}

/** Returns strips between two polygons, one for each part of an edge that is close enough to the other polygon. */
function createStrips(sourcePolygon: PolygonData, targetPolygon: PolygonData, maxGap: number): readonly PolygonData[] {
  const strips: PolygonData[] = [];
  const step = Math.max(MIN_STEP, maxGap * STEP_RATIO);
  for (const [x1, y1, x2, y2] of listEdges(sourcePolygon)) {
    const { minX, minY, maxX, maxY } = getPolygonBounds([x1, y1, x2, y2]);
    const nearEdges = listEdges(targetPolygon).filter(
      ([ax, ay, bx, by]) =>
        Math.max(ax, bx) >= minX - maxGap &&
        Math.min(ax, bx) <= maxX + maxGap &&
        Math.max(ay, by) >= minY - maxGap &&
        Math.min(ay, by) <= maxY + maxGap,
    );
    if (nearEdges.length === 0) continue;
    const bridgeCount = Math.max(1, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / step));
    let bridges: Bridge[] = [];
    for (let index = 0; index <= bridgeCount; index += 1) {
      const start = { x: x1 + ((x2 - x1) * index) / bridgeCount, y: y1 + ((y2 - y1) * index) / bridgeCount };
      const bridge = findBridge(start, nearEdges, maxGap);
      const isSteep = bridge !== null && getAngleSine(bridge, [x1, y1, x2, y2]) >= MIN_ANGLE_SINE;
      if (isSteep) bridges.push(bridge);
      if (isSteep && index < bridgeCount) continue;
      if (bridges.length > 1) strips.push(toStrip(bridges));
      bridges = [];
    }
  }
  return strips;
}

type Edge = readonly [x1: number, y1: number, x2: number, y2: number];

function listEdges(data: PolygonData): readonly Edge[] {
  const edges: Edge[] = [];
  for (let i = 0, j = data.length - 2; i < data.length; j = i, i += 2)
    edges.push([data[j]!, data[j + 1]!, data[i]!, data[i + 1]!]);
  return edges;
}

function findBridge(position: Vec, edges: readonly Edge[], maxGap: number): Bridge | null {
  let [nearestPosition, minDistance]: [Vec | null, number] = [null, maxGap];
  for (const edge of edges) {
    const candidate = getNearestOnSegment(position, ...edge);
    const distance = Math.hypot(candidate.x - position.x, candidate.y - position.y);
    if (distance <= minDistance) [nearestPosition, minDistance] = [candidate, distance];
  }
  if (!nearestPosition || minDistance < GRID_SIZE) return null;
  const ratio = STRIP_OVERLAP / minDistance;
  const [dx, dy] = [(nearestPosition.x - position.x) * ratio, (nearestPosition.y - position.y) * ratio];
  return { start: { x: position.x - dx, y: position.y - dy }, end: { x: nearestPosition.x + dx, y: nearestPosition.y + dy } };
}

/** Returns the sine of the angle between a bridge and its edge. */
function getAngleSine({ start, end }: Bridge, [x1, y1, x2, y2]: Edge): number {
  const [dx, dy, edgeX, edgeY] = [end.x - start.x, end.y - start.y, x2 - x1, y2 - y1];
  return Math.abs(dx * edgeY - dy * edgeX) / (Math.hypot(dx, dy) * Math.hypot(edgeX, edgeY));
}

/**
 * Returns the outline of the area that consecutive bridges cover. The outline does not cross itself, because the shortest lines to a border
 * never cross each other.
 */
function toStrip(bridges: readonly Bridge[]): PolygonData {
  const toLine = (points: readonly Vec[]) =>
    thinVertices(
      points.flatMap(({ x, y }) => [x, y]),
      STRIP_OVERLAP / 5,
    ).map((value) => Math.round(value / GRID_SIZE) * GRID_SIZE);
  return [...toLine(bridges.map(({ start }) => start)), ...toLine(bridges.map(({ end }) => end).toReversed())];
}
