/** A flat list `x, y, x, y, ...` in pixels, as the API has polygons. */
export type Outline = number[];
export interface Box {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export function boxOf(outline: Outline): Box {
  const box = { x1: Infinity, y1: Infinity, x2: -Infinity, y2: -Infinity };
  for (let i = 0; i < outline.length; i += 2) {
    const x = outline[i] ?? 0;
    const y = outline[i + 1] ?? 0;
    box.x1 = Math.min(box.x1, x);
    box.x2 = Math.max(box.x2, x);
    box.y1 = Math.min(box.y1, y);
    box.y2 = Math.max(box.y2, y);
  }
  return box;
}

export function rectangle(x: number, y: number, width: number, height: number): Outline {
  return [x, y, x + width, y, x + width, y + height, x, y + height];
}

const CORNER_STEPS = 5;
/** A rectangle with round corners; `bottom` is the radius of the lower two where it differs. */
export function roundedRectangle(x: number, y: number, width: number, height: number, top: number, bottom = top): Outline {
  const corners: [number, number, number, number][] = [
    [x + width - top, y + top, top, -0.5],
    [x + width - bottom, y + height - bottom, bottom, 0],
    [x + bottom, y + height - bottom, bottom, 0.5],
    [x + top, y + top, top, 1],
  ];
  return corners.flatMap(([cx, cy, radius, turn]) =>
    Array.from({ length: CORNER_STEPS + 1 }, (_, step) => {
      const angle = (turn + (0.5 * step) / CORNER_STEPS) * Math.PI;
      return [cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius];
    }).flat(),
  );
}

/** A closed curve round a centre; `radius` answers the distance at an angle. */
export function radial(x: number, y: number, steps: number, radius: (angle: number) => number, stretch = 1, turn = 0): Outline {
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const outline: Outline = [];
  for (let step = 0; step < steps; step++) {
    const angle = (step / steps) * Math.PI * 2;
    const r = radius(angle);
    const dx = Math.cos(angle) * r * stretch;
    const dy = Math.sin(angle) * r;
    outline.push(x + dx * cos - dy * sin, y + dx * sin + dy * cos);
  }
  return outline;
}

export function ellipse(x: number, y: number, rx: number, ry: number, steps = 48): Outline {
  return radial(x, y, steps, () => ry, rx / ry);
}

/** Mirrors a profile of half widths (from top to bottom) round a vertical axis. */
export function lathe(axis: number, profile: readonly (readonly [y: number, halfWidth: number])[]): Outline {
  const right = profile.flatMap(([y, half]) => [axis + half, y]);
  const left = [...profile].reverse().flatMap(([y, half]) => [axis - half, y]);
  return [...right, ...left];
}

/** What an outline covers of a picture, as whole pixels; null when that is nothing worth a shape. */
export function clipBox(outline: Outline, width: number, height: number): [number, number, number, number] | null {
  const box = boxOf(outline);
  const x1 = Math.max(0, Math.floor(box.x1));
  const y1 = Math.max(0, Math.floor(box.y1));
  const x2 = Math.min(width, Math.ceil(box.x2));
  const y2 = Math.min(height, Math.ceil(box.y2));
  return x2 - x1 >= 8 && y2 - y1 >= 8 ? [x1, y1, x2, y2] : null;
}

/** An outline thinned to at most `most` vertices, on whole pixels inside the picture. */
export function polygonData(outline: Outline, width: number, height: number, most = 48): number[] {
  const count = outline.length / 2;
  const step = Math.max(1, count / most);
  const data: number[] = [];
  for (let i = 0; i < count; i += step) {
    const at = Math.floor(i) * 2;
    const x = Math.min(width, Math.max(0, Math.round(outline[at] ?? 0)));
    const y = Math.min(height, Math.max(0, Math.round(outline[at + 1] ?? 0)));
    if (x !== data.at(-2) || y !== data.at(-1)) data.push(x, y);
  }
  return data;
}
