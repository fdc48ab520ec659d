export type Corners = readonly [x1: number, y1: number, x2: number, y2: number];

/** Returns the corners of a box that is rotated clockwise about its center. */
export function rotateBox([x1, y1, x2, y2]: Corners, degrees: number): number[] {
  const corners = [x1, y1, x2, y1, x2, y2, x1, y2];
  return rotatePoints(corners, [(x1 + x2) / 2, (y1 + y2) / 2], (degrees * Math.PI) / 180);
}

function rotatePoints(data: readonly number[], [cx, cy]: readonly [number, number], radians: number): number[] {
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  return data.map((_, index) => {
    const [x, y] = [data[index - (index % 2)]! - cx, data[index - (index % 2) + 1]! - cy];
    return index % 2 === 0 ? cx + x * cos - y * sin : cy + x * sin + y * cos;
  });
}

/** Returns the distance between the centers of both diagonals, divided by the length of the longer diagonal: 0 for a parallelogram. */
export function getSkew([x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0]: readonly number[]): number {
  const diagonal = Math.max(Math.hypot(x3 - x1, y3 - y1), Math.hypot(x4 - x2, y4 - y2));
  return diagonal === 0 ? 1 : Math.hypot(x1 + x3 - x2 - x4, y1 + y3 - y2 - y4) / 2 / diagonal;
}

/** With this number of corners, the polygon deviates from the ellipse by at most 0.2% of its radius. */
const ELLIPSE_CORNERS = 48;

interface Ellipse {
  cx: number;
  cy: number;
  rx: number;
  ry: number;
  /** Clockwise rotation about the center. */
  radians?: number;
}

/** Returns the polygon that replaces an ellipse, because the console has no ellipses. */
export function toEllipsePolygon({ cx, cy, rx, ry, radians = 0 }: Ellipse): number[] {
  const data = Array.from({ length: ELLIPSE_CORNERS }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / ELLIPSE_CORNERS;
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
  }).flat();
  return radians === 0 ? data : rotatePoints(data, [cx, cy], radians);
}
