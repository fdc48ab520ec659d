import { put, type Rgb } from './colour';
import { radial } from './geometry';
import { fill, rasterise, type Raster } from './raster';

/** Strokes on a grid of 5 by 7 points, `xy` a point; `/` lifts the pen. */
const GLYPHS: Record<string, string> = {
  A: '06 20 46 / 13 33',
  B: '00 06 36 45 44 33 03 / 33 42 41 30 00',
  C: '41 30 10 01 05 16 36 45',
  D: '00 06 26 44 42 20 00',
  E: '40 00 06 46 / 03 33',
  F: '40 00 06 / 03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06 / 40 46 / 03 43',
  I: '20 26',
  J: '40 45 36 16 05',
  K: '00 06 / 40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  O: '10 01 05 16 36 45 41 30 10',
  P: '06 00 30 41 42 33 03',
  Q: '10 01 05 16 36 45 41 30 10 / 24 46',
  R: '06 00 30 41 42 33 03 / 23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40 / 20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 22 36 40',
  X: '00 46 / 40 06',
  Y: '00 23 40 / 23 26',
  Z: '00 40 06 46',
  0: '10 01 05 16 36 45 41 30 10',
  1: '11 20 26',
  2: '01 10 30 41 42 06 46',
  3: '00 40 22 33 44 45 36 16 05',
  4: '36 30 04 44',
  5: '40 00 03 33 44 45 36 06',
  6: '40 20 02 05 16 36 45 44 33 03',
  7: '00 40 16',
  8: '10 01 02 13 33 44 45 36 16 05 04 13 / 33 42 41 30 10',
  9: '43 13 02 01 10 30 41 44 26 06',
  '.': '26 26',
  '#': '11 15 / 31 35 / 02 42 / 04 44',
  ' ': '',
};
const ADVANCE = 6;
const HEIGHT = 6;

/** The width of a line of text, in pixels, for letters `size` pixels high. */
function textWidth(text: string, size: number): number {
  return ((text.length * ADVANCE - (ADVANCE - 4)) * size) / HEIGHT;
}

/** The largest size, up to `size`, at which the text is no wider than `width`. */
export function fittingSize(text: string, size: number, width: number): number {
  return Math.min(size, (size * width) / textWidth(text, size));
}

export interface TextStyle {
  /** Height of the letters in pixels. */
  size: number;
  colour: Rgb;
  /** Of a stroke, as a share of the size. */
  weight?: number;
}

/** Draws one line with its upper left corner at x, y. Letters that the font lacks are left blank. */
export function drawText(raster: Raster, text: string, x: number, y: number, style: TextStyle): void {
  const unit = style.size / HEIGHT;
  const half = (style.size * (style.weight ?? 0.17)) / 2;
  [...text].forEach((letter, index) => {
    const left = x + index * ADVANCE * unit;
    for (const stroke of (GLYPHS[letter] ?? '').split('/')) {
      const points = [...stroke.matchAll(/(\d)(\d)/g)].map(
        ([, px, py]) => [left + Number(px) * unit, y + Number(py) * unit] as const,
      );
      points.slice(1).forEach((end, at) => {
        const start = points[at] ?? end;
        drawStroke(raster, start, end, half, style.colour);
      });
    }
  });
}

/** Draws one line centred on x. */
export function drawCentred(raster: Raster, text: string, x: number, y: number, style: TextStyle): void {
  drawText(raster, text, x - textWidth(text, style.size) / 2, y, style);
}

export function drawStroke(
  raster: Raster,
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
  half: number,
  colour: Rgb,
): void {
  const turn = Math.atan2(by - ay, bx - ax);
  const reach = Math.hypot(bx - ax, by - ay) / 2;
  const capsule = radial(0, 0, 12, () => half);
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const outline = capsule.map((_, index) => {
    const dx = capsule[index - (index % 2)] ?? 0;
    const dy = capsule[index - (index % 2) + 1] ?? 0;
    const along = dx + (dx >= 0 ? reach : -reach);
    return index % 2 === 0 ? (ax + bx) / 2 + along * cos - dy * sin : (ay + by) / 2 + along * sin + dy * cos;
  });
  fill(raster, rasterise(raster, outline), (out) => {
    put(out, colour[0], colour[1], colour[2]);
  });
}
